import type { ReactNode } from 'react';
import classes from './heading.module.css';

interface HeadingProps {
  title: string;
  /** One line under the title. */
  text?: ReactNode;
}

/** What a page or a form is about. */
export function Heading({ title, text }: HeadingProps) {
  return (
    <div>
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
    </div>
  );
}

/** The head of a page; `children` stand beside the title, or under it where there is no room. */
export function PageHead({ children, ...heading }: HeadingProps & { children?: ReactNode }) {
  return (
    <header className={classes.head}>
      <Heading {...heading} />
      {children}
    </header>
  );
}

/** For a title that has company in its line. */
export const titleClass = classes.title;
