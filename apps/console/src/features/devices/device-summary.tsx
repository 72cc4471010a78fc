import { useTranslations } from 'use-intl';
import type { PumpLook } from '../../device/device-view.ts';
import classes from './device-card.module.css';
import { useLooks } from './use-looks.ts';

const UNKNOWN: readonly PumpLook[] = ['unknown', 'stale', 'offline', 'connecting'];

/** "Is anything wrong?" in a line. None runs only when that is known of all; else nothing is said of it. */
export function DeviceSummary({ deviceIds }: { deviceIds: readonly string[] }) {
  const t = useTranslations('dashboard');
  const looks = useLooks(deviceIds);
  const count = (wanted: PumpLook) => looks.filter((look) => look === wanted).length;
  const running = count('running');
  return t.rich('summary', {
    count: deviceIds.length,
    faults: count('fault'),
    offline: count('offline'),
    running,
    isKnown: running === 0 && looks.some((look) => UNKNOWN.includes(look)) ? 'no' : 'yes',
    bad: (words) => <strong className={classes.bad}>{words}</strong>,
  });
}
