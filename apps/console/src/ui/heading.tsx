import type { ReactNode } from 'react';
import classes from './heading.module.css';

interface HeadingProps {
  title: string;
  /** One line under the title. */
  text?: ReactNode;
}

/** The title of a page or a form. */
export function Heading({ title, text }: HeadingProps) {
  return (
    <div>
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
    </div>
  );
}

/** The head of a page; `children` are beside the title, or below it on narrow screens. */
export function PageHead({ children, ...heading }: HeadingProps & { children?: ReactNode }) {
  return (
    <header className={classes.head}>
      <Heading {...heading} />
      {children}
    </header>
  );
}

/** For a title with other elements in its line. */
export const titleClass = classes.title;
