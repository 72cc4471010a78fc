import type { LastData } from '@manoboard/contract/device/device';
import type { FleetPressures } from '@manoboard/contract/fleet/fleet';
import { configInForce } from '@manoboard/domain/device-config/version';
import { CARRY_MS, LEVELS } from '@manoboard/domain/history/blocks';
import { addSeries, addValue, NO_BUCKET, newSeries, type Series } from '@manoboard/domain/history/series';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listPressureBlocks, listPressureSamples, listTrendDevices } from './fleet-pressures.repo.ts';
import { findProgressMs } from './history.repo.ts';
import { roundedValue, valuesOf } from './history.service.ts';

/** 48 buckets on 80 pixels. */
const STEP_MS = 30 * 60_000;
const COUNT = 48;
const SAMPLE_MS = 10 * 60_000;

interface Needs extends Pick<Core, 'now'> {
  /** Connections of their own: graphs wait for graphs only, and a slow query is cancelled. */
  db: Db;
  lastData: (deviceId: string) => LastData;
}

/** R7.2: the pressure of the rows on a screen: rollups as far as they were made, and samples of frames for the rest. */
export function createFleetPressures({ db, now, lastData }: Needs) {
  async function readSeries(deviceKeys: readonly DeviceKey[], fromMs: number, toMs: number) {
    const seriesOf = new Map(deviceKeys.map((key) => [key, newSeries('pressure', COUNT)]));
    const indexAt = (ms: number) => Math.floor((ms - fromMs) / STEP_MS);
    const rolledMs = Math.max(fromMs, Math.min(toMs, await findProgressMs(db)));
    // An hour that began before the first bucket is in it by its second half.
    const blocks = { fromMs: fromMs - LEVELS.minute.blockMs + STEP_MS, toMs: rolledMs };
    for (const { deviceKey, startMs, block } of await listPressureBlocks(db, deviceKeys, blocks)) {
      const series = seriesOf.get(deviceKey);
      const { pressure } = block.fields;
      if (!series || !pressure) continue;
      const targets = Int32Array.from(pressure.min, (_, minute) =>
        Math.max(NO_BUCKET, indexAt(startMs + minute * LEVELS.minute.bucketMs)),
      );
      addSeries(series, pressure, targets);
    }
    const tail = { fromMs: rolledMs, toMs, everyMs: SAMPLE_MS, carryMs: CARRY_MS };
    for (const { deviceKey, at, pressure } of await listPressureSamples(db, deviceKeys, tail)) {
      const series = seriesOf.get(deviceKey);
      if (series) addValue(series, indexAt(at.getTime()), pressure, SAMPLE_MS);
    }
    return seriesOf;
  }

  /** R5.5: the wire carries bar ÷ normalizer. */
  function requiredBar(deviceId: string, config: ReturnType<typeof configInForce>): number | null {
    const { required_pressure: value } = lastData(deviceId).data;
    if (!config || value === null || value === undefined) return null;
    return roundedValue(value * (config.pressure?.normalizer ?? 1));
  }

  const columnsOf = (series: Series) => ({
    min: valuesOf(series, series.min),
    max: valuesOf(series, series.max),
    avg: valuesOf(series, series.avg),
  });

  return {
    async read(deviceIds: readonly string[]): Promise<FleetPressures> {
      const toMs = now();
      const fromMs = (Math.floor(toMs / STEP_MS) - COUNT + 1) * STEP_MS;
      const devices = await listTrendDevices(db, deviceIds);
      const seriesOf = await readSeries(
        devices.map(({ deviceKey }) => deviceKey),
        fromMs,
        toMs,
      );
      return {
        step_s: STEP_MS / 1000,
        t: Array.from({ length: COUNT }, (_, index) => (fromMs + index * STEP_MS) / 1000),
        devices: devices.map(({ deviceKey, deviceId, reportedVersion, appliedConfig }) => ({
          id_dev: deviceId,
          required: requiredBar(deviceId, configInForce(reportedVersion, appliedConfig)),
          ...columnsOf(seriesOf.get(deviceKey) ?? newSeries('pressure', COUNT)),
        })),
      };
    },
  };
}
export type FleetPressureReader = ReturnType<typeof createFleetPressures>;
