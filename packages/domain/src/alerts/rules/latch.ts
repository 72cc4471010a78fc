import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { DAY_S, HOUR_S } from '../../time.ts';

/**
 * Kinds that come and go with one cause, such as a garden that is larger than the pump. Raised again within a week, they
 * are open until the cause has been away for this time: one alert instead of one a day.
 */
const LATCH_S: Partial<Record<RuleKind, number>> = {
  short_cycling: 3 * DAY_S,
  pressure_off: 3 * DAY_S,
  no_flow: 3 * DAY_S,
  weak_wifi: DAY_S,
  board_offline: 6 * HOUR_S,
};
/** A signal wanders around its limit for weeks: its alert waits from the first time on. */
const LATCHED_AT_ONCE: readonly RuleKind[] = ['weak_wifi'];
const AGAIN_MS = 7 * DAY_S * 1000;

/** What is remembered of the last time. */
export interface Latch {
  /** When the kind was last raised or ended. */
  lastMs?: number | undefined;
  /** It was raised again, and waits for the longer time. */
  isLatched?: boolean | undefined;
}

const hasLatch = (kind: RuleKind) => LATCH_S[kind] !== undefined;
const isRecent = ({ lastMs }: Latch, atMs: number) => lastMs !== undefined && atMs - lastMs < AGAIN_MS;

export const latchAtRaise = (kind: RuleKind, latch: Latch, atMs: number): Latch =>
  hasLatch(kind) ? { lastMs: atMs, isLatched: LATCHED_AT_ONCE.includes(kind) || isRecent(latch, atMs) } : {};

/** The last time is forgotten after a week. */
export const latchAtEnd = (kind: RuleKind, atMs: number): Latch =>
  hasLatch(kind) ? { lastMs: atMs, isLatched: false } : {};

export const latchWhileClosed = (latch: Latch, atMs: number): Latch =>
  isRecent(latch, atMs) ? latch : { lastMs: undefined, isLatched: false };

/** How long the end of the condition must last. */
export const clearSeconds = (kind: RuleKind, { isLatched }: Latch, clearAfterS: number) =>
  isLatched ? Math.max(clearAfterS, LATCH_S[kind] ?? 0) : clearAfterS;
