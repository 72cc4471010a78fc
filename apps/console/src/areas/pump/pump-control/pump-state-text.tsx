import { useTranslations } from 'use-intl';
import { pumpStatusStyles } from '../../../device/pump-status.tsx';
import { usePump } from '../../../device/use-device.ts';
import { useAgeText } from '../../../lib/texts/format.ts';

/** The pump state and its age. */
export function PumpStateText({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pump');
  const ageText = useAgeText();
  const { status, ageS } = usePump(deviceId);
  const least = status === 'stale' || status === 'offline' ? 'moment' : 'now';
  return (
    <span
      className="flex items-baseline flex-wrap gap-y-0 gap-x-2 mt-0.5"
      data-tone={pumpStatusStyles[status].tone}
      data-state={status}
    >
      <span className="text-tone-ink text-md font-semibold">{t(`state.${status}`)}</span>
      {ageS !== null && <span className="text-xs text-dim">{ageText(ageS, least)}</span>}
    </span>
  );
}
