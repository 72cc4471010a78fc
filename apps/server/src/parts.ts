import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import { createAlertRuleParts } from './alert-rule-parts.ts';
import { appendAudit } from './audit-log/audit-log.ts';
import { listChanges } from './audit-log/changes.repo.ts';
import type { Context } from './base/context.ts';
import { openStateDir } from './base/data-dir.ts';
import { createQuietWarn } from './base/log.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { openDatabases } from './db/db.ts';
import { postgresUser } from './db/postgres/postgres-user.ts';
import { createEvents, type Events } from './events.ts';
import {
  createAccessParts,
  createAccountParts,
  createChannelParts,
  createDeliveryParts,
  createDiagnosticsParts,
  createFirmwareParts,
  createIntegrationParts,
  TRIES,
} from './feature-parts.ts';
import { createHistoryParts, createStorageParts } from './history-parts.ts';
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
import { createOutbox } from './outbox/outbox.ts';
import { createPresence } from './state/presence.ts';
import { createRunningUpdates } from './state/running-updates.ts';
import { createActivity } from './wings/activity/activity.service.ts';
import { createBoardEvents } from './wings/activity/board-events/board-events.service.ts';
import { type AlertLife, createAlertLife } from './wings/alerts/life/alert-life.service.ts';
import { createAlerts } from './wings/alerts/life/alerts.service.ts';
import { createFcConflicts } from './wings/alerts/life/fc-conflict.service.ts';
import { createFloods } from './wings/alerts/life/flood.service.ts';
import { createWork } from './wings/alerts/work/work.service.ts';
import { createAccountDeletion } from './wings/auth/account-deletion.ts';
import { listSwitchOffs } from './wings/commands/commands.repo.ts';
import { createCommands } from './wings/commands/commands.service.ts';
import { createFaultResetPreview } from './wings/commands/fault-reset.ts';
import { createDevices } from './wings/devices/devices.service.ts';
import { recordWord } from './wings/devices/diagnostics/registers.service.ts';
import { createFleet } from './wings/fleet/fleet.service.ts';
import { createBackups } from './wings/installation/backups/backups.service.ts';
import { createInstallation } from './wings/installation/installation.service.ts';
import { createDeviceConfig } from './wings/settings/config/device-config.service.ts';
import { createLockOuts } from './wings/settings/lock-out/lock-out.service.ts';
import { createTelemetry } from './wings/telemetry/telemetry.service.ts';
import { createPersonalData } from './wings/users/personal-data/personal-data.service.ts';
import { createUsers } from './wings/users/users.service.ts';

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
  const users = createUsers({ db, lacksAlerts: (user) => deliveryParts.alertReach.isLacking(user) });
  const disk = createDisk(context, metrics, events);
  const mayStore = () => disk.space() !== 'full' && databases.isUp();
  const presence = createPresence({
    nowS: () => Math.floor(now() / 1000),
    onChange: (change) => events.emit('online', change),
  });
  const runningUpdates = createRunningUpdates();
  const telemetry = createTelemetry({ db: databases.frames, events, metrics, presence, log, now, mayStore });
  const storageParts = createStorageParts(context, databases);
  const { isOnline } = presence;
  const { lastData } = telemetry;
  const pageUrl = (path: string) => accountParts.site.url.replace(/\/+$/, '') + path;
  const accessParts = createAccessParts(context, db, outbox, isOnline, {
    sendMail: accountParts.mailer.send,
    pageUrl,
  });
  const { notifyAccess } = accessParts.accessNotices;
  const channelParts = createChannelParts(context, db, notifyAccess);
  const deleteAccount = createAccountDeletion({
    db,
    outbox,
    now,
    requirePassword: accountParts.account.requirePassword,
    removeDevices: accessParts.ownership.removeAll,
  });
  const personalData = createPersonalData({ reports: databases.reports, now });
  const localeOf = async (user: SessionUser) => (await users.personalization(user)).locale ?? DEFAULT_LOCALE;
  const csvReaderOf = (user: SessionUser) => users.personalization(user);
  const deliveryParts = createDeliveryParts(context, {
    databases,
    outbox,
    quietWarn,
    pageUrl,
    notify: accessParts.inbox.notify,
    channels: [channelParts.push.channel, channelParts.webhooks.channel],
    alertLife: () => alertLife,
  });
  const alertLife: AlertLife = createAlertLife({
    outbox,
    notify: accessParts.inbox.notify,
    deliver: deliveryParts.alertDelivery.deliver,
    now,
    lastOf: lastData,
    isOff: (...rule) => alertRuleParts.alertSettings.isOff(...rule),
  });
  const floods = createFloods({ db, outbox, log, now, alertLife });
  const { withdraw } = deliveryParts.alertDelivery;
  const alerts = createAlerts({ db, outbox, now, localeOf, resume: alertLife.resume, withdraw });
  const backups = createBackups({ db, connection, config, log, now });
  const installation = createInstallation({
    db,
    now,
    config,
    disk,
    localeOf,
    sendMail: accountParts.mailer.send,
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
    listAlertTitles: alerts.listTitles,
    listLockOuts: lockOuts.list,
    outbox,
    updateFcConflicts: createFcConflicts({ now, alertLife }).updateConflicts,
  });
  const deviceConfig = createDeviceConfig({
    db,
    boards,
    events,
    outbox,
    log,
    now,
    send,
    refuseLockedOut: lockOuts.refuse,
  });
  const firmwareParts = createFirmwareParts(
    context,
    { db, events, outbox, isOnline, lastData, runningUpdates, link: { send, forget } },
    accessParts.inbox,
    lockOuts,
  );
  const fleet = createFleet({
    db,
    now,
    telemetry,
    listOnline: presence.listOnline,
    listStops: boardEvents.listStops,
    listSwitchOffs: (deviceKeys) => listSwitchOffs(db, deviceKeys),
    listAlertTitles: alerts.listTitles,
    listLockOuts: (deviceIds) => lockOuts.list(deviceIds, null),
    listNewestVersions: firmwareParts.releases.listNewest,
    csvReaderOf,
  });
  const work = createWork({
    db,
    outbox,
    now,
    presence: telemetry.presence,
    listLockOuts: (deviceIds) => lockOuts.list(deviceIds, null),
  });
  const historyParts = createHistoryParts(context, {
    databases,
    outbox,
    telemetry,
    csvReaderOf,
    pageUrl,
    allowDevice: devices.allow,
    sendMail: accountParts.mailer.send,
  });
  const takeRefusedTry = createTries({ max: TRIES.refused, windowMs: TRIES.windowMs, now }).take;
  const commands = createCommands({
    db: databases.commands,
    events,
    metrics,
    log,
    now,
    send,
    appendAudit,
    recordWord,
    isOnline,
    lastData,
    isUpdating: runningUpdates.isUpdating,
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
    { db, events, quietWarn, isBrokerUp, presence },
    telemetry,
    deviceConfig,
    commands,
  );
  const integrationParts = createIntegrationParts(context, {
    notifyAccess,
    db,
    events,
    outbox,
    quietWarn,
    telemetry,
    devices,
    commands,
    pageUrl,
  });
  const activity = createActivity({
    db,
    reports: databases.reports,
    now,
    listCommands: commands.list,
    listEvents: boardEvents.list,
    csvReaderOf,
    listChanges,
  });

  const refusedWrites = createRefusedWrites({
    append: (entry) => db.transaction().execute((tx) => appendAudit(tx, new Date(now()), entry)),
    findDevice: devices.find,
    takeTry: takeRefusedTry,
  });

  const alertRuleParts = createAlertRuleParts(context, {
    databases,
    outbox,
    quietWarn,
    presence,
    isBrokerUp,
    alertLife,
    deviceConfig,
    lockOuts,
    runningUpdates,
    rolledUpMs: storageParts.rollups.progressMs,
    intervalOf: historyParts.intervalOf,
  });
  const { alertRules, normal, outages } = alertRuleParts;

  publishLiveEvents(events, hub);
  events.on('online', outages.noteOnline);
  events.on('alert', deliveryParts.alertDelivery.wake);
  events.on('frameStored', alertRules.receiveFrame);
  events.on('boardEvent', ({ board, event, atMs }) => alertRules.receiveEvent(board, event, atMs));
  events.on('online', alertRules.receiveOnline);
  events.on('birth', alertRules.receiveBirth);
  events.on('config', alertRules.receiveConfig);
  events.on('configInForce', alertRules.receiveConfigInForce);
  events.on('parameters', alertRules.receiveParameters);
  events.on('alert', alertRules.receiveAlert);
  events.on('command', diagnosticsParts.parameterCheck.noteCommand);
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
      'frame-partitions': storageParts.framePartitions.prepare,
      'frame-compression': storageParts.frameCompression.run,
      'frame-retention': storageParts.framePartitions.dropExpired,
      'history-rollups': storageParts.rollups.run,
      'history-retention': storageParts.dropExpiredHistory,
      'energy-reports': historyParts.energyReports.run,
      'energy-retention': storageParts.usage.deleteExpired,
      'normal-days': normal.run,
      'demo-history': context.config.DEMO ? storageParts.demoHistory.run : async () => {},
      'expired-credentials': accountParts.account.deleteExpired,
      'inbox-retention': accessParts.inbox.deleteOld,
      'outbox-retention': outbox.deleteOldFailures,
      'delivery-failures': deliveryParts.alertDelivery.clearOldFailure,
      backup: backups.startIfDue,
      'access-ends': accessParts.expiredDelegations.run,
      'lock-out-ends': lockOuts.watch.run,
      'lost-assignees': alerts.releaseLost,
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
    ...storageParts,
    ...historyParts,
    ...alertRuleParts,
    ...integrationParts,
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
    jobs,
    alerts,
    floods,
    boardEvents,
    devices,
    fleet,
    work,
    commands,
    lockOuts,
    deviceConfig,
    faultResetOutlook,
    refusedWrites,
    activity,
  };
}
export type Parts = ReturnType<typeof createParts>;
