import type { CommandRole } from '@manoboard/contract/nouns/command';
import type { Tone } from '../../ui/tone.ts';

/** Before and after; nothing before where it is not known. */
export interface Difference {
  old: string | null;
  new: string;
}

/** What a row of the timeline says. */
export interface EntryText {
  title: string;
  difference?: Difference | undefined;
  /** Several fields at once, each with its name. */
  table?: readonly (Difference & { name: string })[];
  /** The name of the author, or the word for the device or the product. */
  by: { name: string; role: CommandRole | null } | string;
  outcome: string | undefined;
  reason: string | undefined;
  tone: Tone;
  steps: readonly { at: number; text: string }[];
}
