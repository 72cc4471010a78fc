import type { BoardEvent } from '@manoboard/contract/activity/activity';
import type { CommandRole } from '@manoboard/contract/command/command';
import type { Tone } from '../../../ui/tone.ts';

/** R5.11: not a trouble; a board that does not say what started the pump reports no wish of a person. */
export const isWantedStart = ({ code, started_by }: BoardEvent): boolean =>
  code === 'STARTED' && (started_by === 'command' || started_by === 'retry');

/** `old` is null if the old value is unknown. */
export interface Difference {
  old: string | null;
  new: string;
}

/** The text of a timeline row. */
export interface EntryText {
  title: string;
  difference?: Difference | undefined;
  /** One row per changed field. */
  table?: readonly (Difference & { name: string })[];
  /** The author, or a label for the board or the system. */
  by: { name: string; role: CommandRole | null } | string;
  outcome: string | undefined;
  reason: string | undefined;
  tone: Tone;
  steps: readonly { at: number; text: string }[];
}
