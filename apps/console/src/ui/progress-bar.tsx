import classes from './progress-bar.module.css';

/** How much of something is done. The words beside it say what. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      className={classes.rail}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={classes.done} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}
