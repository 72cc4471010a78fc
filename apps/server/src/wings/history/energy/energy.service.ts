import type { Energy, EnergyCsvQuery, EnergyQuery, EnergySettings } from '@manoboard/contract/history/energy';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import {
  figuresOf,
  heatOf,
  specificBand,
  sumUsage,
  totalOf,
  type Usage,
} from '@manoboard/domain/energy/energy';
import { type Buckets, planEnergy, type Span } from '@manoboard/domain/energy/period';
import { dueMonth } from '@manoboard/domain/energy/report';
import { DEFAULT_CO2_G, lowRateOf } from '@manoboard/domain/energy/tariff';
import { type UsageHour, usageOfHour } from '@manoboard/domain/energy/usage-hour';
import { nextHourMs, REACH_MS } from '@manoboard/domain/history/blocks';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { zoneOf } from '@manoboard/domain/time-zone';
import { type CsvReader, createCsv } from '../../../base/csv.ts';
import { createPace, type Pace } from '../../../base/turns.ts';
import type { Core } from '../../../core.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { findProgressMs } from '../history.repo.ts';
import { listFrames } from '../store/stored-frames.repo.ts';
import { findSettings, upsertSettings } from './energy-settings.repo.ts';
import { findFirstHourMs, listUsage } from './usage.repo.ts';

const HEAT_MS = 28 * DAY_MS;
/** Days from which the usual specific energy is known. */
const BAND_DAYS = 90;
/** Frames of this time at most are read for hours that are not rolled up; usually it is one. */
const LONGEST_TAIL_MS = 6 * HOUR_MS;
const FIELDS: readonly ReadingField[] = ['frequency_fc', 'pressure', 'electro_meter'];

/** Hours that an answer reads: its cost in the read budget of the user. */
export const hoursRead = ({ period }: Pick<EnergyQuery, 'period'>) =>
  24 * (period === 'year' ? 2 * 366 : BAND_DAYS);

/** A device and what its reader may see of it. */
export type EnergyDevice = Pick<AllowedDevice, 'deviceKey' | 'visibleFromS'>;
type Reader = Pick<SessionUser, 'id'>;

const defaultSettings = (zone: string): EnergySettings => ({
  currency: 'EUR',
  price: null,
  low_price: null,
  low_hours: [0, 0, 0, 0, 0, 0, 0],
  co2_g: DEFAULT_CO2_G,
  has_report: false,
  zone,
});

/** R4.3c: values of a former tenure reach into the next hour, so the first whole hour after that is the first one. */
const firstVisibleMs = ({ visibleFromS }: EnergyDevice) =>
  visibleFromS === null ? 0 : Math.ceil((visibleFromS * 1000 + REACH_MS) / HOUR_MS) * HOUR_MS;

const inSeconds = ({ fromMs, toMs }: Span) => ({ from: fromMs / 1000, to: toMs / 1000 });

/** Whole days before a moment. */
const daysBefore = (toMs: number): Buckets => {
  const fromMs = toMs - BAND_DAYS * DAY_MS;
  return { fromMs, toMs, starts: Array.from({ length: BAND_DAYS }, (_, i) => fromMs + i * DAY_MS) };
};

/** Energy and running of a device by calendar periods, from the hours that were stored with the rollups. Reader threads run it. */
export function createEnergyReader({ db, now }: Pick<Core, 'db' | 'now'>) {
  /** Hours that are not rolled up yet, from frames. */
  async function readTail(deviceKey: DeviceKey, fromMs: number, nowMs: number): Promise<UsageHour[]> {
    const frames = await listFrames(db, deviceKey, fromMs - REACH_MS, nowMs, FIELDS);
    const hours: UsageHour[] = [];
    for (let hourMs = fromMs; hourMs < nowMs; hourMs = nextHourMs(hourMs)) {
      const near = frames.filter(({ tsMs }) => tsMs >= hourMs - REACH_MS && tsMs < nextHourMs(hourMs));
      const usage = usageOfHour(near, hourMs);
      if (usage) hours.push(usage);
    }
    return hours;
  }

  async function listHours(
    device: EnergyDevice,
    { fromMs, toMs }: Span,
    nowMs: number,
    pace: Pace,
  ): Promise<UsageHour[]> {
    const firstMs = firstVisibleMs(device);
    const rolledMs = Math.max(await findProgressMs(db), nowMs - LONGEST_TAIL_MS);
    const tailMs = Math.max(Math.floor(rolledMs / HOUR_MS) * HOUR_MS, firstMs);
    const [first, last] = [Math.max(fromMs, firstMs), Math.min(toMs, nowMs)];
    const stored = await listUsage(db, device.deviceKey, first, last, pace);
    const tail = toMs > tailMs ? await readTail(device.deviceKey, tailMs, nowMs) : [];
    return [...stored.filter(({ hourMs }) => hourMs >= firstMs && hourMs < tailMs), ...tail];
  }

  return async function read(
    user: Reader,
    device: EnergyDevice,
    query: EnergyQuery,
    pace: Pace = createPace(),
  ): Promise<Energy> {
    const nowMs = now();
    const zone = zoneOf(query.zone);
    const settings = (await findSettings(db, user.id, device.deviceKey)) ?? defaultSettings(query.zone);
    const wallMs = query.date === undefined ? zone.wallOf(nowMs) : Date.parse(query.date);
    const { period, step } = query;
    const plan = planEnergy({ zone, period, step, wallMs, nowMs });
    const endMs = Math.min(nowMs, plan.toMs);
    const band = daysBefore(endMs);
    const fromMs = Math.min(plan.previous.fromMs, band.fromMs);
    const hours = await listHours(device, { fromMs, toMs: plan.toMs }, nowMs, pace);
    const isLow = lowRateOf(settings, zone);

    const figures = (usage: Usage, { fromMs, toMs }: Span) =>
      figuresOf(usage, Math.max(0, Math.min(toMs, nowMs) - fromMs), settings);
    const spanFigures = (span: Span) => {
      const usage = totalOf(sumUsage(hours, { starts: [span.fromMs], toMs: span.toMs }, isLow));
      return { ...figures(usage, span), ...inSeconds(span) };
    };
    const bucketFigures = (span: Buckets) => {
      const { starts, toMs } = span;
      const usages = sumUsage(hours, span, isLow);
      const buckets = usages.map((usage, i) => {
        const startMs = starts[i] ?? toMs;
        return { t: startMs / 1000, ...figures(usage, { fromMs: startMs, toMs: starts[i + 1] ?? toMs }) };
      });
      return { ...inSeconds(span), total: figures(totalOf(usages), span), buckets };
    };
    /** Yields before each sum: one of 17,000 hours takes up to 2 ms. */
    const inTurn = async <T>(compute: () => T): Promise<T> => {
      await pace();
      return compute();
    };
    const { previous, comparison } = plan;
    const storedMs = await findFirstHourMs(db, device.deviceKey, firstVisibleMs(device));
    const sinceMs = storedMs ?? hours[0]?.hourMs;
    return {
      ...(await inTurn(() => bucketFigures(plan))),
      step: plan.step,
      at: Math.floor(nowMs / 1000),
      previous: await inTurn(() => bucketFigures(previous)),
      comparison: comparison
        ? {
            now: await inTurn(() => spanFigures(comparison.now)),
            before: await inTurn(() => spanFigures(comparison.before)),
          }
        : null,
      heat: await inTurn(() => heatOf(hours, { fromMs: endMs - HEAT_MS, toMs: endMs }, zone)),
      band: await inTurn(() => specificBand(sumUsage(hours, band, isLow))),
      since: sinceMs === undefined ? null : sinceMs / 1000,
      settings,
    };
  };
}

export type ReadEnergy = (
  user: Reader,
  device: EnergyDevice,
  query: EnergyQuery,
  signal?: AbortSignal,
) => Promise<Energy>;

interface Needs extends Pick<Core, 'db' | 'now'> {
  /** By a reader thread. */
  read: ReadEnergy;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
}

/** Files and settings of the energy of a device. */
export function createEnergy({ db, now, read, csvReaderOf }: Needs) {
  return {
    async csv(
      user: SessionUser,
      device: EnergyDevice,
      { decimal, ...query }: EnergyCsvQuery,
      signal: AbortSignal,
    ): Promise<string> {
      const { buckets, settings } = await read(user, device, query, signal);
      const csv = createCsv(await csvReaderOf(user), { zone: query.zone, decimal });
      const columns = [
        'kwh',
        'low_kwh',
        'running_h',
        'starts',
        'bar',
        'kwh_per_h',
        'co2_kg',
        'measured',
      ] as const;
      const lines = buckets.map((bucket) => {
        const values = columns.map((column) => bucket[column]);
        return csv.line([...csv.time(bucket.t * 1000), ...values, bucket.cost]);
      });
      const cost = csv.t('csv.cost', { currency: settings.currency });
      return [csv.head([...csv.timeNames('time'), ...columns.map(csv.name), cost]), ...lines].join('');
    },

    /** Stores the settings of this user; each user of a device has their own. */
    async set(user: SessionUser, device: EnergyDevice, settings: EnergySettings): Promise<EnergySettings> {
      await upsertSettings(db, user.id, device.deviceKey, settings, dueMonth(zoneOf(settings.zone), now()));
      return settings;
    },
  };
}
export type EnergyService = ReturnType<typeof createEnergy>;
