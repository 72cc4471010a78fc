import classes from './bar.module.css';

interface BarProps {
  label: string;
  /** How full it is, from 0 to 1; nothing is not known, which is drawn empty and called nothing. */
  share: number | null;
  /** The value in words. */
  text: string;
  isStale: boolean;
}

/** A value between two ends, as a bar. */
export function Bar({ label, share, text, isStale }: BarProps) {
  if (share === null) return <div className={classes.bar} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a <meter> each in its own way
    <div
      className={classes.bar}
      data-stale={isStale}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={share}
      aria-valuetext={text}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}
