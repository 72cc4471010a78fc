import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Retry } from '@manoboard/contract/mqtt/topics';

/**
 * A stored frame. Its numbers are decimal, as the board sent them: up to 7 digits, and 15 of meters and operating hours.
 * Null and missing fields did not change.
 */
export interface Frame {
  tsMs: number;
  boot: number;
  seq: number;
  fc: number;
  d: { readonly [F in ReadingField]?: number | null | undefined };
  /** Fields that could not be measured. */
  na: readonly (ReadingField | keyof Retry)[];
}

/** By time; clocks have whole seconds, so frames of one moment are in the order of the board. */
export const compareFrames = (a: Frame, b: Frame) => a.tsMs - b.tsMs || a.boot - b.boot || a.seq - b.seq;
