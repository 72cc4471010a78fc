import * as z from 'zod/mini';
import { AlertCode } from '../alert/alert.ts';
import { VisitDay, VisitNews, VisitPart } from '../alert/visit.ts';
import { DeviceId, LocalizedText, lines } from '../text.ts';

const device = { device_id: DeviceId, alias: z.nullable(z.string()) };
const person = z.string();

/** Access that outlives a session, of which its owner gets a notice. */
export const AddedAccess = z.enum([
  'integration',
  'integration_switch',
  'api_token',
  'webhook',
  'board_secret',
]);
export type AddedAccess = z.infer<typeof AddedAccess>;

/** Kinds of entries that the console has a sentence for. */
export const InboxEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('alert'),
    ...device,
    alert_id: z.int(),
    code: AlertCode,
    titles: z.optional(LocalizedText),
  }),
  /** No channel delivers the alert to anybody. */
  z.object({ type: z.literal('alert_undelivered'), ...device, alert_id: z.int(), titles: LocalizedText }),
  z.object({
    type: z.literal('delegation_received'),
    ...device,
    by: person,
    expires_at: z.nullable(z.int()),
  }),
  z.object({ type: z.literal('device_received'), ...device, by: person }),
  /** Staff removed it from its owner. */
  z.object({ type: z.literal('device_taken'), ...device, by: person }),
  z.object({
    type: z.literal('delegation_ended'),
    ...device,
    /** Revoked by the delegator, expired, ended by the owner giving up the device, or with the receiver's level. */
    reason: z.enum(['revoked', 'expired', 'removed', 'level_lost']),
  }),
  /** One entry for all matching devices; `device_id` is the first of them. */
  z.object({ type: z.literal('firmware_available'), ...device, version: z.string(), devices: z.int() }),
  z.object({ type: z.literal('firmware_done'), ...device, version: z.string() }),
  z.object({
    type: z.literal('firmware_failed'),
    ...device,
    version: z.string(),
    reason: z.nullable(z.string()),
  }),
  /** The first night that looks like a leak; the second one is an alert. */
  z.object({
    type: z.literal('leak_suspected'),
    ...device,
    /** Between regular starts; 0 without a rhythm. */
    minutes: z.number(),
    lpm: z.optional(z.number()),
  }),
  /** What was shaky in the week: 0 is not worth a word. */
  z.object({
    type: z.literal('weekly_summary'),
    ...device,
    /** Hours of weak Wi-Fi. */
    wifi_h: z.number(),
    /** Minutes of short silences of the board. */
    offline_min: z.number(),
    /** Hours at full speed below the required pressure. */
    short_h: z.number(),
  }),
  z.object({
    type: z.literal('visit'),
    ...device,
    news: VisitNews,
    day: VisitDay,
    part: VisitPart,
    by: person,
  }),
  /** About the account; `subject` is the name of the program, the token or the webhook, or the ID of the board. */
  z.object({ type: z.literal('access_added'), what: AddedAccess, subject: z.string() }),
  z.object({ type: z.literal('message'), ...device, by: person, text: z.string() }),
]);
export type InboxEvent = z.infer<typeof InboxEvent>;

/** R1.7, with the field names of the spec; the read state is kept on the client, so all are unread here. */
export const InboxItem = z.object({
  id: z.string(),
  /** A sentence in the caller's language, or the message's own text. */
  name: z.string(),
  unread: z.boolean(),
  details: z.object({ avatar: z.optional(z.string()), name: z.string(), type: z.string() }),
  /** Unix seconds. */
  ts: z.int(),
  /** `null`: unknown to this version; then `name` is shown. */
  event: z.catch(z.nullable(InboxEvent), null),
});
export type InboxItem = z.infer<typeof InboxItem>;

/** Newest first. */
export const Inbox = z.object({ notifications: z.array(InboxItem), messages: z.array(InboxItem) });
export type Inbox = z.infer<typeof Inbox>;

/** From staff to the owner of a device, about it. */
export const NewMessage = z.strictObject({ text: lines(1, 2000) });
export type NewMessage = z.infer<typeof NewMessage>;
