import type { EnergyQuery } from '@manoboard/contract/history/energy';
import type { HistoryQuery } from '@manoboard/contract/history/history';
import type { UsageStatisticsQuery } from '@manoboard/contract/history/statistics';
import type { Level } from '@manoboard/domain/history/blocks';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import type { Pace } from '../../base/turns.ts';
import type { Connection, Db } from '../../db/db.ts';
import { type JsonAnswer, writeJson } from '../../http/json-answer.ts';
import type { SessionUser } from '../../http/session.ts';
import { createEnergyReader, type EnergyDevice } from './energy/energy.service.ts';
import { createHistory } from './history.service.ts';
import type { HistoryDevice } from './history-blocks.ts';
import { createRollupCache } from './merged-rollups.ts';
import { createUsageStatistics } from './statistics/usage-statistics.ts';

/** What a reader thread gets at its start. */
export interface ReaderSettings {
  connection: Connection;
  retentionDays: Readonly<Record<'raw' | Level, number>>;
  /** For the merged rollups of graphs. */
  cacheBytes: number;
}

/** A heavy read, with all that the thread cannot know. */
export type ReadCall = { nowMs: number } & (
  | { name: 'history'; device: HistoryDevice; query: HistoryQuery; interval: FrameInterval }
  | { name: 'energy'; user: Pick<SessionUser, 'id'>; device: EnergyDevice; query: EnergyQuery }
  | { name: 'usage'; user: SessionUser; query: UsageStatisticsQuery }
);

/** Runs in a reader thread: reads, computes and writes the answer. */
export function createReads(db: Db, { retentionDays, cacheBytes }: ReaderSettings) {
  const cache = createRollupCache(cacheBytes);
  function read(call: ReadCall, pace: Pace): Promise<object> {
    const now = () => call.nowMs;
    switch (call.name) {
      case 'history':
        return createHistory({ db, cache, now, retentionDays, intervalOf: () => call.interval }).read(
          call.device,
          call.query,
          pace,
        );
      case 'energy':
        return createEnergyReader({ db, now })(call.user, call.device, call.query, pace);
      case 'usage':
        return createUsageStatistics({ db, now }).read(call.user, call.query, pace);
    }
  }
  return async (call: ReadCall, pace: Pace): Promise<JsonAnswer> => writeJson(await read(call, pace), pace);
}
