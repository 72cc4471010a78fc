import * as z from 'zod/mini';
import { TimeZoneName } from '../account/account.ts';
import { DeviceId, LocalizedText, line } from '../text.ts';

/** How an alert reaches a person. */
export const DeliveryChannel = z.enum(['mail', 'push', 'webhook']);
export type DeliveryChannel = z.infer<typeof DeliveryChannel>;

/** Whether the server sends mails; `files`: it writes them as files, `demo`: and its console shows them. */
export const MailService = z.enum(['server', 'demo', 'files']);
export type MailService = z.infer<typeof MailService>;

/** Whether a channel delivers alerts to a person, or why not. off: they have switched it off. */
export const Way = z.enum(['ok', 'off', 'unconfirmed', 'no_mail_server', 'no_browser', 'no_webhook']);
export type Way = z.infer<typeof Way>;
export const Ways = z.object({ mail: Way, push: Way, webhook: Way });
export type Ways = z.infer<typeof Ways>;

/**
 * waiting: to be sent, or retried after an error. held: kept back by quiet hours. written: a file instead of a mail,
 * since the server sends none. failed: given up. seen: the receiver has opened the alert.
 */
export const DeliveryState = z.enum(['waiting', 'held', 'sent', 'written', 'failed', 'seen']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** What is delivered. escalated: a warning has become an alarm. */
export const DeliveryChange = z.enum(['raised', 'escalated', 'cleared']);
export type DeliveryChange = z.infer<typeof DeliveryChange>;

/**
 * Why a person receives an alert: steps of the escalation ladder of a device, in their order. staff: alerts of the whole
 * installation. installation: targets that belong to no user. recipients: people without rights who agreed, of alarms.
 */
export const DeliveryStep = z.enum([
  'owner',
  'delegates',
  'technicians',
  'staff',
  'installation',
  'recipients',
]);
export type DeliveryStep = z.infer<typeof DeliveryStep>;

const Channels = z.strictObject({ mail: z.boolean(), push: z.boolean(), webhook: z.boolean() });
const wallTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'invalid'));

/** Channels by severity; the optional rows override `warning` for some kinds. */
const matrix = z.strictObject({
  alarm: Channels,
  warning: Channels,
  /** The board is offline, or its Wi-Fi is weak. */
  connection: z.optional(Channels),
  /** The pump behaves differently from its own past. */
  unusual: z.optional(Channels),
});

/** Which alerts reach a user by which channel, and when. */
export const NotificationSettings = z.strictObject({
  matrix,
  /** Warnings wait for the end of these hours, which may be past midnight; alarms do not. */
  quiet_hours: z.nullable(z.strictObject({ from: wallTime, to: wallTime })),
  /** Time zone of the browser; the zone of the user's profile takes precedence. */
  zone: TimeZoneName,
  /** More messages than this in a minute, to one target, become one message. */
  digest_over: z.int().check(z.minimum(1, 'too_small'), z.maximum(50, 'too_large')),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const Minutes = z.nullable(z.int().check(z.minimum(1, 'too_small'), z.maximum(1440, 'too_large')));

/** When further people receive an alert that was not taken. Null minutes: never, for alerts of this severity. */
export const EscalationSettings = z.strictObject({
  alarm_minutes: Minutes,
  warning_minutes: Minutes,
  /** Steps of the ladder, each after the same time. */
  delegates: z.boolean(),
  technicians: z.boolean(),
});
export type EscalationSettings = z.infer<typeof EscalationSettings>;

/** Where a user is reached. */
const DeliveryTarget = z.object({ channel: DeliveryChannel, id: z.string(), label: z.string() });

/** The own settings, or the defaults, and the targets that exist. */
export const Notifications = z.object({
  settings: NotificationSettings,
  targets: z.array(DeliveryTarget),
  mail_service: MailService,
});
export type Notifications = z.infer<typeof Notifications>;

/** The settings of a device, or the defaults; who changed them last and when, Unix seconds. */
export const Escalation = z.object({
  settings: EscalationSettings,
  changed_by: z.nullable(z.string()),
  changed_timestamp: z.nullable(z.int()),
});
export type Escalation = z.infer<typeof Escalation>;

export const NotificationTest = z.strictObject({ channel: DeliveryChannel, target: line(1, 200) });
export type NotificationTest = z.infer<typeof NotificationTest>;

/** `reason`: the error of the receiving side; null if it has accepted the message. */
export const NotificationTestResult = z.object({ sent: z.boolean(), reason: z.nullable(z.string()) });
export type NotificationTestResult = z.infer<typeof NotificationTestResult>;

const seconds = z.nullable(z.int());

/** retrying: not accepted so far. rejected: refused for good. given_up: not accepted for half a day. */
export const DeliveryFailure = z.enum(['retrying', 'rejected', 'given_up']);
export type DeliveryFailure = z.infer<typeof DeliveryFailure>;

/** What a message is and what became of it. Times are Unix seconds. */
const message = {
  id: z.int(),
  change: DeliveryChange,
  channel: DeliveryChannel,
  /** Address or name of the target; only for staff and for the receiver. */
  target: z.nullable(z.string()),
  state: DeliveryState,
  timestamp: z.int(),
  /** The next attempt, or the end of the quiet hours. */
  next_timestamp: seconds,
  sent_timestamp: seconds,
  failure: z.nullable(DeliveryFailure),
};

/** One message to one receiver. */
export const AlertDelivery = z.object({
  ...message,
  step: DeliveryStep,
  /** Nothing for targets of the installation, and for people of a former tenure (R4.3c). */
  receiver: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  seen_timestamp: seconds,
  attempts: z.int(),
  /** The error of the last attempt; only for staff and for the receiver, since it names addresses and hosts. */
  reason: z.nullable(z.string()),
});
export type AlertDelivery = z.infer<typeof AlertDelivery>;

/** One message to the caller. */
export const OwnDelivery = z.object({
  ...message,
  alert_id: z.int(),
  titles: LocalizedText,
  /** Null for an alert of the whole installation. */
  id_dev: z.nullable(DeviceId),
});
export type OwnDelivery = z.infer<typeof OwnDelivery>;

const Person = z.object({ user_id: z.int(), name: z.string() });

/** A receiver whom no channel reaches, and why; `ways` are those of the time when the alert was raised. */
const Unreached = z.object({
  step: DeliveryStep,
  /** Nothing for people of a former tenure (R4.3c). */
  receiver: z.nullable(Person),
  timestamp: z.int(),
  ways: Ways,
});
export type Unreached = z.infer<typeof Unreached>;

/**
 * A step of escalation. reached: planned for its people. due: at this time, unless somebody takes the alert. nobody: no
 * such people, so the next step takes its time. stopped: the ladder has ended before it.
 */
const LadderState = z.object({
  step: z.enum(['owner', 'delegates', 'technicians']),
  after_minutes: z.int(),
  state: z.enum(['reached', 'due', 'nobody', 'stopped']),
  timestamp: seconds,
});

/**
 * In the order in which they were planned; `next` is the step of escalation that follows if nobody takes the alert.
 * `ladder` is empty if the alert does not escalate.
 */
export const AlertDeliveries = z.object({
  items: z.array(AlertDelivery),
  unreached: z.array(Unreached),
  ladder: z.array(LadderState),
  next: z.nullable(z.object({ step: DeliveryStep, timestamp: z.int() })),
});
export type AlertDeliveries = z.infer<typeof AlertDeliveries>;

/** A person who receives alerts of a device. */
const AlertReceiver = z.object({
  name: z.string(),
  is_self: z.boolean(),
  /** True if the person has quiet hours: warnings wait until these end. */
  do_warnings_wait: z.boolean(),
  alarm: Ways,
  warning: Ways,
});
export type AlertReceiver = z.infer<typeof AlertReceiver>;

/** Minutes after the alert is raised; null if alerts of this severity do not reach the step. */
const AfterMinutes = z.nullable(z.int());

/** Who receives alerts of a device, in the order of its ladder. Technicians are counted, not named. */
export const AlertReceivers = z.object({
  mail_service: MailService,
  steps: z.array(
    z.object({
      step: z.enum(['owner', 'delegates', 'technicians']),
      /** True if the step is part of the device's ladder. */
      is_on: z.boolean(),
      after_minutes: z.object({ alarm: AfterMinutes, warning: AfterMinutes }),
      people: z.array(AlertReceiver),
      count: z.int(),
      /** How many of them get an alarm, by any channel and by each. */
      reached: z.object({ any: z.int(), mail: z.int(), push: z.int(), webhook: z.int() }),
    }),
  ),
  /** Webhooks of the whole installation receive every alert. */
  installation_webhooks: z.int(),
});
export type AlertReceivers = z.infer<typeof AlertReceivers>;

/** Whether alarms reach the caller, and for Super Sellers whether they reach the owners of devices. */
export const AlertReach = z.object({
  mail: z.object({
    service: MailService,
    /** Folder of DATA_DIR with the files; for Super Sellers only. */
    folder: z.nullable(z.string()),
    /** The mail server accepts no mails of alerts since then, Unix seconds. */
    failing_since: seconds,
  }),
  /** Null if the caller receives no alerts: no device, and no role that gets them. */
  own: z.nullable(Ways),
  installation: z.nullable(
    z.object({
      /** Owners whom no alarm reaches, and the first of them with the reasons. */
      unreached_owners: z.int(),
      owners: z.array(z.object({ name: z.string(), email: z.string(), ways: Ways })),
      /** Open alarms that reached nobody. */
      undelivered_alerts: z.int(),
    }),
  ),
});
export type AlertReach = z.infer<typeof AlertReach>;
