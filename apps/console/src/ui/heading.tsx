import type { ReactNode } from 'react';

interface HeadingProps {
  title: string;
  /** One line under the title. */
  text?: ReactNode;
}

/** The title of a page or a form. */
export function Heading({ title, text }: HeadingProps) {
  return (
    <div>
      <h1 className={titleClass}>{title}</h1>
      {text && <p className="text-dim text-md mt-1.5 max-sm:min-h-[2lh]">{text}</p>}
    </div>
  );
}

/** The head of a page; `children` are beside the title, or below it on narrow screens. */
export function PageHead({ children, ...heading }: HeadingProps & { children?: ReactNode }) {
  return (
    <header className="flex flex-wrap gap-y-3 gap-x-6.5 items-end justify-between mb-5 max-sm:mb-3.5 [&>:first-child]:flex-[1_1_9rem] [&>:first-child]:min-w-0">
      <Heading {...heading} />
      {children}
    </header>
  );
}

/** For a title with other elements in its line. */
export const titleClass =
  'min-w-0 wrap-anywhere text-title font-bold leading-[1.15] tracking-tight max-sm:text-xl';
