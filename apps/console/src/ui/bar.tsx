interface BarProps {
  label: string;
  /** From 0 to 1; `null` is unknown: an empty bar without a role. */
  share: number | null;
  /** The value as text, for screen readers. */
  text: string;
  isStale: boolean;
}

const TRACK =
  'overflow-hidden w-full rounded-lg bg-inset inset-ring inset-ring-line h-2.5 mt-2 mb-1.5 forced-colors:border forced-colors:border-[CanvasText]';

/** A value on a bounded scale. */
export function Bar({ label, share, text, isStale }: BarProps) {
  if (share === null) return <div className={TRACK} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: each browser draws a <meter> differently
    <div
      className={TRACK}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={share}
      aria-valuetext={text}
    >
      <span
        className={`block h-full rounded-lg [transition:width_0.6s_cubic-bezier(0.2,0.8,0.2,1)] forced-colors:bg-[CanvasText] ${isStale ? 'bg-off' : 'bg-linear-to-r from-accent-400 to-accent-600'}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
