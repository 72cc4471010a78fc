import * as z from 'zod/mini';
import { TimeZoneName } from './account.ts';
import { line } from './text.ts';

/** How an alert reaches a person. */
export const DeliveryChannel = z.enum(['mail', 'push', 'webhook']);
export type DeliveryChannel = z.infer<typeof DeliveryChannel>;

/**
 * waiting: to be sent, or retried after the error in `reason`. held: kept back by quiet hours. failed: given up, for the
 * error in `reason`. seen: the receiver has opened the alert.
 */
export const DeliveryState = z.enum(['waiting', 'held', 'sent', 'failed', 'seen']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** What is delivered. escalated: a warning has become an alarm. */
export const DeliveryChange = z.enum(['raised', 'escalated', 'cleared']);
export type DeliveryChange = z.infer<typeof DeliveryChange>;

/**
 * Why a person receives an alert: steps of the escalation ladder of a device, in their order. staff: alerts of the whole
 * installation. installation: targets that belong to no user.
 */
export const DeliveryStep = z.enum(['owner', 'delegates', 'technicians', 'staff', 'installation']);
export type DeliveryStep = z.infer<typeof DeliveryStep>;

const Channels = z.strictObject({ mail: z.boolean(), push: z.boolean(), webhook: z.boolean() });
const wallTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'invalid'));

/** Which alerts reach a user by which channel, and when. */
export const NotificationSettings = z.strictObject({
  matrix: z.strictObject({ alarm: Channels, warning: Channels }),
  /** Warnings wait for the end of these hours, which may be past midnight; alarms do not. */
  quiet_hours: z.nullable(z.strictObject({ from: wallTime, to: wallTime })),
  /** Of the browser; the zone of the user's profile takes precedence. */
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

/** One message to one receiver. Times are Unix seconds. */
export const AlertDelivery = z.object({
  id: z.int(),
  change: DeliveryChange,
  step: DeliveryStep,
  channel: DeliveryChannel,
  /** Nothing for targets of the installation, and for people of a former tenure (R4.3c). */
  receiver: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  /** Address or name of the target; only for staff and for the receiver. */
  target: z.nullable(z.string()),
  state: DeliveryState,
  timestamp: z.int(),
  /** The next attempt, or the end of the quiet hours. */
  next_timestamp: seconds,
  sent_timestamp: seconds,
  seen_timestamp: seconds,
  attempts: z.int(),
  /** The error of the last attempt. */
  reason: z.nullable(z.string()),
});
export type AlertDelivery = z.infer<typeof AlertDelivery>;

/** In the order in which they were planned; `next` is the step of escalation that follows if nobody takes the alert. */
export const AlertDeliveries = z.object({
  items: z.array(AlertDelivery),
  next: z.nullable(z.object({ step: DeliveryStep, timestamp: z.int() })),
});
export type AlertDeliveries = z.infer<typeof AlertDeliveries>;
