import classes from './progress-bar.module.css';

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
