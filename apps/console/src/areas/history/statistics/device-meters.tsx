import type { FcDevice } from '@manoboard/contract/device/device';
import { MAX_WATCHED } from '@manoboard/contract/device/device.calls';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { liveStore } from '../../../device/live/live.ts';
import { useLiveLink } from '../../../device/live/use-link.ts';
import { PumpPill } from '../../../device/pump-status.tsx';
import { fcDevicesQuery } from '../../../device/queries.ts';
import { usePump, useReading } from '../../../device/use-device.ts';
import { useQuantity } from '../../../device/use-quantity.ts';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { foldText, searchWords } from '../../../lib/texts/search-text.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Bar } from '../../../ui/bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Value } from '../../../ui/value.tsx';
import { DeviceUsage } from './device-usage.tsx';
import type { PeriodDays } from './periods.ts';
import { PeriodChoice, StatisticsFrame } from './statistics-frame.tsx';
import { usageQuery } from './usage-query.ts';

const METERS = ['electro_meter', 'motor_operating_hours'] as const;
type Meter = (typeof METERS)[number];

/** More rows are shown by this many; the live link accepts a limited number of devices. */
const STEP = 20;

/** The largest reported value of these devices, for the length of the bars. */
const useLargest = (ids: readonly string[], meter: Meter): number =>
  useSyncExternalStore(liveStore.subscribeAll, () =>
    Math.max(0, ...ids.map((id) => liveStore.device(id).last?.data[meter] ?? 0)),
  );

function MeterValue({ deviceId, meter, largest }: { deviceId: string; meter: Meter; largest: number }) {
  const t = useTranslations('stats');
  const { value } = useReading(deviceId, meter);
  const shown = useQuantity(deviceId, meter);
  return (
    <div>
      <dl>
        <Value label={t(meter)} {...shown} />
      </dl>
      <Bar
        label={t(meter)}
        share={value === null || largest === 0 ? null : value / largest}
        text={[shown.text, 'unit' in shown ? shown.unit : ''].join(' ')}
        isStale={shown.freshness !== 'live'}
      />
    </div>
  );
}

interface RowProps {
  device: FcDevice;
  largest: Record<Meter, number>;
  usage: ReactNode;
}

function DeviceRow({ device: { owner_dev_id: id, alias, owner }, largest, usage }: RowProps) {
  const { status } = usePump(id);
  const name = alias?.trim() || id;
  return (
    <li className="grid items-center gap-y-3 gap-x-6.5 border-b border-line grid-cols-[minmax(0,1.4fr)_repeat(2,minmax(0,1fr))] pb-3 max-sm:grid-cols-2 last:border-b-0">
      <div className="grid justify-items-start gap-1 max-sm:col-span-full">
        <DeviceLink deviceId={id} className="font-semibold text-link wrap-anywhere">
          {name}
        </DeviceLink>
        <p className="text-md text-dim wrap-anywhere">
          {[name === id ? null : id, owner].filter(Boolean).join(' · ')}
        </p>
        <PumpPill status={status} />
      </div>
      {METERS.map((meter) => (
        <MeterValue key={meter} deviceId={id} meter={meter} largest={largest[meter]} />
      ))}
      {usage}
    </li>
  );
}

interface RowsProps {
  devices: readonly FcDevice[];
  days: PeriodDays;
}

function Rows({ devices, days }: RowsProps) {
  const t = useTranslations('statistics.devices');
  const [count, setCount] = useState(STEP);
  const shown = devices.slice(0, count);
  const ids = shown.map(({ owner_dev_id }) => owner_dev_id);
  useLiveLink(ids);
  const largest = {
    electro_meter: useLargest(ids, 'electro_meter'),
    motor_operating_hours: useLargest(ids, 'motor_operating_hours'),
  };
  const hidden = devices.length - shown.length;
  const usage = useQuery(usageQuery(days, useDisplayTimeZone(), ids));
  return (
    <>
      {usage.isError && (
        <LoadStates state="failed" error={usage.error} onRetry={() => void usage.refetch()} />
      )}
      <ul className="grid gap-3">
        {shown.map((device) => (
          <DeviceRow
            key={device.owner_dev_id}
            device={device}
            largest={largest}
            usage={<DeviceUsage deviceId={device.owner_dev_id} usage={usage.data} days={days} />}
          />
        ))}
      </ul>
      {hidden > 0 && count < MAX_WATCHED && (
        <Button variant="subtle" fullWidth onClick={() => setCount(Math.min(MAX_WATCHED, count + STEP))}>
          {t('more', { count: hidden })}
        </Button>
      )}
      {hidden > 0 && count >= MAX_WATCHED && (
        <p className="text-md text-dim wrap-anywhere">{t('limited', { count })}</p>
      )}
    </>
  );
}

function matches({ alias, owner_dev_id, owner }: FcDevice, words: readonly string[]) {
  const text = foldText([alias, owner_dev_id, owner].join(' '));
  return words.every((word) => text.includes(word));
}

/** R2.1: state and meters of each device as it reports them, with their age, and what it did in the period. */
export function DeviceMeters() {
  const t = useTranslations('statistics');
  const [search, setSearch] = useState('');
  const [days, setDays] = useState<PeriodDays>(30);
  const query = useQuery(fcDevicesQuery);
  return (
    <StatisticsFrame text={t('devices.lead')} action={<PeriodChoice days={days} onDays={setDays} />}>
      <div className="grid gap-gutter min-w-0 grid-cols-1">
        <SearchField label={t('devices.search')} value={search} onSearch={setSearch} />
        <QueryPanel id="statistics-meters" title={t('devices.list')} query={query}>
          {(devices) => {
            const found = devices.filter((device) => matches(device, searchWords(search)));
            if (devices.length === 0)
              return <p className="text-md text-dim wrap-anywhere">{t('states.none')}</p>;
            if (found.length === 0)
              return <p className="text-md text-dim wrap-anywhere">{t('devices.noMatch')}</p>;
            return <Rows key={search} devices={found} days={days} />;
          }}
        </QueryPanel>
      </div>
    </StatisticsFrame>
  );
}
