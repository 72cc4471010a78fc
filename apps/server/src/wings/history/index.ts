import type { LastData } from '@manoboard/contract/device/device';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import type { Core } from '../../core.ts';
import type { AllowDevice, AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import type { Wing } from '../../wing.ts';
import { energyRoutes } from './energy/energy.routes.ts';
import { createEnergy, type ReadEnergy } from './energy/energy.service.ts';
import { createEnergyReports } from './energy/energy-report.service.ts';
import { createUsageRecorder } from './energy/usage.service.ts';
import { createFleetPressures } from './fleet-pressures.ts';
import { historyRoutes } from './history.routes.ts';
import { createHistoryExport } from './history-export.ts';
import { createHistoryRetention } from './history-partitions.ts';
import { createReaders } from './reader-pool.ts';
import { createRollups } from './rollup.service.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { createStatistics } from './statistics/statistics.service.ts';
import { createFrameCompression } from './store/frame-compression.ts';
import { createFramePartitions } from './store/frame-partitions.ts';
import { createWallLitres } from './wall-litres.ts';

/** What keeps stored frames: partitions, compression, rollups and their retention. */
function createStorage(core: Core) {
  const { config, databases, now } = core;
  const { reports, frames } = databases;
  const usage = createUsageRecorder({ db: reports, now, retentionDays: config.RETENTION_HOUR_DAYS });
  const rollups = createRollups({
    db: reports,
    rawDays: config.RETENTION_RAW_DAYS,
    collectUsage: usage.collect,
  });
  const partitions = createFramePartitions({
    ...core,
    db: frames,
    retentionDays: config.RETENTION_RAW_DAYS,
    rolledUpToMs: rollups.progressMs,
  });
  const dropExpired = createHistoryRetention({
    ...core,
    db: reports,
    retentionDays: { minute: config.RETENTION_MINUTE_DAYS, hour: config.RETENTION_HOUR_DAYS },
  });
  return {
    usage,
    rollups,
    partitions,
    dropExpired,
    compression: createFrameCompression({ ...core, db: reports }),
  };
}

interface Needs {
  lastData: (deviceId: string) => LastData;
  allowDevice: AllowDevice;
  /** The pumps of the wall of a user. */
  listWatched: (user: SessionUser) => Promise<AllowedDevice[]>;
}

/** Stored frames, and what is read from them: graphs, exports, energy and statistics. */
export function createHistoryWing(core: Core, { lastData, allowDevice, listWatched }: Needs) {
  const { config, databases, now, mail, preferencesOf: csvReaderOf } = core;
  const { history: ownDb, reports } = databases;
  const storage = createStorage(core);
  const retentionDays = {
    raw: config.RETENTION_RAW_DAYS,
    minute: config.RETENTION_MINUTE_DAYS,
    hour: config.RETENTION_HOUR_DAYS,
  };
  const intervalOf = (deviceId: string) => lastData(deviceId).every_s ?? USUAL_INTERVAL;
  const readers = createReaders({ ...core, retentionDays });
  const wallLitres = createWallLitres({ now, readers, intervalOf, listWatched });
  const files = createHistoryExport({ db: reports, now, csvReaderOf, retentionDays });
  const pressures = createFleetPressures({ db: ownDb, now, lastData });
  const readEnergy: ReadEnergy = async (user, device, query, signal) => {
    const { body } = await readers.read(user.id, { name: 'energy', user, device, query }, signal);
    return JSON.parse(body.toString());
  };
  const energy = createEnergy({ db: ownDb, now, read: readEnergy, csvReaderOf });
  const monthly = createEnergyReports({ ...core, read: readEnergy, allowDevice, sendMail: mail.send });
  const statistics = createStatistics(core);
  const wing: Wing = {
    routes: (api, { startExport, reads }) => {
      historyRoutes(api, { readers, intervalOf }, files, startExport, pressures, reads, wallLitres);
      energyRoutes(api, readers, energy, reads);
      statisticsRoutes(api, statistics, { readers, now, hourDays: retentionDays.hour }, reads);
    },
    jobs: {
      /** Creates the frame partitions of the next days. */
      'frame-partitions': { cron: '5 * * * *', run: storage.partitions.prepare },
      /** Packs the frames of closed days. */
      'frame-compression': { cron: EVERY_MINUTE, isLong: true, run: storage.compression.run },
      /** Drops frames older than RETENTION_RAW_DAYS. */
      'frame-retention': { cron: '15 * * * *', run: storage.partitions.dropExpired },
      /** Rolls up frames to minutes and hours. */
      'history-rollups': { cron: EVERY_MINUTE, isLong: true, run: storage.rollups.run },
      /** Drops rollups older than RETENTION_MINUTE_DAYS and RETENTION_HOUR_DAYS. */
      'history-retention': { cron: '20 * * * *', run: storage.dropExpired },
      /** Mails the monthly energy reports that are due. */
      'energy-reports': { cron: '10 * * * *', run: monthly.run },
      /** Deletes energy figures older than RETENTION_HOUR_DAYS. */
      'energy-retention': { cron: '30 3 * * *', run: storage.usage.deleteExpired },
    },
    tasks: monthly.handlers,
    start: storage.partitions.prepare,
    /** Statements of the threads would wait for a silent database. */
    on: { database: ({ isUp }) => (isUp ? undefined : readers.endThreads()) },
    async close() {
      await readers.stop();
      await storage.compression.stop();
      await storage.rollups.stop();
    },
  };
  return { wing, rollups: storage.rollups };
}
export type HistoryWing = ReturnType<typeof createHistoryWing>;
