export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      className="overflow-hidden w-full rounded-lg bg-inset inset-ring inset-ring-line h-2.5"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span
        className="block h-full rounded-[inherit] bg-accent origin-left [transition:transform_0.4s]"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
