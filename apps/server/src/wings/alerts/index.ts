import { basename } from 'node:path';
import type { Command } from '@manoboard/contract/command/command';
import { pressureMode } from '@manoboard/domain/commands/write-value';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import type { Core } from '../../core.ts';
import { createExports, REHEARSAL_LIMITS } from '../../http/limits/exports.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import { createOutgoing } from '../../net/outgoing-http.ts';
import type { Wing } from '../../wing.ts';
import { findProgressMs } from '../history/history.repo.ts';
import { listFramesOf } from '../history/store/stored-frames.repo.ts';
import type { InboxWing } from '../inbox/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { watchAlerts } from './alert-metrics.repo.ts';
import { alertDeliveryRoutes } from './delivery/alert-delivery.routes.ts';
import { createAlertWater } from './delivery/alert-water.ts';
import { createEscalation } from './delivery/escalation.service.ts';
import { createDeliveryLedger } from './delivery/ledger.service.ts';
import { createMailChannel } from './delivery/mail-channel.ts';
import { createDeliveryPlan } from './delivery/plan.service.ts';
import { createAlertReach } from './delivery/reach.service.ts';
import { createSenders } from './delivery/sender.ts';
import { findFaults } from './life/alert-life.repo.ts';
import { type AlertLife, createAlertLife, warningNow } from './life/alert-life.service.ts';
import { alertsRoutes } from './life/alerts.routes.ts';
import { createAlerts } from './life/alerts.service.ts';
import { createFcConflicts } from './life/fc-conflict.service.ts';
import { createFloods } from './life/flood.service.ts';
import { normalRoutes } from './normal/normal.routes.ts';
import { createNormal } from './normal/normal.service.ts';
import { createQuietNotices } from './notices/quiet-notices.service.ts';
import { createOutages } from './outage/outage.service.ts';
import { pushRoutes } from './push/push.routes.ts';
import { createPush } from './push/push.service.ts';
import { createRecipientLinks } from './recipients/recipient-links.ts';
import { recipientsRoutes } from './recipients/recipients.routes.ts';
import { createRecipients } from './recipients/recipients.service.ts';
import { rehearsalRoutes } from './rehearsal/rehearsal.routes.ts';
import { createRehearsals } from './rehearsal/rehearsal.service.ts';
import { alertRulesRoutes } from './rules/alert-rules.routes.ts';
import { createAlertRules } from './rules/alert-rules.service.ts';
import { createAlertSettings, isRuleOff } from './rules/alert-settings.service.ts';
import { visitRoutes } from './visit/visit.routes.ts';
import { createVisits } from './visit/visit.service.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';
import { createWebhooks } from './webhooks/webhooks.service.ts';
import { createComing } from './work/coming.ts';
import { createTakeDevice } from './work/take-device.ts';
import { workRoutes } from './work/work.routes.ts';
import { createWork } from './work/work.service.ts';

interface Needs {
  inbox: InboxWing;
  telemetry: TelemetryWing;
  settings: SettingsWing;
}

/** After DATA a mail server may take long to accept: a mail that is sent again too early arrives twice. */
const MAIL_SILENCE_MS = 90_000;

/** The alert of the installation about alerts that could not be delivered. */
const FAILURE = 'delivery_failed';

/** The ways to people, and the plan that selects receivers and ways. */
function createChannels(core: Core, inbox: InboxWing) {
  const { config, mail, now, pageUrl, secrets, tries } = core;
  const outgoing = createOutgoing({ isLocalAllowed: config.WEBHOOK_LOCAL });
  const push = createPush({ ...core, outgoing, contactEmail: config.CONTACT_EMAIL });
  const webhooks = createWebhooks({ ...core, outgoing, notifyAccess: inbox.notifyAccess });
  const mailer = mail.open(MAIL_SILENCE_MS);
  const isFile = mail.service === 'files';
  const links = createRecipientLinks(secrets.linkKey, pageUrl);
  const mails = createMailChannel({ ...core, sendMail: mailer.send, links, isFile });
  const takeLinkTry = tries('links').take;
  const recipients = createRecipients({ ...core, sendMail: mail.send, links, takeLinkTry });
  const channels = [mails, push.channel, webhooks.channel];
  const plan = createDeliveryPlan({
    channels,
    now,
    mailService: mail.service,
    noteUndelivered: async (tx, { alertId, deviceKey, kind }, readers) => {
      const event = { type: 'alert_undelivered', alert_id: alertId, titles: alertTitles(kind) } as const;
      if (deviceKey !== null) await inbox.notify(tx, { deviceKey, readers, event });
    },
  });
  return { push, webhooks, mailer, channels, plan, recipients };
}
type Channels = ReturnType<typeof createChannels>;

/** Sends what is planned, and escalates. `life` raises the alert about failed deliveries. */
function createDelivery(
  core: Core,
  { channels, plan }: Channels,
  life: AlertLife,
  lastOf: TelemetryWing['lastData'],
) {
  const { databases, now, mail, presence } = core;
  const { isOnline, isConnecting } = presence;
  const senders = createSenders(channels, {
    ...core,
    db: databases.outbox,
    waterOf: createAlertWater({ lastOf, isOnline, isConnecting, nowMs: now }),
    raiseFailure: (tx) => life.raise(tx, null, warningNow(FAILURE, now())),
    clearFailure: (tx) => life.clear(tx, null, { kind: FAILURE, atMs: now() }),
  });
  const escalation = createEscalation({ ...core, db: databases.outbox, plan, wakeSenders: senders.wake });
  const ledger = createDeliveryLedger({ ...core, channels, mailService: mail.service });
  const reach = createAlertReach({
    ...core,
    mailService: mail.service,
    mailFolder: mail.service === 'files' ? basename(mail.folder) : null,
  });
  return { senders, escalation, ledger, reach };
}

/** What raises and clears alerts besides the events of boards: rules, learned normal, outages. */
function createRules(core: Core, life: AlertLife, { inbox, telemetry, settings }: Needs) {
  const { databases, now, link, presence, runningUpdates } = core;
  const { reports, history } = databases;
  const normal = createNormal({ ...core, db: reports, rolledUpMs: () => findProgressMs(reports), life });
  const outages = createOutages({
    ...core,
    // Reports of several servers are compared.
    now: core.cluster?.sharedNow ?? now,
    isBrokerUp: link.isUp,
    serverId: core.serverId,
    countOnlineOf: core.cluster?.countOnlineOf,
    offlineSinceMs: core.cluster?.offlineSinceMs,
    life,
    isOnline: presence.isOnline,
    isConnecting: presence.isConnecting,
    countOnline: () => presence.listOwn().length,
    countAllOnline: () => presence.listOnline().length,
  });
  const rules = createAlertRules({
    ...core,
    db: reports,
    life,
    listFrames: (...span) => listFramesOf(reports, ...span),
    cardsOf: settings.pumpCards.cardsOf,
    isOnline: (deviceId) => (link.isUp() ? outages.presenceOf(deviceId) : null),
    owns: presence.owns,
    arePending: settings.config.arePending,
    mutesOf: async (tx, deviceKey) => [
      ...((await settings.lockOuts.isSet(tx, deviceKey)) ? (['lock_out'] as const) : []),
      ...(runningUpdates.isUpdating(deviceKey) ? (['update'] as const) : []),
    ],
  });
  const numbers = createAlertSettings(core);
  const rehearsals = createRehearsals({
    db: history,
    now,
    intervalOf: (deviceId) => telemetry.lastData(deviceId).every_s ?? USUAL_INTERVAL,
    settingsOf: async (of, deviceKey) => {
      const config = await settings.config.applied(deviceKey, of);
      const pressure = config ? config.pressure : null;
      const zone = await settings.zones.zoneIn(of, deviceKey);
      const [card = {}] = await settings.pumpCards.cardsOf(of, [deviceKey]);
      const faults = await findFaults(of, deviceKey);
      return {
        ...(await numbers.numbersOf(of, deviceKey)),
        ...(pressure !== undefined && { pressure }),
        zone,
        card,
        ...(faults && { faults }),
      };
    },
  });
  const notices = createQuietNotices({
    ...core,
    db: reports,
    notify: inbox.notify,
    cardsOf: settings.pumpCards.cardsOf,
    modeOf: async (deviceKey) => {
      const config = await settings.config.applied(deviceKey, reports);
      return config && pressureMode(config.pressure ?? {});
    },
  });
  return { normal, outages, rules, numbers, rehearsals, notices };
}

/** A person stopped the pump, or ended its retries. */
async function receiveCommand(
  { db, outbox, log, presence }: Core,
  life: AlertLife,
  { op, value, status, device_id }: Command,
): Promise<void> {
  const isStop = op === 'end_retries' || (op === 'start_stop' && value === false);
  if (!isStop || status !== 'done' || !presence.owns(device_id)) return;
  try {
    await outbox.transaction(db, (tx) => life.endRetries(tx, device_id));
  } catch (err) {
    log.warn({ err, board: device_id }, 'the retries of a stopped pump could not be ended');
  }
}

/** Alerts: raised, kept, shown, delivered. */
export function createAlertsWing(core: Core, needs: Needs) {
  const { config, db, outbox, now, presence } = core;
  const isSending = config.ROLES.includes('jobs');
  const { inbox, telemetry, settings } = needs;
  const channels = createChannels(core, inbox);
  const { push, webhooks, mailer, plan, recipients } = channels;
  const { lastData: lastOf } = telemetry;
  const life = createAlertLife({ ...core, notify: inbox.notify, plan, lastOf, isOff: isRuleOff });
  const { senders, escalation, ledger, reach } = createDelivery(core, channels, life, lastOf);
  const { normal, outages, rules, numbers, rehearsals, notices } = createRules(core, life, needs);
  const { resume } = life;
  const alerts = createAlerts({
    ...core,
    csvReaderOf: core.preferencesOf,
    resume,
    withdraw: plan.withdraw,
    countPeople: reach.countPeople,
  });
  const floods = createFloods({ ...core, owns: presence.owns, alertLife: life });
  watchAlerts({ db: core.databases.reports, metrics: core.metrics, now });
  const work = createWork({
    ...core,
    presence: telemetry.presence,
    listLockOuts: (deviceIds) => settings.lockOuts.list(deviceIds, null),
  });
  const { notify } = inbox;
  const visits = createVisits({ ...core, pageUrl: core.pageUrl, notify, sendMail: core.mail.send });
  const wing: Wing = {
    tasks: { ...visits.handlers, ...recipients.handlers },
    routes: (api, { reads, startExport }) => {
      alertsRoutes(api, alerts, startExport);
      normalRoutes(api, normal, alerts);
      alertDeliveryRoutes(api, ledger, reach);
      alertRulesRoutes(api, numbers);
      rehearsalRoutes(api, rehearsals, createExports(REHEARSAL_LIMITS, reads));
      workRoutes(api, work);
      visitRoutes(api, visits);
      pushRoutes(api, push);
      webhooksRoutes(api, webhooks);
      recipientsRoutes(api, recipients);
    },
    jobs: {
      /** Learns what is normal for each device, and raises an alert when it behaves differently. */
      'normal-days': { cron: '2,12,22,32,42,52 * * * *', isLong: true, run: normal.run },
      /** At six in the morning of each device: a first night that looks like a leak, and on Mondays the week. */
      'quiet-notices': { cron: '35 * * * *', isLong: true, run: notices.run },
      /** Clears the alert about undeliverable alerts a day after the last one. */
      'delivery-failures': { cron: '55 * * * *', run: senders.clearOldFailure },
      /** Gives alerts back whose assignee has lost access to the device. */
      'lost-assignees': { cron: EVERY_MINUTE, run: alerts.releaseLost },
      /** Announces shelved alerts again whose time is over. */
      'shelved-alerts': { cron: EVERY_MINUTE, run: () => outbox.transaction(db, life.endShelving) },
    },
    on: {
      online: (change) => {
        outages.noteOnline(change, presence.owns(change.deviceId));
        rules.receiveOnline(change);
      },
      alert: (news) => {
        if (isSending) senders.wake();
        rules.receiveAlert(news);
      },
      frameStored: rules.receiveFrame,
      boardEvent: ({ board, event, atMs }) => rules.receiveEvent(board, event, atMs),
      command: (command) => {
        rules.receiveCommand(command);
        void receiveCommand(core, life, command);
      },
      birth: rules.receiveBirth,
      alertSettings: ({ deviceKey }) => rules.reload(deviceKey),
      eventsMissed: rules.reloadAll,
      config: rules.receiveConfig,
      configInForce: rules.receiveConfigInForce,
      parameters: rules.receiveParameters,
    },
    takeBoards: rules.takeBoards,
    leaveBoard: rules.leaveBoard,
    async start() {
      await push.start();
      await webhooks.start();
      await rules.start();
      await floods.start();
      await outages.start();
    },
    async stop() {
      await rules.stop();
      await mailer.close();
    },
    open() {
      if (!isSending) return;
      escalation.start();
      senders.start();
    },
    async close() {
      await normal.stop();
      await escalation.stop();
      await senders.stop();
      await outages.stop();
    },
  };
  return {
    wing,
    listUrgent: alerts.listUrgent,
    listAssignees: alerts.listAssignees,
    listComing: createComing({ db, alerts, work }),
    listWorkAssignees: work.listAssignees,
    takeDevice: createTakeDevice({ alerts, work }),
    changeRule: numbers.changeRule,
    recordEvent: life.recordEvent,
    noteFlood: floods.note,
    updateFcConflicts: createFcConflicts({ now, alertLife: life }).updateConflicts,
    isUnreached: reach.isLacking,
    reportOutage: outages.run,
  };
}
export type AlertsWing = ReturnType<typeof createAlertsWing>;
