import type { CommandRole } from '@manoboard/contract/command/command';
import type { Tone } from '../../../ui/tone.ts';

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
