import { type FcDevice, PumpLook } from '@manoboard/contract/device/device';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { PumpPill, usePumpStatusText } from '../../../device/pump-status.tsx';
import { fcDevicesQuery } from '../../../device/queries.ts';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { type Count, CountBars } from './count-bars.tsx';

/** R6.1: states of the list are those of the time of the answer. */
const POLL_MS = 30_000;

/** Most frequent first; names with the same count in their order. */
function countBy(devices: readonly FcDevice[], nameOf: (device: FcDevice) => string): Count[] {
  const counts = new Map<string, number>();
  for (const device of devices) counts.set(nameOf(device), (counts.get(nameOf(device)) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ id: label, label, count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

/** Pump states, firmware versions and converter types of the devices that the user may operate. */
export function FleetCards() {
  const t = useTranslations('statistics');
  const { dateTime } = useFormatter();
  const statusText = usePumpStatusText();
  const query = useQuery({ ...fcDevicesQuery, refetchInterval: POLL_MS });
  const { data, dataUpdatedAt } = query;
  const hint = data && {
    count: data.length,
    time: dateTime(new Date(dataUpdatedAt), { timeStyle: 'medium' }),
  };
  const states = (devices: readonly FcDevice[]): Count[] =>
    PumpLook.options
      .map((state) => ({
        id: state,
        label: statusText(state),
        mark: <PumpPill status={state} />,
        count: devices.filter(({ pump }) => pump === state).length,
      }))
      .filter(({ count }) => count > 0);
  return (
    <>
      <QueryPanel
        id="statistics-states"
        title={t('states.title')}
        hint={hint && t('states.hint', hint)}
        query={query}
      >
        {(devices) =>
          devices.length === 0 ? (
            <p className="text-md text-dim wrap-anywhere">{t('states.none')}</p>
          ) : (
            <CountBars rows={states(devices)} />
          )
        }
      </QueryPanel>
      {data && data.length > 0 && (
        <>
          <QueryPanel id="statistics-versions" title={t('versions.title')} query={query}>
            {(devices) => (
              <CountBars rows={countBy(devices, ({ version }) => version ?? t('versions.unknown'))} />
            )}
          </QueryPanel>
          <QueryPanel id="statistics-types" title={t('types.title')} query={query}>
            {(devices) => <CountBars rows={countBy(devices, ({ fc_type }) => fc_type)} />}
          </QueryPanel>
        </>
      )}
    </>
  );
}
