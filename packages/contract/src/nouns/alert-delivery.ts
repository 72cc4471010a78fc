import * as z from 'zod/mini';
import { TimeZoneName } from './account.ts';

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
