import classes from './section-head.module.css';

interface Props {
  id: string;
  title: string;
  /** Secondary text beside the title. */
  hint?: string | undefined;
}

/** The heading of a group of cards. */
export const SectionHead = ({ id, title, hint }: Props) => (
  <div className={classes.head}>
    <h2 id={id}>{title}</h2>
    {hint !== undefined && <span>{hint}</span>}
  </div>
);
