import * as z from 'zod/mini';
import { page, pageQuery } from '../http/paging.ts';
import { EventCode, EventSeverity } from '../mqtt/event.ts';
import { DeviceId, line, lines } from './text.ts';

const seconds = z.nullable(z.int());

/**
 * What an alert is about: what boards raise, and what the server finds. FC_ID_CONFLICT: several boards name one
 * converter. MESSAGE_FLOOD: a board sends more messages than the server accepts. The sentence for people is in the texts.
 */
export const AlertCode = z.enum([...EventCode.options, 'FC_ID_CONFLICT', 'MESSAGE_FLOOD']);
export type AlertCode = z.infer<typeof AlertCode>;

/** R7.4, with the words of the spec. */
export const Alert = z.object({
  id: z.int(),
  /** Unix seconds. */
  timestamp: z.int(),
  code: AlertCode,
  severity: EventSeverity,
  /** A sentence in the language of who asks. */
  description: z.string(),
  resolved: z.boolean(),
  resolved_timestamp: seconds,
  resolved_by: z.nullable(z.string()),
  /** The cause is gone by itself: that is not resolved, somebody has yet to look. */
  cleared_timestamp: seconds,
  mail_sent: z.boolean(),
  mail_sent_timestamp: seconds,
  /** The converter's ID. */
  owner_id: z.nullable(z.string()),
  id_dev: DeviceId,
  alias: z.nullable(z.string()),
  /** Of the owner. */
  address: z.nullable(z.string()),
  notes: z.nullable(z.string()),
});
export type Alert = z.infer<typeof Alert>;

export const AlertsQuery = z.strictObject({
  ...pageQuery,
  device_id: z.optional(DeviceId),
  resolved: z.optional(z.enum(['true', 'false'])),
  severity: z.optional(EventSeverity),
  code: z.optional(AlertCode),
  /** Part of an ID, a name, an address or a note. */
  search: z.optional(line(0, 100)),
});
export type AlertsQuery = z.infer<typeof AlertsQuery>;

export const AlertPage = page(Alert);
export type AlertPage = z.infer<typeof AlertPage>;

export const AlertNotes = z.strictObject({ notes: z.nullable(lines(0, 2000)) });
export type AlertNotes = z.infer<typeof AlertNotes>;
