import { useTranslations } from 'use-intl';
import { pumpStatusStyles } from '../../../device/pump-status.tsx';
import { usePump } from '../../../device/use-device.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import tones from '../../../ui/tone.module.css';
import classes from './pump-state-text.module.css';

/** The pump state and its age. */
export function PumpStateText({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pump');
  const ageText = useAgeText();
  const { status, ageS } = usePump(deviceId);
  const least = status === 'stale' || status === 'offline' ? 'moment' : 'now';
  return (
    <span
      className={`${classes.line} ${tones.tone}`}
      data-tone={pumpStatusStyles[status].tone}
      data-state={status}
    >
      <span className={classes.state}>{t(`state.${status}`)}</span>
      {ageS !== null && <span className="dim text-xs">{ageText(ageS, least)}</span>}
    </span>
  );
}
