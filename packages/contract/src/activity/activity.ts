import * as z from 'zod/mini';
import { Command } from '../command/command.ts';
import { page, pageQuery } from '../http/paging.ts';
import { csvQuery, listOf, TimeText } from '../http/query.ts';
import { AnyEventCode, EventSeverity, StartOrigin } from '../mqtt/event.ts';
import { Reading } from '../mqtt/reading.ts';
import { ChangeKind, DeviceChange } from './device-change.ts';

const seconds = z.number();

/** Events raised by the board. */
export const BoardEvent = z.object({
  id: z.string(),
  /** One of `EventCode`, or one that only the board knows. */
  code: AnyEventCode,
  severity: EventSeverity,
  raised_at: z.nullable(seconds),
  cleared_at: z.nullable(seconds),
  reading: z.partial(Reading),
  /** Of a start: what caused it. */
  started_by: z.optional(StartOrigin),
});
export type BoardEvent = z.infer<typeof BoardEvent>;

/** Commands, board events, and each kind of change. */
export const ActivityKind = z.enum(['command', 'event', ...ChangeKind.options]);
export type ActivityKind = z.infer<typeof ActivityKind>;

/** R5.6, R5.7b: every command (also refused ones), board event and change; `at` is Unix seconds. */
export const ActivityEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), at: seconds, command: Command }),
  z.object({ kind: z.literal('event'), at: seconds, event: BoardEvent }),
  z.object({ kind: ChangeKind, at: seconds, change: DeviceChange }),
]);
export type ActivityEntry = z.infer<typeof ActivityEntry>;
export type ChangeEntry = Extract<ActivityEntry, { change: DeviceChange }>;

/** Both count the requested range: `total` the requested kinds, `counts` all of them; `next` is the cursor of the next older page. A server may not know each kind. */
export const Activity = z.object({
  ...page(ActivityEntry).shape,
  counts: z.partialRecord(ActivityKind, z.int()),
  next: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

const kinds = { kind: z.optional(listOf(ActivityKind, ActivityKind.options.length)) };

export const ActivityQuery = z.strictObject({
  ...pageQuery,
  ...kinds,
  /** Entries of this range, both ends included: the marks of a graph. */
  from: z.optional(TimeText),
  to: z.optional(TimeText),
  /** The `next` of the previous page: new entries do not shift the pages. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-[\x21-\x7e]{1,64}$/, 'place'))),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

export const ActivityCsvQuery = z.strictObject({ ...kinds, ...csvQuery });
export type ActivityCsvQuery = z.infer<typeof ActivityCsvQuery>;
