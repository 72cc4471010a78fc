import * as z from 'zod/mini';
import { Command } from './command.ts';
import { EventCode, EventSeverity } from './event.ts';
import { page, pageQuery } from './paging.ts';
import { Reading } from './reading.ts';

const seconds = z.number();

/** What a board raised by itself. */
export const BoardEvent = z.object({
  id: z.string(),
  code: EventCode,
  severity: EventSeverity,
  raised_at: z.nullable(seconds),
  cleared_at: z.nullable(seconds),
  reading: z.partial(Reading),
});
export type BoardEvent = z.infer<typeof BoardEvent>;

/** R5.6: every command, refused ones too, and what the board raised; `at` is Unix seconds. */
export const ActivityEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), at: seconds, command: Command }),
  z.object({ kind: z.literal('event'), at: seconds, event: BoardEvent }),
]);
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const Activity = page(ActivityEntry);
export type Activity = z.infer<typeof Activity>;

export const ActivityQuery = z.strictObject(pageQuery);
