import classes from './bar.module.css';

interface BarProps {
  label: string;
  /** From 0 to 1; `null` is unknown: an empty bar without a role. */
  share: number | null;
  /** The value as text, for screen readers. */
  text: string;
  isStale: boolean;
}

/** A value on a bounded scale. */
export function Bar({ label, share, text, isStale }: BarProps) {
  if (share === null) return <div className={classes.bar} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: each browser draws a <meter> differently
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
