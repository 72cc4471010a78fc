import type { CommandValue } from '@manoboard/contract/nouns/command';
import type { PressureConfig } from '@manoboard/contract/nouns/device-config';
import type { Relation } from '@manoboard/domain/access/policy';
import type { Wish } from '@manoboard/domain/commands/command-values';
import type { Board } from '../../link/link.ts';

export interface Order {
  wish: Wish;
  /** How the log calls it, and which value it shows. */
  what: string;
  value: CommandValue;
  /** What the board had last reported there, and when, Unix seconds. */
  old?: { value: CommandValue; atS: number | null };
  /** What decides whether the drive obeys: which commands change it, and when a frame last showed it. */
  guard?: { target: string; atS: number | null } | undefined;
  /** With a required pressure: the configuration that the board has applied. */
  pressure?: PressureConfig;
  /** The value that must stand there before. */
  expect?: number | undefined;
}

/** The board of an order, and how who asks stands to it. */
export interface Target extends Board {
  relation?: Relation;
}
