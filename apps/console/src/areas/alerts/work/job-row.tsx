import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  title: string;
  about: string;
  /** At the right: how far, or since when. */
  end: ReactNode;
  isCurrent: boolean;
  onChoose: () => void;
}

/** An entry of the list that has its chosen entry beside it. */
export const JobRow = ({ icon, title, about, end, isCurrent, onChoose }: Props) => (
  <li className="first:[&>button]:rounded-t-lg last:[&>button]:rounded-b-lg">
    <button
      type="button"
      aria-current={isCurrent || undefined}
      className="grid min-h-16 w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3.5 px-4 py-3 text-left hover:bg-inset focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
      onClick={onChoose}
    >
      {icon}
      <span className="grid gap-0.5 wrap-anywhere">
        <strong className="leading-snug font-semibold first-letter:uppercase">{title}</strong>
        <span className="text-md text-dim">{about}</span>
      </span>
      <span className="grid justify-items-end gap-1 text-sm whitespace-nowrap text-dim tabular-nums">
        {end}
      </span>
    </button>
  </li>
);
