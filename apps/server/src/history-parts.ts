import { join } from 'node:path';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import type { Context } from './base/context.ts';
import type { CsvReader } from './base/csv.ts';
import { openStateDir } from './base/data-dir.ts';
import type { Databases } from './db/db.ts';
import { createDemoHistory } from './demo/demo-history.ts';
import type { AllowDevice } from './http/rules.ts';
import type { SessionUser } from './http/session.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbox } from './outbox/outbox.ts';
import { listDeviceFacts } from './wings/devices/devices.repo.ts';
import { createEnergy } from './wings/history/energy/energy.service.ts';
import { createEnergyReports } from './wings/history/energy/energy-report.service.ts';
import { mapFirstHours, mapUsage } from './wings/history/energy/usage.repo.ts';
import { createUsageRecorder } from './wings/history/energy/usage.service.ts';
import { createFleetPressures } from './wings/history/fleet-pressures.ts';
import { findProgressMs, listFrames, mapSeenHours } from './wings/history/history.repo.ts';
import { createHistory } from './wings/history/history.service.ts';
import { createHistoryExport } from './wings/history/history-export.ts';
import { createHistoryRetention } from './wings/history/history-partitions.ts';
import { createRollups } from './wings/history/rollup.service.ts';
import { createStatistics } from './wings/history/statistics/statistics.service.ts';
import { createUsageStatistics } from './wings/history/statistics/usage-statistics.ts';
import { createDeviceMetrics } from './wings/telemetry/device-metrics.ts';
import { createFrameCompression } from './wings/telemetry/frame-compression.ts';
import { createFramePartitions } from './wings/telemetry/frame-partitions.ts';
import type { Telemetry } from './wings/telemetry/telemetry.service.ts';

/** What keeps stored frames: partitions, compression, rollups and their retention. */
export function createStorageParts({ config, log, now }: Context, { reports, frames }: Databases) {
  const usage = createUsageRecorder({ db: reports, now, retentionDays: config.RETENTION_HOUR_DAYS });
  const rollups = createRollups({
    db: reports,
    rawDays: config.RETENTION_RAW_DAYS,
    collectUsage: usage.collect,
  });
  const demoHistory = createDemoHistory({
    db: reports,
    now,
    boardsDir: join(openStateDir(config), 'boards'),
    rawDays: config.RETENTION_RAW_DAYS,
    rollUp: rollups.run,
    storePast: rollups.storePast,
  });
  const framePartitions = createFramePartitions({
    db: frames,
    log,
    now,
    retentionDays: config.RETENTION_RAW_DAYS,
    rolledUpToMs: rollups.progressMs,
  });
  const dropExpiredHistory = createHistoryRetention({
    db: reports,
    log,
    now,
    retentionDays: { minute: config.RETENTION_MINUTE_DAYS, hour: config.RETENTION_HOUR_DAYS },
  });
  const frameCompression = createFrameCompression({ db: reports, log, now });
  return { usage, rollups, demoHistory, framePartitions, dropExpiredHistory, frameCompression };
}

interface HistoryNeighbours {
  databases: Databases;
  outbox: Outbox;
  telemetry: Telemetry;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
  allowDevice: AllowDevice;
  sendMail: Mailer['send'];
  pageUrl: (path: string) => string;
}

/** What reads stored frames: graphs, exports, energy, statistics and metrics. */
export function createHistoryParts(
  { config, now }: Context,
  { databases, outbox, telemetry, csvReaderOf, allowDevice, sendMail, pageUrl }: HistoryNeighbours,
) {
  const { db, history: ownDb, reports } = databases;
  const { lastData, presence } = telemetry;
  const intervalOf = (deviceId: string) => lastData(deviceId).every_s ?? USUAL_INTERVAL;
  const retentionDays = {
    raw: config.RETENTION_RAW_DAYS,
    minute: config.RETENTION_MINUTE_DAYS,
    hour: config.RETENTION_HOUR_DAYS,
  };
  const energy = createEnergy({
    db: ownDb,
    now,
    csvReaderOf,
    listFrames,
    findRolledUpMs: findProgressMs,
  });
  return {
    intervalOf,
    history: createHistory({
      db: ownDb,
      now,
      retentionDays,
      intervalOf,
    }),
    writeDeviceMetrics: createDeviceMetrics({ db: reports, now, lastData, presence, listDeviceFacts }),
    fleetPressures: createFleetPressures({ db: ownDb, now, lastData }),
    historyExport: createHistoryExport({ db: reports, now, csvReaderOf, retentionDays }),
    energy,
    energyReports: createEnergyReports({
      db,
      outbox,
      now,
      read: energy.read,
      allowDevice,
      sendMail,
      pageUrl,
    }),
    statistics: createStatistics({ db, now }),
    usageStatistics: createUsageStatistics({
      db: reports,
      now,
      mapUsage,
      mapFirstHours,
      mapSeenHours,
      findRolledUpMs: findProgressMs,
      retentionDays: config.RETENTION_HOUR_DAYS,
    }),
  };
}
