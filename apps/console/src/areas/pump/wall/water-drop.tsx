import type { WaterTone } from '@manoboard/contract/device/water';

const OUTLINE = 'M12 1.5C12 1.5 3 11.5 3 19.2A9 9 0 0 0 21 19.2C21 11.5 12 1.5 12 1.5Z';

/** The shape says the same as the colour: full, empty, dashed, or with an exclamation mark. */
export function WaterDrop({ tone, className }: { tone: WaterTone; className: string }) {
  const isFull = tone === 'water' || tone === 'look';
  return (
    <svg className={className} viewBox="0 0 24 30" data-water={tone} aria-hidden="true">
      <path
        d={OUTLINE}
        fill={isFull ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray={tone === 'unknown' ? '3 2' : undefined}
      />
      {tone === 'act' && (
        <path d="M12 12v6M12 22v.2" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      )}
    </svg>
  );
}
