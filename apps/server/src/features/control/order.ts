import type { CommandValue } from '@manoboard/contract/command';
import type { Cmd } from '@manoboard/contract/topics';

type Own = 'v' | 'id' | 'ts' | 'exp' | 'by';
/** What a person wants of a board, in the words of the wire. */
export type Wish = { [O in Cmd['op']]: Omit<Extract<Cmd, { op: O }>, Own> }[Cmd['op']];

export interface Order {
  wish: Wish;
  /** How the log calls it, and which value it shows. */
  what: string;
  value: CommandValue;
}
