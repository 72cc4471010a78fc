import { basename, join } from 'node:path';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import { appendAudit } from './audit-log/audit-log.ts';
import type { Config } from './base/config.ts';
import type { Context } from './base/context.ts';
import type { QuietWarn } from './base/log.ts';
import type { Databases, Db } from './db/db.ts';
import { loadDemoKeys } from './demo/demo-firmware.ts';
import type { Events } from './events.ts';
import { createTries } from './http/limits/tries.ts';
import type { Link } from './link/link.ts';
import { createMailer } from './mail/mailer.ts';
import { createOutgoing } from './net/outgoing-http.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { PresenceStore } from './state/presence.ts';
import type { RunningUpdates } from './state/running-updates.ts';
import type { AlertChannel } from './wings/alerts/alert-channel.ts';
import { createAlertDelivery } from './wings/alerts/delivery/alert-delivery.service.ts';
import { createDeliveryLedger } from './wings/alerts/delivery/ledger.service.ts';
import { createMailChannel } from './wings/alerts/delivery/mail-channel.ts';
import { createAlertReach } from './wings/alerts/delivery/reach.service.ts';
import type { AlertLife } from './wings/alerts/life/alert-life.service.ts';
import { createPush } from './wings/alerts/push/push.service.ts';
import { createWebhooks } from './wings/alerts/webhooks/webhooks.service.ts';
import { createAccount } from './wings/auth/account.service.ts';
import type { Commands } from './wings/commands/commands.service.ts';
import { createDelegation } from './wings/devices/delegation.service.ts';
import { type Devices, hashSecret } from './wings/devices/devices.service.ts';
import { createDiagnostics } from './wings/devices/diagnostics/diagnostics.service.ts';
import { createParameterCheck } from './wings/devices/diagnostics/parameter-check.service.ts';
import { createRegisterReader } from './wings/devices/diagnostics/register-reader.ts';
import { createRegisters } from './wings/devices/diagnostics/registers.service.ts';
import { createEnrolment } from './wings/devices/enrol.service.ts';
import { createExpiredDelegations } from './wings/devices/expired-delegations.ts';
import { createOwnership } from './wings/devices/ownership.service.ts';
import { createStaffAccess } from './wings/devices/staff-access.service.ts';
import { createFleetFirmware } from './wings/firmware/fleet-firmware.service.ts';
import { readMakerKeys } from './wings/firmware/maker-keys.ts';
import { createReleases } from './wings/firmware/releases.service.ts';
import { createUpdates } from './wings/firmware/updates.service.ts';
import { createAccessNotices } from './wings/inbox/access-notices.ts';
import { createInbox, type InboxService } from './wings/inbox/inbox.service.ts';
import type { Notify, NotifyAccess } from './wings/inbox/notice.ts';
import { createIntegrationSessions } from './wings/integrations/integration-sessions.ts';
import { createIntegrations } from './wings/integrations/integrations.service.ts';
import type { DeviceConfigs } from './wings/settings/config/device-config.service.ts';
import type { LockOuts } from './wings/settings/lock-out/lock-out.service.ts';
import type { Telemetry } from './wings/telemetry/telemetry.service.ts';
import { grantRole } from './wings/users/grant-role.service.ts';
import { readTerms } from './wings/users/terms/terms.service.ts';
import { createUserManagement } from './wings/users/user-management.service.ts';

type BoardLink = Pick<Link, 'send' | 'forget'>;

/** The demo's mailbox is public, so the mails of a real server are in another folder. */
const mailFolderOf = ({ DATA_DIR, DEMO }: Config) => join(DATA_DIR, DEMO ? 'demo-mail' : 'mail');

export function createAccountParts({ config, now }: Context, { db, access }: Databases, outbox: Outbox) {
  const mailFolder = mailFolderOf(config);
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, folder: mailFolder, now });
  const mailbox = config.DEMO && !config.SMTP_URL ? { folder: mailFolder } : null;
  const terms = readTerms(config.TERMS_DIR);
  /** Set when the port is known. */
  const site = { url: '' };
  const account = createAccount({
    db,
    access,
    outbox,
    now,
    consoleUrl: () => site.url,
    sendMail: mailer.send,
    termsVersion: terms.version,
    grantRole,
  });
  return { mailer, mailbox, site, account, terms };
}

/** After DATA a mail server may take long to accept: a mail that is sent again too early arrives twice. */
const ALERT_MAIL_SILENCE_MS = 90_000;

interface DeliveryNeighbours {
  databases: Databases;
  outbox: Outbox;
  quietWarn: QuietWarn;
  pageUrl: (path: string) => string;
  /** Besides mail. */
  channels: readonly AlertChannel[];
  notify: Notify;
  /** Made after the deliveries, which it plans. */
  alertLife: () => Pick<AlertLife, 'raise' | 'clear'>;
}

/** The alert of the installation about alerts that could not be delivered. */
const FAILURE = { deviceKey: null, kind: 'delivery_failed' } as const;

/** Alerts to people. */
export function createDeliveryParts(
  { config, log, now }: Context,
  { databases, outbox, quietWarn, pageUrl, channels: others, notify, alertLife }: DeliveryNeighbours,
) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = config;
  const folder = mailFolderOf(config);
  const mailer = createMailer({ smtpUrl, from, folder, now, silenceMs: ALERT_MAIL_SILENCE_MS });
  const { db, outbox: ownDb } = databases;
  const mailService = smtpUrl ? 'server' : config.DEMO ? 'demo' : 'files';
  const isFile = mailService === 'files';
  const channels = [createMailChannel({ db, sendMail: mailer.send, pageUrl, isFile }), ...others];
  const alertDelivery = createAlertDelivery(channels, {
    db: ownDb,
    outbox,
    log,
    quietWarn,
    now,
    pageUrl,
    mailService,
    noteUndelivered: async (tx, { alertId, deviceKey, kind }, readers) => {
      const event = { type: 'alert_undelivered', alert_id: alertId, titles: alertTitles(kind) } as const;
      if (deviceKey !== null) await notify(tx, { deviceKey, readers, event });
    },
    raiseFailure: (tx) => {
      const atMs = now();
      const raised = { severity: 'warning', sinceMs: atMs, atMs, numbers: {}, thresholds: {} } as const;
      return alertLife().raise(tx, { ...FAILURE, ...raised });
    },
    clearFailure: (tx) => alertLife().clear(tx, { ...FAILURE, atMs: now() }),
  });
  const deliveryLedger = createDeliveryLedger({ db, outbox, channels, now, pageUrl, mailService });
  const alertReach = createAlertReach({ db, now, mailService, mailFolder: isFile ? basename(folder) : null });
  return { alertDelivery, deliveryLedger, alertReach, alertMailer: mailer };
}

/** Limits of guesses (device IDs, codes, e-mails), of messages to users, and of logged refusals. */
export const TRIES = {
  windowMs: 10 * 60_000,
  adds: 60,
  emails: 60,
  guessesOfACode: 10,
  messages: 30,
  refused: 100,
};

/** Access to devices, and notices to users. */
export function createAccessParts(
  { log, now }: Context,
  db: Db,
  outbox: Outbox,
  isOnline: PresenceStore['isOnline'],
  mail: Pick<Parameters<typeof createAccessNotices>[0], 'sendMail' | 'pageUrl'>,
) {
  const tries = (max: number) => createTries({ max, windowMs: TRIES.windowMs, now });
  const inbox = createInbox({ db, outbox, now, takeTry: tries(TRIES.messages).take });
  const { notify } = inbox;
  const expiredDelegations = createExpiredDelegations({ db, outbox, log, now, notify });
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
    rescheduleExpiry: expiredDelegations.poll,
    notify,
  });
  const access = createStaffAccess({ db, outbox, now, rescheduleExpiry: expiredDelegations.poll, notify });
  const userManagement = createUserManagement({ db, outbox, now, access });
  const accessNotices = createAccessNotices({ db, outbox, now, ...mail });
  const enrolBoard = createEnrolment({ db, now, notifyAccess: accessNotices.notifyAccess });
  return { inbox, accessNotices, expiredDelegations, ownership, delegation, userManagement, enrolBoard };
}

/** Ways to reach people besides mail. */
export function createChannelParts({ config, now }: Context, db: Db, notifyAccess: NotifyAccess) {
  const outgoing = createOutgoing({ isLocalAllowed: config.WEBHOOK_LOCAL });
  return {
    push: createPush({ db, outgoing, now, contactEmail: config.CONTACT_EMAIL }),
    webhooks: createWebhooks({ db, outgoing, now, appendAudit, notifyAccess }),
  };
}

interface IntegrationNeighbours {
  db: Db;
  events: Events;
  outbox: Outbox;
  quietWarn: QuietWarn;
  telemetry: Telemetry;
  devices: Devices;
  commands: Commands;
  pageUrl: (path: string) => string;
  notifyAccess: NotifyAccess;
}

/** Logins on the broker for other programs of users. Their commands pass the same gate as those of the console. */
export function createIntegrationParts(
  { config, now }: Context,
  { notifyAccess, ...neighbours }: IntegrationNeighbours,
) {
  const { db, events, outbox, quietWarn, telemetry, devices, commands, pageUrl } = neighbours;
  const { lastData, presence } = telemetry;
  const integrationSessions = createIntegrationSessions({
    db,
    now,
    quietWarn,
    lastData,
    presence,
    pageUrl,
    findDevice: devices.find,
    startStop: ({ value, ...command }) => {
      if (command.denied) commands.limitDenied(command.user);
      const payload = { op: 'start_stop', val: value } as const;
      return commands.request({ ...command, payload, value, what: value ? 'start' : 'stop' });
    },
  });
  events.on('integrationChanged', integrationSessions.wake);
  events.on('devicesChanged', integrationSessions.wake);
  const brokerUrl = config.MQTT_PUBLIC_URL;
  return {
    integrations: createIntegrations({
      db,
      outbox,
      now,
      appendAudit,
      notifyAccess,
      hashSecret,
      brokerUrl,
    }),
    integrationSessions,
  };
}

interface FirmwareNeighbours {
  db: Db;
  events: Events;
  outbox: Outbox;
  isOnline: PresenceStore['isOnline'];
  lastData: Telemetry['lastData'];
  runningUpdates: RunningUpdates;
  link: BoardLink;
}

export function createFirmwareParts(
  { config, log, now }: Context,
  { db, events, outbox, isOnline, lastData, runningUpdates, link }: FirmwareNeighbours,
  { notify, notifyFirmware }: InboxService,
  { refuse }: LockOuts,
) {
  const demoKeys = config.DEMO ? [loadDemoKeys(config.DATA_DIR).publicKey] : [];
  const keys = [...readMakerKeys(config.FIRMWARE_KEYS), ...demoKeys];
  const releases = createReleases({ db, outbox, notifyFirmware, now, keys });
  const { send, forget } = link;
  const { getFitting } = releases;
  const updates = createUpdates({
    db,
    events,
    outbox,
    notify,
    log,
    now,
    isOnline,
    lastData,
    send,
    forget,
    getFitting,
    running: runningUpdates,
    refuseLockedOut: refuse,
  });
  return { releases, updates, fleetFirmware: createFleetFirmware(db) };
}

interface DiagnosticsNeighbours {
  db: Db;
  events: Events;
  quietWarn: QuietWarn;
  isBrokerUp: Link['isUp'];
  presence: Pick<PresenceStore, 'isOnline' | 'listOnline'>;
}

export function createDiagnosticsParts(
  { now }: Context,
  { db, events, quietWarn, isBrokerUp, presence: { isOnline, listOnline } }: DiagnosticsNeighbours,
  { presence, lastData }: Telemetry,
  { applied }: DeviceConfigs,
  commands: Commands,
) {
  const diagnostics = createDiagnostics({ db, now, presence, lastData, applied, isBrokerUp });
  const reader = createRegisterReader({ db, now, onParameters: (news) => events.emit('parameters', news) });
  const parameterCheck = createParameterCheck({
    db,
    quietWarn,
    now,
    listOnline,
    reader,
    readFromBoard: commands.readUnlogged,
  });
  const registers = createRegisters({
    db,
    isOnline,
    reader,
    readFromBoard: (user, device, { address, count }, what) =>
      commands.read({ user, device, what, value: null, payload: { op: 'reg_read', reg: address, n: count } }),
  });
  return { diagnostics, registers, parameterCheck };
}
