import { useTranslations } from 'use-intl';
import type { PumpStatus } from '../../../device/device-view.ts';
import { useLostLink } from '../../../device/reach.ts';
import { usePumpStatuses } from './use-pump-statuses.ts';

const UNKNOWN: readonly PumpStatus[] = ['unknown', 'stale', 'offline', 'connecting'];

/**
 * Counts of faults, offline and running pumps. "None runs" is shown only when the status of all is known. While the
 * server does not answer, the counts are the last known ones, without the colour of a fault.
 */
export function DeviceSummary({ deviceIds }: { deviceIds: readonly string[] }) {
  const t = useTranslations('dashboard');
  const statuses = usePumpStatuses(deviceIds);
  const isLost = useLostLink() !== undefined;
  const count = (wanted: PumpStatus) => statuses.filter((status) => status === wanted).length;
  const running = count('running');
  return t.rich('summary', {
    count: deviceIds.length,
    faults: count('fault'),
    offline: count('offline'),
    running,
    isKnown: running === 0 && statuses.some((status) => UNKNOWN.includes(status)) ? 'no' : 'yes',
    isLost: isLost ? 'yes' : 'no',
    bad: (words) => (isLost ? words : <strong className="text-stop-ink font-semibold">{words}</strong>),
  });
}
