import { join } from 'node:path';
import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import { appendAudit } from './audit-log/audit.service.ts';
import { listChanges } from './audit-log/changes.repo.ts';
import type { Config } from './config.ts';
import { openStateDir } from './data-dir.ts';
import { type Connection, type Databases, type Db, openDatabases } from './db/db.ts';
import { postgresUser } from './db/postgres/postgres-user.ts';
import { keepDemoMaker } from './demo/demo-firmware.ts';
import { createEvents, type Events } from './events.ts';
import { createActivity } from './features/activity/activity.service.ts';
import { createAlerts } from './features/alerts/alerts.service.ts';
import { createFcConflicts } from './features/alerts/fc-conflict.service.ts';
import { createFloods } from './features/alerts/flood.service.ts';
import { createAccount } from './features/auth/account.service.ts';
import { createBoardEvents } from './features/board-events/board-events.service.ts';
import { type Commands, createCommands } from './features/commands/commands.service.ts';
import { createFaultResetOutlook } from './features/commands/fault-reset.ts';
import {
  createConfig,
  type Config as DeviceConfigs,
} from './features/device-config/device-config.service.ts';
import { createDelegation } from './features/devices/delegation.service.ts';
import { createDevices } from './features/devices/devices.service.ts';
import { createEndWatch } from './features/devices/end-watch.ts';
import { createOwnership } from './features/devices/ownership.service.ts';
import { createStaffAccess } from './features/devices/staff-access.service.ts';
import { createDiagnostics } from './features/diagnostics/diagnostics.service.ts';
import { createRegisters, recordWord } from './features/diagnostics/registers.service.ts';
import { readMakerKeys } from './features/firmware/maker-keys.ts';
import { createReleases } from './features/firmware/releases.service.ts';
import { createUpdates } from './features/firmware/updates.service.ts';
import { createInbox, type InboxService } from './features/inbox/inbox.service.ts';
import { createLockOuts, type LockOuts } from './features/lock-out/lock-out.service.ts';
import { createFramePartitions } from './features/telemetry/frame-partitions.ts';
import { createTelemetry, type Telemetry } from './features/telemetry/telemetry.service.ts';
import { readTerms } from './features/terms/terms.service.ts';
import { createUserManagement } from './features/users/user-management.service.ts';
import { createUsers } from './features/users/users.service.ts';
import { createAccessMemory } from './http/access-memory.ts';
import { createTries } from './http/limits/tries.ts';
import { createRefusedWrites } from './http/refused-writes.ts';
import { shareLookups } from './http/shared-lookup.ts';
import { createDiskWatch, type ProbeDisk } from './jobs/disk-watch.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import type { Link } from './link/link.ts';
import { createHub } from './live/hub.ts';
import { publishLiveEvents } from './live/live-events.ts';
import { createQuietWarn, type Logger } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';

export interface StartOptions {
  config: Config;
  connection: Connection;
  log: Logger;
  say?: (progress: string) => void;
  now?: () => number;
  /** Free space of a folder; tests replace it. */
  probeDisk?: ProbeDisk;
}
export type Context = Required<StartOptions>;
type Door = Pick<Link, 'send' | 'forget'>;

function createAccountParts({ config, now }: Context, { db, access }: Databases, outbox: Outbox) {
  /** The demo's mailbox is public, so the mails of a real server are in another folder. */
  const mailFolder = join(config.DATA_DIR, config.DEMO ? 'demo-mail' : 'mail');
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, folder: mailFolder, now });
  const mailbox = config.DEMO && !config.SMTP_URL ? { folder: mailFolder } : null;
  const terms = readTerms(config.TERMS_DIR);
  /** Known once a port has been found. */
  const site = { url: '' };
  const account = createAccount({
    db,
    access,
    outbox,
    now,
    consoleUrl: () => site.url,
    sendMail: mailer.send,
    termsVersion: terms.version,
  });
  return { mailer, mailbox, site, account, terms };
}

/** Whoever guesses IDs, codes or e-mails, or writes to everybody, has not many tries. */
const TRIES = { windowMs: 10 * 60_000, adds: 60, emails: 60, guessesOfACode: 10, messages: 30, refused: 100 };

function createAccessParts({ log, now }: Context, db: Db, outbox: Outbox, isOnline: Telemetry['isOnline']) {
  const tries = (max: number) => createTries({ max, windowMs: TRIES.windowMs, now });
  const inbox = createInbox({ db, outbox, now, takeTry: tries(TRIES.messages).take });
  const { notify } = inbox;
  const endWatch = createEndWatch({ db, outbox, log, now, notify });
  const takeEmailTry = tries(TRIES.emails).take;
  const ownership = createOwnership({
    db,
    outbox,
    now,
    isOnline,
    takeTry: tries(TRIES.adds).take,
    takeEmailTry,
    guesses: tries(TRIES.guessesOfACode),
    notify,
  });
  const delegation = createDelegation({
    db,
    outbox,
    now,
    takeTry: takeEmailTry,
    watchEnds: endWatch.look,
    notify,
  });
  const access = createStaffAccess({ db, outbox, now, watchEnds: endWatch.look, notify });
  const userManagement = createUserManagement({ db, outbox, now, access });
  return { inbox, endWatch, ownership, delegation, userManagement };
}

interface FirmwareNeighbours {
  db: Db;
  events: Events;
  outbox: Outbox;
  isOnline: Telemetry['isOnline'];
  link: Door;
}

function createFirmwareParts(
  { config, log, now }: Context,
  { db, events, outbox, isOnline, link }: FirmwareNeighbours,
  { notify, notifyFirmware }: InboxService,
  { refuse }: LockOuts,
) {
  const demoKeys = config.DEMO ? [keepDemoMaker(config.DATA_DIR).publicKey] : [];
  const keys = [...readMakerKeys(config.FIRMWARE_KEYS), ...demoKeys];
  const releases = createReleases({ db, outbox, notifyFirmware, now, keys });
  const { send, forget } = link;
  const { getFitting } = releases;
  const updates = createUpdates({
    ...{ db, events, outbox, notify, log, now, isOnline, send, forget, getFitting },
    refuseLockedOut: refuse,
  });
  return { releases, updates };
}

function createDiagnosticsParts(
  { now }: Context,
  { db, isBrokerUp }: { db: Db; isBrokerUp: Link['isUp'] },
  { presence, isOnline, lastData }: Telemetry,
  { applied }: DeviceConfigs,
  commands: Commands,
) {
  const diagnostics = createDiagnostics({ db, now, presence, lastData, applied, isBrokerUp });
  const registers = createRegisters({
    db,
    now,
    isOnline,
    readFromBoard: (user, device, { address, count }, what) =>
      commands.read({ user, device, what, value: null, payload: { op: 'reg_read', reg: address, n: count } }),
  });
  return { diagnostics, registers };
}

function createDisk({ config, log, probeDisk }: Context, metrics: Metrics, events: Events) {
  // Root keeps the embedded Postgres outside of the data folder.
  const isElsewhere = !config.DATABASE_URL && postgresUser() !== undefined;
  return createDiskWatch({
    folders: [config.DATA_DIR, ...(isElsewhere ? [config.POSTGRES_HOME] : [])],
    limits: { minPercent: config.DISK_MIN_FREE_PERCENT, minMb: config.DISK_MIN_FREE_MB },
    probe: probeDisk,
    log,
    onLook: (freeBytes) => metrics.diskFree.set(freeBytes),
    onChange: (space) => events.emit('disk', space),
  });
}

/** The one place that wires the features: what they know of each other stands here. */
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
  /** A broker that is not there yet remembers nothing. */
  const forget: Link['forget'] = (...what) => link.current?.forget(...what) ?? Promise.resolve();

  const isBrokerUp = () => link.current?.isUp() ?? false;

  const outbox = createOutbox({ db: databases.outbox, events, log, quietWarn, metrics, now });
  const accountParts = createAccountParts(context, databases, outbox);
  const users = createUsers(db);
  const disk = createDisk(context, metrics, events);
  const mayStore = () => disk.space() !== 'full' && databases.isUp();
  const telemetry = createTelemetry({ db: databases.frames, events, metrics, log, now, mayStore });
  const framePartitions = createFramePartitions({
    db: databases.frames,
    log,
    now,
    retentionDays: config.RETENTION_RAW_DAYS,
  });
  const { isOnline, lastData } = telemetry;
  const floods = createFloods({ db, outbox, log, now });
  const accessParts = createAccessParts(context, db, outbox, isOnline);
  const alerts = createAlerts({
    db,
    outbox,
    notify: accessParts.inbox.notify,
    now,
    localeOf: async (user) => (await users.personalization(user)).locale ?? DEFAULT_LOCALE,
  });
  const boardEvents = createBoardEvents({ db, boards, outbox, now, follow: alerts.follow });
  const lockOuts = createLockOuts({ db, outbox, log, now });
  const devices = createDevices({
    db,
    access,
    boards,
    now,
    isOnline,
    listOnline: telemetry.listOnline,
    lastData,
    listStops: boardEvents.listStops,
    listLockOuts: lockOuts.list,
    outbox,
    followFcIds: createFcConflicts({ outbox, now }).follow,
  });
  const deviceConfig = createConfig({
    ...{ db, boards, events, outbox, log, now, send, refuseLockedOut: lockOuts.refuse },
  });
  const firmwareParts = createFirmwareParts(
    context,
    { db, events, outbox, isOnline, link: { send, forget } },
    accessParts.inbox,
    lockOuts,
  );
  const takeRefusedTry = createTries({ max: TRIES.refused, windowMs: TRIES.windowMs, now }).take;
  const commands = createCommands({
    ...{ db: databases.commands, events, metrics, log, now, send, appendAudit, recordWord },
    ...{ isOnline, lastData, isUpdating: firmwareParts.updates.isUpdating },
    startLimits: { gapS: config.START_GAP_S, perHour: config.STARTS_PER_HOUR },
    faultResetsPerHour: config.FAULT_RESETS_PER_HOUR,
    journalFolder: openStateDir(config),
    isDatabaseUp: databases.isUp,
    findLockOut: lockOuts.find,
    appliedConfig: (deviceId) => deviceConfig.applied(deviceId, databases.commands),
    takeDeniedTry: takeRefusedTry,
  });
  const faultResetOutlook = createFaultResetOutlook({ db, now, perHour: config.FAULT_RESETS_PER_HOUR });
  const diagnosticsParts = createDiagnosticsParts(
    context,
    { db, isBrokerUp },
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

  const refusedWrites = createRefusedWrites({
    append: (entry) => db.transaction().execute((tx) => appendAudit(tx, new Date(now()), [entry])),
    findDevice: devices.find,
    takeTry: takeRefusedTry,
  });

  publishLiveEvents(events, hub);
  events.on('birth', deviceConfig.tell);
  events.on('configInForce', ({ idDev, config }) => telemetry.noteConfig(idDev, config));
  events.on('database', ({ isUp }) => {
    if (isUp) void commands.replayJournal();
  });
  const jobs = createJobRunner({
    pool: databases.jobs,
    log,
    quietWarn,
    handlers: {
      'frame-partitions': framePartitions.prepare,
      'frame-retention': framePartitions.dropExpired,
      'expired-credentials': accountParts.account.deleteExpired,
      'inbox-retention': accessParts.inbox.deleteOld,
      'access-ends': accessParts.endWatch.run,
      'lock-out-ends': lockOuts.watch.run,
    },
  });
  const accessMemory = createAccessMemory({
    authenticate: shareLookups(accountParts.account.authenticate, (token) => token),
    allowDevice: shareLookups(
      devices.allow,
      (user, { by, id }, action) => `${user.sessionId} ${by} ${action} ${id}`,
    ),
    now,
  });
  events.on('devicesChanged', accessMemory.devicesChanged);
  events.on('sessionEnded', accessMemory.endSession);
  return {
    ...accountParts,
    ...accessParts,
    ...firmwareParts,
    ...diagnosticsParts,
    metrics,
    events,
    outbox,
    isBrokerUp,
    disk,
    accessMemory,
    quietWarn,
    hub,
    databases,
    link,
    users,
    telemetry,
    framePartitions,
    jobs,
    alerts,
    floods,
    boardEvents,
    devices,
    commands,
    lockOuts,
    deviceConfig,
    faultResetOutlook,
    refusedWrites,
    activity,
  };
}
export type Parts = ReturnType<typeof createParts>;
