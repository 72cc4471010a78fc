import * as z from 'zod/mini';
import { page, pageQuery, RowIdText, SecondsText } from '../http/paging.ts';
import { EventCode, EventSeverity } from '../mqtt/event.ts';
import { Assignee } from './assignee.ts';
import { DeviceId, line, lines } from './text.ts';

const seconds = z.nullable(z.int());

/**
 * Kinds of alerts: events of boards, and findings of the server. FC_ID_CONFLICT: several boards report one converter
 * ID. MESSAGE_FLOOD: a board sends more messages than the server accepts. The sentences are in the texts.
 */
export const AlertCode = z.enum([...EventCode.options, 'FC_ID_CONFLICT', 'MESSAGE_FLOOD']);
export type AlertCode = z.infer<typeof AlertCode>;

/** R7.4, with the field names of the spec. */
export const Alert = z.object({
  id: z.int(),
  /** Unix seconds. */
  timestamp: z.int(),
  code: AlertCode,
  severity: EventSeverity,
  /** A sentence in the language of the caller's account. */
  description: z.string(),
  /** In each language: a screen may have another one than the account. */
  descriptions: z.object({ sk: z.string(), gb: z.string() }),
  resolved: z.boolean(),
  resolved_timestamp: seconds,
  resolved_by: z.nullable(z.string()),
  /** The cause is gone; the alert still has to be resolved by a person. */
  cleared_timestamp: seconds,
  mail_sent: z.boolean(),
  mail_sent_timestamp: seconds,
  /** The converter's ID. */
  owner_id: z.nullable(z.string()),
  id_dev: DeviceId,
  alias: z.nullable(z.string()),
  /** The owner's. */
  address: z.nullable(z.string()),
  /** Whom to call, for staff only. */
  owner: z.nullable(z.object({ name: z.string(), phone_number: z.nullable(z.string()) })),
  assignee: z.nullable(Assignee),
  notes: z.nullable(z.string()),
});
export type Alert = z.infer<typeof Alert>;

export const AlertsQuery = z.strictObject({
  ...pageQuery,
  device_id: z.optional(DeviceId),
  resolved: z.optional(z.enum(['true', 'false'])),
  severity: z.optional(EventSeverity),
  code: z.optional(AlertCode),
  /** Raised in this range, both ends included. */
  from: z.optional(SecondsText),
  to: z.optional(SecondsText),
  /** Only these alerts, for the rows of a list that have changed. */
  id: z.optional(z.union([RowIdText, z.array(RowIdText).check(z.maxLength(100))])),
  /** Part of an ID, a name, an address or a note. */
  search: z.optional(line(0, 100)),
  /** The `next` of the previous page: new alerts do not shift the pages. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-[1-9]\d{0,8}$/, 'place'))),
});
export type AlertsQuery = z.infer<typeof AlertsQuery>;

/** `next` is the cursor of the next older page; `open` counts all open alerts that the caller sees, by severity. */
export const AlertPage = z.object({
  ...page(Alert).shape,
  next: z.nullable(z.string()),
  open: z.record(EventSeverity, z.int()),
});
export type AlertPage = z.infer<typeof AlertPage>;

export const AlertNotes = z.strictObject({ notes: z.nullable(lines(0, 2000)) });
export type AlertNotes = z.infer<typeof AlertNotes>;

/** Without a body, or without notes, the notes stay as they are. */
export const AlertResolution = z.nullish(z.strictObject({ notes: z.optional(lines(0, 2000)) }));
export type AlertResolution = z.infer<typeof AlertResolution>;
