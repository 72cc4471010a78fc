import * as z from 'zod/mini';
import { FcRefusal } from '../device/device.ts';
import { Place } from '../device/place.ts';
import { page, pageQuery, RowIdText } from '../http/paging.ts';
import { csvQuery, listOf, TimeText } from '../http/query.ts';
import { EventCode, EventSeverity } from '../mqtt/event.ts';
import { ReadingName } from '../mqtt/reading.ts';
import { DeviceId, LocalizedText, line, lines } from '../text.ts';
import { Assignee } from './assignee.ts';
import { AlertKind, codeOfKind } from './kinds.ts';

const seconds = z.nullable(z.int());

/** Codes that have a section in the help and a sentence of their own: events of boards and findings of the server. */
export const ReportedCode = z.enum([...EventCode.options, 'FC_ID_CONFLICT', 'MESSAGE_FLOOD']);
export type ReportedCode = z.infer<typeof ReportedCode>;

const kindCodes = AlertKind.options.map((kind) => codeOfKind(kind));

/** Codes of boards, and the kinds that boards do not report. The texts of the others are those of the kind. */
export const AlertCode = z.enum([...new Set([...ReportedCode.options, ...kindCodes])]);
export type AlertCode = z.infer<typeof AlertCode>;

/** R7.4, with the field names of the spec. */
export const Alert = z.object({
  id: z.int(),
  /** Unix seconds. */
  timestamp: z.int(),
  kind: AlertKind,
  code: AlertCode,
  severity: EventSeverity,
  /** Since when the condition holds, Unix seconds; not later than `timestamp`. */
  since_timestamp: z.int(),
  /** How often it was raised: again within minutes of clearing is the same alert. */
  occurrences: z.int(),
  /** Silent until then, Unix seconds. */
  shelved_until: seconds,
  titles: LocalizedText,
  /** A sentence in the language of the caller's account. */
  description: z.string(),
  descriptions: LocalizedText,
  /** When the board starts the pump again by itself, as planned when the alert was raised; Unix seconds. */
  retry_timestamp: seconds,
  resolved: z.boolean(),
  resolved_timestamp: seconds,
  resolved_by: z.nullable(z.string()),
  /** The cause is gone; the alert still has to be resolved by a person. */
  cleared_timestamp: seconds,
  mail_sent: z.boolean(),
  mail_sent_timestamp: seconds,
  /** The converter's ID. */
  owner_id: z.nullable(z.string()),
  /** Null for an alert of the whole installation, which only staff see. */
  id_dev: z.nullable(DeviceId),
  alias: z.nullable(z.string()),
  /** Of the place; the owner's while nobody has entered one. */
  address: z.nullable(z.string()),
  place: z.optional(z.nullable(Place)),
  /** Whom to call, for staff only. */
  owner: z.nullable(z.object({ name: z.string(), phone_number: z.nullable(z.string()) })),
  assignee: z.nullable(Assignee),
  notes: z.nullable(z.string()),
});
export type Alert = z.infer<typeof Alert>;

const numbers = z.record(z.string(), z.number());

/** Trips of a converter with texts of their own. */
export const DriveTrip = z.enum(['overload', 'phase']);
export type DriveTrip = z.infer<typeof DriveTrip>;

/** What people did with an alert, in its course. */
export const CourseChange = z.enum(['taken', 'released', 'resolved', 'reopened']);
export type CourseChange = z.infer<typeof CourseChange>;
export const CourseStep = z.object({
  change: CourseChange,
  timestamp: z.int(),
  /** `null`: a deleted account, or a person of a former tenure. */
  by: z.nullable(z.string()),
});
export type CourseStep = z.infer<typeof CourseStep>;

/** One alert with what explains it. The values of its graph come from the history of the device. */
export const AlertDetail = z.extend(Alert, {
  /** Measured or counted when it was raised. */
  numbers,
  /** The numbers of the rule that applied. */
  thresholds: numbers,
  /** These fields explain it, in this span of Unix seconds. */
  evidence: z.object({ fields: z.array(ReadingName), from: z.int(), to: z.int() }),
  /** R4.16: why the board does not control its converter, if that is what the alert is about. */
  fc_refusal: z.nullable(FcRefusal),
  /** A trip of the converter with causes and a next step of its own. */
  trip: z.nullable(DriveTrip),
  /** Oldest first. */
  course: z.optional(z.array(CourseStep)),
  /** How many people its ladder names: with one there is nobody to take it from. */
  people: z.optional(z.int()),
});
export type AlertDetail = z.infer<typeof AlertDetail>;

/** Minutes for which an alert is silent, at most 30 days. */
export const AlertShelving = z.strictObject({ minutes: z.int().check(z.gte(1), z.lte(43_200)) });
export type AlertShelving = z.infer<typeof AlertShelving>;

const alertFilters = {
  device_id: z.optional(DeviceId),
  resolved: z.optional(z.enum(['true', 'false'])),
  severity: z.optional(EventSeverity),
  code: z.optional(AlertCode),
  kind: z.optional(AlertKind),
  /** Silent now. */
  shelved: z.optional(z.enum(['true', 'false'])),
  /** Raised in this range, both ends included. */
  from: z.optional(TimeText),
  to: z.optional(TimeText),
  /** Part of an ID, a name, an address or a note. */
  search: z.optional(line(0, 100)),
};

export const AlertsQuery = z.strictObject({
  ...pageQuery,
  ...alertFilters,
  /** Only these alerts, for the rows of a list that have changed. */
  id: z.optional(listOf(RowIdText, 100)),
  /** The `next` of the previous page: new alerts do not shift the pages. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-[1-9]\d{0,8}$/, 'place'))),
});
export type AlertsQuery = z.infer<typeof AlertsQuery>;
export const AlertsCsvQuery = z.strictObject({ ...alertFilters, ...csvQuery });
export type AlertsCsvQuery = z.infer<typeof AlertsCsvQuery>;
/** The query before parsing. */
export type AlertsQueryText = z.input<typeof AlertsQuery>;

/**
 * `next` is the cursor of the next older page. `open` counts all open alerts that the caller sees, by severity, without
 * shelved ones; `shelved` counts those.
 */
export const AlertPage = z.object({
  ...page(Alert).shape,
  next: z.nullable(z.string()),
  open: z.record(EventSeverity, z.int()),
  shelved: z.int(),
});
export type AlertPage = z.infer<typeof AlertPage>;

/** The note that the editor saw; 409 NOTES_CHANGED if another person has changed it since. */
const known_notes = z.optional(z.nullable(lines(0, 2000)));

export const AlertNotes = z.strictObject({ notes: z.nullable(lines(0, 2000)), known_notes });
export type AlertNotes = z.infer<typeof AlertNotes>;

/** The time of the resolution that the caller saw; 409 RESOLUTION_CHANGED if another person has resolved it since. */
export const AlertReopening = z.nullish(z.strictObject({ resolved_timestamp: z.optional(z.int()) }));
export type AlertReopening = z.infer<typeof AlertReopening>;

/** Without a body, or without notes, the notes stay as they are. */
export const AlertResolution = z.nullish(z.strictObject({ notes: z.optional(lines(0, 2000)), known_notes }));
export type AlertResolution = z.infer<typeof AlertResolution>;
