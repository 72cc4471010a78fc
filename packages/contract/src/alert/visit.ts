import * as z from 'zod/mini';
import { Place } from '../device/place.ts';
import { DeviceId, lines } from '../text.ts';

/** Part of the day, as people agree on it. */
export const VisitPart = z.enum(['day', 'morning', 'afternoon']);
export type VisitPart = z.infer<typeof VisitPart>;

/** `asked`: the owner asks for another date. The last two are over. */
export const VisitState = z.enum(['agreed', 'asked', 'done', 'cancelled']);
export type VisitState = z.infer<typeof VisitState>;

/** What the people of a visit are told. */
export const VisitNews = z.enum(['agreed', 'moved', 'asked', 'done', 'cancelled']);
export type VisitNews = z.infer<typeof VisitNews>;

/** A day of the calendar at the place of the pump: 2026-11-20. */
export const VisitDay = z.iso.date();

/** A visit of a technician that was agreed with the owner; a device has at most one that is not over. */
export const Visit = z.object({
  id: z.int(),
  /** Grows with each change; a change of an older one is refused. */
  version: z.int(),
  id_dev: DeviceId,
  alias: z.nullable(z.string()),
  /** Of the place; the owner's while nobody has entered one. */
  address: z.nullable(z.string()),
  place: z.optional(z.nullable(Place)),
  /** Whom to call, for staff only. */
  owner: z.nullable(z.object({ name: z.string(), phone_number: z.nullable(z.string()) })),
  /** The alert that it is about, if one is. */
  alert_id: z.nullable(z.int()),
  day: VisitDay,
  part: VisitPart,
  /** `null`: the account was deleted. */
  technician: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  note: z.nullable(z.string()),
  state: VisitState,
  /** What the owner asks for. */
  wish: z.nullable(z.string()),
  /** Of the last change, Unix seconds. */
  timestamp: z.int(),
});
export type Visit = z.infer<typeof Visit>;

/** Newest first; at most one of them is not over. */
export const Visits = z.object({ items: z.array(Visit) });
export type Visits = z.infer<typeof Visits>;

/** Visits that are not over, by their day, and the people who can make them. */
export const WorkVisits = z.object({
  items: z.array(Visit),
  technicians: z.array(z.object({ user_id: z.int(), name: z.string() })),
});
export type WorkVisits = z.infer<typeof WorkVisits>;

/** The version that the caller saw; 409 VISIT_CHANGED if it is another one by now. */
const version = z.int().check(z.gte(0));
const note = z.optional(z.nullable(lines(0, 500)));

/** Without a technician it is the caller. Version 0: none was agreed. */
export const NewVisit = z.strictObject({
  version,
  day: VisitDay,
  part: VisitPart,
  technician_id: z.optional(z.int()),
  note,
  alert_id: z.optional(z.int()),
});
export type NewVisit = z.infer<typeof NewVisit>;

export const VisitAnswer = z.strictObject({ version, note });
export type VisitAnswer = z.infer<typeof VisitAnswer>;
