import type { ReactNode } from 'react';

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('');

interface Props {
  name: string;
  /** One line under the name. */
  text: string;
  /** In place of the initials. */
  icon?: ReactNode;
  /** At the end of the row. */
  children?: ReactNode;
  /** Below the row. */
  below?: ReactNode;
}

/** A person in a list of a card; a menu of the row opens below it. */
export const PersonRow = ({ name, text, icon, children, below }: Props) => (
  <li className="relative py-2.5">
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      <span
        className={`grid size-10 flex-none place-items-center rounded-full text-sm font-bold ${icon ? 'bg-inset text-dim' : 'bg-accent text-white'}`}
        aria-hidden
      >
        {icon ?? initialsOf(name)}
      </span>
      <span className="grid min-w-28 flex-1 leading-snug">
        <strong className="font-semibold wrap-anywhere">{name}</strong>
        <span className="text-sm wrap-anywhere text-dim">{text}</span>
      </span>
      {children}
    </div>
    {below}
  </li>
);

export const PeopleList = ({ children }: { children: ReactNode }) => (
  <ul className="text-md [&>*+*]:border-t [&>*+*]:border-line">{children}</ul>
);
