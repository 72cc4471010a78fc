import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LastData } from '@manoboard/contract/nouns/device';
import { REACH_MS } from '@manoboard/domain/history/blocks';
import type { HistoryFrame } from '@manoboard/domain/history/rollup';
import { dayOf } from '@manoboard/domain/telemetry/frame-days';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { ensureHistoryPartitions } from '../features/history/history-partitions.ts';
import { insertFrames } from '../features/telemetry/frame.repo.ts';
import { ensurePartitions } from '../features/telemetry/partition.repo.ts';
import { findFirstFrame } from './demo.repo.ts';
import { demoBoards } from './demo-data.ts';
import { listPastFrames, type PastFrame } from './past-frames.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Neighbours {
  db: Db;
  boards: number;
  /** `DEMO_HISTORY_DAYS` */
  days: number;
  lastData: (deviceId: string) => LastData;
  storePast: (tx: Db, deviceKey: DeviceKey, hourMs: number, frames: readonly HistoryFrame[]) => Promise<void>;
}

/** Frames of the last day: graphs of an hour show frames. Their hour that has not ended is rolled up from them. */
async function insertLastDay(tx: Db, deviceKey: DeviceKey, frames: readonly PastFrame[]): Promise<void> {
  const placed = frames.map(({ tsMs, boot, seq, d }) => ({
    deviceKey,
    tsMs,
    receivedAtMs: tsMs,
    isPlacedByArrival: false,
    frame: { v: 1 as const, boot, seq, ts: tsMs / 1000, fc: 1 as const, d },
  }));
  await ensurePartitions(
    tx,
    placed.map(({ tsMs }) => dayOf(tsMs)),
  );
  await insertFrames(tx, placed);
}

/**
 * Gives the boards of the demo a past, so that graphs and energy have something to show on the first day. A board gets it
 * once, when its first frame has arrived: the meters of the past end at its values.
 */
export function createDemoHistory({ db, boards, days, lastData, storePast }: Neighbours) {
  async function insertPast(deviceKey: DeviceKey, frames: readonly PastFrame[], firstMs: number) {
    const hours = new Set(frames.map(({ tsMs }) => Math.floor(tsMs / HOUR_MS) * HOUR_MS));
    const lastHourMs = Math.floor(firstMs / HOUR_MS) * HOUR_MS;
    await db.transaction().execute(async (tx) => {
      await ensureHistoryPartitions(tx, [...hours]);
      let start = 0;
      for (const hourMs of hours) {
        while ((frames[start]?.tsMs ?? hourMs) < hourMs - REACH_MS) start += 1;
        const near = frames.slice(start, start + (HOUR_MS + REACH_MS) / 60_000 + 1);
        if (hourMs < lastHourMs)
          await storePast(
            tx,
            deviceKey,
            hourMs,
            near.filter(({ tsMs }) => tsMs < hourMs + HOUR_MS),
          );
        await nextTurn();
      }
      await insertLastDay(
        tx,
        deviceKey,
        frames.filter(({ tsMs }) => tsMs >= lastHourMs - DAY_MS),
      );
    });
  }

  return async function run(): Promise<void> {
    if (days === 0) return;
    for (const [at, { deviceId, scenario }] of demoBoards(boards).entries()) {
      const { data } = lastData(deviceId);
      const first = scenario && (await findFirstFrame(db, deviceId));
      if (!first || first.hasPast || data.electro_meter === null) continue;
      const { deviceKey, firstMs } = first;
      const fromMs = Math.floor(firstMs / DAY_MS - days) * DAY_MS;
      await insertPast(deviceKey, listPastFrames(scenario, data, at + 1, fromMs, firstMs), firstMs);
    }
  };
}
