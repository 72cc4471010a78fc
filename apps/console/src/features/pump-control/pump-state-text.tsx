import { useTranslations } from 'use-intl';
import { looks } from '../../device/pump-look.tsx';
import { usePump } from '../../device/use-device.ts';
import { useAgeText } from '../../lib/format.ts';
import tones from '../../ui/tone.module.css';
import classes from './pump-state-text.module.css';

/** The pump state and its age. */
export function PumpStateText({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pump');
  const ageText = useAgeText();
  const { look, ageS } = usePump(deviceId);
  const least = look === 'stale' || look === 'offline' ? 'moment' : 'now';
  return (
    <span className={`${classes.line} ${tones.tone}`} data-tone={looks[look].tone} data-state={look}>
      <span className={classes.state}>{t(`state.${look}`)}</span>
      {ageS !== null && <span className={classes.age}>{ageText(ageS, least)}</span>}
    </span>
  );
}
