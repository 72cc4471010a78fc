import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import { appendAudit } from './audit-log/audit-log.ts';
import { listChanges } from './audit-log/changes.repo.ts';
import type { Context } from './context.ts';
import { openStateDir, serverIdOf } from './data-dir.ts';
import { openDatabases } from './db/db.ts';
import { postgresUser } from './db/postgres/postgres-user.ts';
import { createDemoHistory } from './demo/demo-history.ts';
import { createEvents, type Events } from './events.ts';
import {
  createAccessParts,
  createAccountParts,
  createChannelParts,
  createDeliveryParts,
  createDiagnosticsParts,
  createFirmwareParts,
  TRIES,
} from './feature-parts.ts';
import { createActivity } from './features/activity/activity.service.ts';

import { createRehearsals } from './features/alert-rehearsal/rehearsal.service.ts';
import { createAlertRules } from './features/alert-rules/alert-rules.service.ts';
import { createAlertSettings } from './features/alert-rules/alert-settings.service.ts';
import { type AlertLife, createAlertLife } from './features/alerts/alert-life.service.ts';
import { createAlerts } from './features/alerts/alerts.service.ts';
import { createFcConflicts } from './features/alerts/fc-conflict.service.ts';
import { createFloods } from './features/alerts/flood.service.ts';
import { createAccountDeletion } from './features/auth/account-deletion.ts';
import { createBackups } from './features/backups/backups.service.ts';
import { createBoardEvents } from './features/board-events/board-events.service.ts';
import { createCommands } from './features/commands/commands.service.ts';
import { createFaultResetPreview } from './features/commands/fault-reset.ts';
import { createDeviceConfig } from './features/device-config/device-config.service.ts';
import { createDevices } from './features/devices/devices.service.ts';
import { recordWord } from './features/diagnostics/registers.service.ts';
import { createEnergy } from './features/energy/energy.service.ts';
import { createEnergyReports } from './features/energy/energy-report.service.ts';
import { findFirstHourMs, listUsage } from './features/energy/usage.repo.ts';
import { createUsageRecorder } from './features/energy/usage.service.ts';
import { createFleet } from './features/fleet/fleet.service.ts';
import { createFleetPressures } from './features/history/fleet-pressures.ts';
import { findProgressMs, listBlocks, listFrames, listFramesOf } from './features/history/history.repo.ts';
import { createHistory } from './features/history/history.service.ts';
import { createHistoryExport } from './features/history/history-export.ts';
import { createHistoryRetention } from './features/history/history-partitions.ts';
import { createRollups } from './features/history/rollup.service.ts';
import { createInstallation } from './features/installation/installation.service.ts';
import { createLockOuts } from './features/lock-out/lock-out.service.ts';
import { createNormal } from './features/normal/normal.service.ts';
import { createOutages } from './features/outage/outage.service.ts';
import { createPersonalData } from './features/personal-data/personal-data.service.ts';
import { createStatistics } from './features/statistics/statistics.service.ts';
import { createUsageStatistics } from './features/statistics/usage-statistics.ts';
import { createDeviceMetrics } from './features/telemetry/device-metrics.ts';
import { createFrameCompression } from './features/telemetry/frame-compression.ts';
import { createFramePartitions } from './features/telemetry/frame-partitions.ts';
import { createTelemetry } from './features/telemetry/telemetry.service.ts';
import { createUsers } from './features/users/users.service.ts';
import { createWork } from './features/work/work.service.ts';
import { createAccessCache } from './http/access-cache.ts';
import { createTries } from './http/limits/tries.ts';
import { createRefusedWrites } from './http/refused-writes.ts';
import type { SessionUser } from './http/session.ts';
import { shareLookups } from './http/shared-lookup.ts';
import { createDiskWatch } from './jobs/disk-watch.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import type { Link } from './link/link.ts';
import { createHub } from './live/hub.ts';
import { publishLiveEvents } from './live/live-events.ts';
import { createQuietWarn } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createPresence } from './state/presence.ts';
import { createRunningUpdates } from './state/running-updates.ts';

function createDisk({ config, log, probeDisk }: Context, metrics: Metrics, events: Events) {
  // Root keeps the embedded Postgres outside of the data folder.
  const isElsewhere = !config.DATABASE_URL && postgresUser() !== undefined;
  return createDiskWatch({
    folders: [config.DATA_DIR, ...(isElsewhere ? [config.POSTGRES_HOME] : [])],
    limits: { minPercent: config.DISK_MIN_FREE_PERCENT, minMb: config.DISK_MIN_FREE_MB },
    probe: probeDisk,
    log,
    onPoll: (freeBytes) => metrics.diskFree.set(freeBytes),
    onChange: (space) => events.emit('disk', space),
  });
}

/** Wires the features, which do not import each other. */
export function createParts(context: Context) {
  const { config, connection, log, now } = context;
  const metrics = createMetrics();
  const quietWarn = createQuietWarn(log);
  const events = createEvents();
  const hub = createHub({ metrics, streamsPerAccount: config.STREAMS_PER_ACCOUNT });
  const databases = openDatabases(connection, log, (isUp) => events.emit('database', { isUp }));
  const { db, access, boards } = databases;
  metrics.watchPools(databases.usage);
  const link: { current?: Link } = {};
  const send: Link['send'] = (...message) =>
    link.current?.send(...message) ?? Promise.reject(new Error('no broker yet'));
  /** A broker that has not started holds no messages. */
  const forget: Link['forget'] = (...what) => link.current?.forget(...what) ?? Promise.resolve();

  const isBrokerUp = () => link.current?.isUp() ?? false;

  const outbox = createOutbox({ db: databases.outbox, events, log, quietWarn, metrics, now });
  const accountParts = createAccountParts(context, databases, outbox);
  const channelParts = createChannelParts(context, db);
  const users = createUsers(db);
  const disk = createDisk(context, metrics, events);
  const mayStore = () => disk.space() !== 'full' && databases.isUp();
  const presence = createPresence({
    nowS: () => Math.floor(now() / 1000),
    onChange: (change) => events.emit('online', change),
  });
  const runningUpdates = createRunningUpdates();
  const telemetry = createTelemetry({ db: databases.frames, events, metrics, presence, log, now, mayStore });
  const usage = createUsageRecorder({
    db: databases.reports,
    now,
    retentionDays: config.RETENTION_HOUR_DAYS,
  });
  const rollups = createRollups({
    db: databases.reports,
    rawDays: config.RETENTION_RAW_DAYS,
    collectUsage: usage.collect,
  });
  const demoHistory = createDemoHistory({
    db: databases.reports,
    boards: config.DEMO_BOARDS,
    days: config.DEMO ? config.DEMO_HISTORY_DAYS : 0,
    lastData: telemetry.lastData,
    storePast: rollups.storePast,
  });
  const framePartitions = createFramePartitions({
    db: databases.frames,
    log,
    now,
    retentionDays: config.RETENTION_RAW_DAYS,
    rolledUpToMs: rollups.progressMs,
  });
  const frameCompression = createFrameCompression({ db: databases.reports, log, now });
  const dropExpiredHistory = createHistoryRetention({
    db: databases.reports,
    log,
    now,
    retentionDays: { minute: config.RETENTION_MINUTE_DAYS, hour: config.RETENTION_HOUR_DAYS },
  });
  const { isOnline } = presence;
  const { lastData } = telemetry;
  const floods = createFloods({ db, outbox, log, now });
  const accessParts = createAccessParts(context, db, outbox, isOnline);
  const deleteAccount = createAccountDeletion({
    ...{ db, outbox, now, requirePassword: accountParts.account.requirePassword },
    removeDevices: accessParts.ownership.removeAll,
  });
  const personalData = createPersonalData({ reports: databases.reports, now });
  const localeOf = async (user: SessionUser) => (await users.personalization(user)).locale ?? DEFAULT_LOCALE;
  const pageUrl = (path: string) => accountParts.site.url.replace(/\/+$/, '') + path;
  const deliveryParts = createDeliveryParts(context, {
    ...{ databases, outbox, quietWarn, pageUrl },
    channels: [channelParts.push.channel, channelParts.webhooks.channel],
    alertLife: () => alertLife,
  });
  const alerts = createAlerts({ db, outbox, now, localeOf });
  const alertLife: AlertLife = createAlertLife({
    ...{ outbox, notify: accessParts.inbox.notify, deliver: deliveryParts.alertDelivery.deliver, now },
  });
  const backups = createBackups({ db, connection, config, log, now });
  const installation = createInstallation({
    ...{ db, now, config, disk, localeOf, sendMail: accountParts.mailer.send },
    consoleUrl: () => accountParts.site.url,
    broker: () => ({ url: link.current?.url ?? '', isUp: isBrokerUp() }),
    backup: backups.status,
    emailOf: async (user) => (await users.me(user)).email,
  });
  const boardEvents = createBoardEvents({
    db,
    boards,
    events,
    outbox,
    now,
    recordAlert: alertLife.recordEvent,
  });
  const lockOuts = createLockOuts({ db, outbox, log, now });
  const devices = createDevices({
    db,
    access,
    boards,
    now,
    isOnline,
    listOnline: presence.listOnline,
    lastData,
    listStops: boardEvents.listStops,
    listLockOuts: lockOuts.list,
    outbox,
    updateFcConflicts: createFcConflicts({ outbox, now }).updateConflicts,
  });
  const deviceConfig = createDeviceConfig({
    ...{ db, boards, events, outbox, log, now, send, refuseLockedOut: lockOuts.refuse },
  });
  const firmwareParts = createFirmwareParts(
    context,
    { db, events, outbox, isOnline, runningUpdates, link: { send, forget } },
    accessParts.inbox,
    lockOuts,
  );
  const fleet = createFleet({
    db,
    now,
    telemetry,
    listOnline: presence.listOnline,
    listStops: boardEvents.listStops,
    listLockOuts: lockOuts.list,
    listNewestVersions: firmwareParts.releases.listNewest,
  });
  const work = createWork({
    db,
    outbox,
    now,
    presence: telemetry.presence,
    listLockOuts: lockOuts.list,
  });
  const energy = createEnergy({
    ...{ db: databases.history, now, localeOf, listFrames },
    findRolledUpMs: findProgressMs,
  });
  const energyReports = createEnergyReports({
    ...{ db, outbox, now, read: energy.read, allowDevice: devices.allow },
    sendMail: accountParts.mailer.send,
    pageUrl,
  });
  const takeRefusedTry = createTries({ max: TRIES.refused, windowMs: TRIES.windowMs, now }).take;
  const commands = createCommands({
    ...{ db: databases.commands, events, metrics, log, now, send, appendAudit, recordWord },
    ...{ isOnline, lastData, isUpdating: runningUpdates.isUpdating },
    startLimits: { gapS: config.START_GAP_S, perHour: config.STARTS_PER_HOUR },
    faultResetsPerHour: config.FAULT_RESETS_PER_HOUR,
    journalFolder: openStateDir(config),
    isDatabaseUp: databases.isUp,
    findLockOut: lockOuts.find,
    appliedConfig: (deviceKey) => deviceConfig.applied(deviceKey, databases.commands),
    takeDeniedTry: takeRefusedTry,
  });
  const faultResetOutlook = createFaultResetPreview({ db, now, perHour: config.FAULT_RESETS_PER_HOUR });
  const diagnosticsParts = createDiagnosticsParts(
    context,
    { db, isBrokerUp, isOnline },
    telemetry,
    deviceConfig,
    commands,
  );
  const activity = createActivity({
    ...{
      db,
      reports: databases.reports,
      now,
      listCommands: commands.list,
      listEvents: boardEvents.list,
      listChanges,
    },
  });

  const intervalOf = (deviceId: string) => lastData(deviceId).every_s ?? USUAL_INTERVAL;
  const refusedWrites = createRefusedWrites({
    append: (entry) => db.transaction().execute((tx) => appendAudit(tx, new Date(now()), entry)),
    findDevice: devices.find,
    takeTry: takeRefusedTry,
  });

  const normal = createNormal({
    ...{ db: databases.reports, outbox, now, rolledUpMs: rollups.progressMs, listUsage },
    listHours: (of, deviceKey, fromMs, toMs) =>
      listBlocks(of, 'hour', deviceKey, fromMs, toMs, ['pressure', 'motor_power']),
    ...{ raise: alertLife.raise, clear: alertLife.clear },
  });
  const outages = createOutages({
    ...{ db, outbox, log, now, isBrokerUp, isOnline, serverId: serverIdOf(config) },
    countOnline: () => presence.listOnline().length,
    ...{ raise: alertLife.raise, clear: alertLife.clear },
  });
  const alertRules = createAlertRules({
    ...{ db: databases.reports, outbox, quietWarn, now, raise: alertLife.raise, clear: alertLife.clear },
    listFrames: (...span) => listFramesOf(databases.reports, ...span),
    isOnline: (deviceId) => (isBrokerUp() ? outages.presenceOf(deviceId) : null),
    isConfigApplied: async (deviceKey) =>
      (await deviceConfig.stateOf({ deviceKey, visibleFromS: null })).state !== 'pending',
    mutesOf: async (tx, deviceKey) => [
      ...((await lockOuts.find(tx, deviceKey)) ? (['lock_out'] as const) : []),
      ...(runningUpdates.isUpdating(deviceKey) ? (['update'] as const) : []),
    ],
  });
  const alertSettings = createAlertSettings({ db, outbox, now, onChange: alertRules.reload });

  publishLiveEvents(events, hub);
  events.on('online', outages.noteOnline);
  events.on('alert', deliveryParts.alertDelivery.wake);
  events.on('frameStored', alertRules.receiveFrame);
  events.on('boardEvent', ({ board, event, atMs }) => alertRules.receiveEvent(board, event, atMs));
  events.on('online', alertRules.receiveOnline);
  events.on('birth', alertRules.receiveBirth);
  events.on('config', alertRules.receiveConfig);
  events.on('configInForce', alertRules.receiveConfigInForce);
  events.on('birth', deviceConfig.publishDesired);
  events.on('configInForce', ({ deviceId, config }) => telemetry.noteConfig(deviceId, config));
  events.on('database', ({ isUp }) => {
    if (isUp) void commands.replayJournal();
  });
  const jobs = createJobRunner({
    pool: databases.jobs,
    log,
    quietWarn,
    handlers: {
      'frame-partitions': framePartitions.prepare,
      'frame-compression': frameCompression.run,
      'frame-retention': framePartitions.dropExpired,
      'history-rollups': rollups.run,
      'history-retention': dropExpiredHistory,
      'energy-reports': energyReports.run,
      'energy-retention': usage.deleteExpired,
      'normal-days': normal.run,
      'demo-history': demoHistory,
      'expired-credentials': accountParts.account.deleteExpired,
      'inbox-retention': accessParts.inbox.deleteOld,
      'outbox-retention': outbox.deleteOldFailures,
      'delivery-failures': deliveryParts.alertDelivery.clearOldFailure,
      backup: backups.startIfDue,
      'access-ends': accessParts.expiredDelegations.run,
      'lock-out-ends': lockOuts.watch.run,
      'shelved-alerts': () => outbox.transaction(db, alertLife.endShelving),
    },
  });
  const accessCache = createAccessCache({
    authenticate: shareLookups(accountParts.account.authenticate, (token) => token),
    allowDevice: shareLookups(
      devices.allow,
      (user, { by, id }, action) => `${user.sessionId} ${by} ${action} ${id}`,
    ),
    now,
  });
  events.on('devicesChanged', accessCache.devicesChanged);
  events.on('sessionEnded', accessCache.endSession);
  return {
    ...accountParts,
    ...accessParts,
    ...channelParts,
    ...deliveryParts,
    ...firmwareParts,
    ...diagnosticsParts,
    deleteAccount,
    backups,
    installation,
    personalData,
    metrics,
    events,
    outbox,
    isBrokerUp,
    disk,
    accessCache,
    quietWarn,
    hub,
    databases,
    link,
    users,
    presence,
    telemetry,
    framePartitions,
    frameCompression,
    rollups,
    jobs,
    alerts,
    alertRules,
    alertSettings,
    history: createHistory({
      db: databases.history,
      now,
      retentionDays: {
        raw: config.RETENTION_RAW_DAYS,
        minute: config.RETENTION_MINUTE_DAYS,
        hour: config.RETENTION_HOUR_DAYS,
      },
      intervalOf,
    }),
    writeDeviceMetrics: createDeviceMetrics({
      ...{ db: databases.reports, now, lastData, presence: telemetry.presence },
    }),
    fleetPressures: createFleetPressures({ db: databases.history, now, lastData }),
    rehearsals: createRehearsals({
      ...{ db: databases.history, now, intervalOf },
      settingsOf: async (of, deviceKey) => {
        const pressure = (await deviceConfig.applied(deviceKey, of))?.pressure;
        return { ...(await alertSettings.numbersOf(of, deviceKey)), ...(pressure && { pressure }) };
      },
    }),
    historyExport: createHistoryExport({ db: databases.reports, now, localeOf }),
    energy,
    energyReports,
    statistics: createStatistics({ db, now }),
    usageStatistics: createUsageStatistics({
      ...{ db: databases.reports, now, listUsage, findFirstHourMs, findRolledUpMs: findProgressMs },
      listDays: (of, deviceKey, fromMs, toMs) => listBlocks(of, 'hour', deviceKey, fromMs, toMs, []),
    }),
    floods,
    boardEvents,
    devices,
    fleet,
    work,
    commands,
    lockOuts,
    normal,
    outages,
    deviceConfig,
    faultResetOutlook,
    refusedWrites,
    activity,
  };
}
export type Parts = ReturnType<typeof createParts>;
