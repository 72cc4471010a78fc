import classes from './section-head.module.css';

interface Props {
  id: string;
  title: string;
  /** A quiet word beside it. */
  hint?: string | undefined;
}

/** The head of cards that belong together. */
export const SectionHead = ({ id, title, hint }: Props) => (
  <div className={classes.head}>
    <h2 id={id}>{title}</h2>
    {hint !== undefined && <span>{hint}</span>}
  </div>
);
