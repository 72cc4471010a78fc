import type { EventInput, RuleInput } from './inputs.ts';

/** Who started an uncommanded pump; alerts store numbers. `unknown`: the board does not report starts. */
export const STARTED_BY = { unknown: 0, keypad: 1, terminals: 2, itself: 3 } as const;
type StartedBy = (typeof STARTED_BY)[keyof typeof STARTED_BY];

/** What the rule of uncommanded starts remembers (R5.11). */
export interface StartMemory {
  /** The last known state of the drive was one in which it does not start by a falling pressure. */
  isOff?: boolean;
  /** A start by a person from here. */
  commandMs?: number;
  /** The next start that the board has announced with its last stop. */
  retryMs?: number;
  /** The last start that the board reported as commanded or planned. */
  explainedMs?: number;
  /** A start that frames show, before it is judged: its event or its command may come just after it. */
  pendingMs?: number;
  /** The present run was started by nobody here. */
  uncommanded?: { atMs: number; by: StartedBy };
}

/** R5.11: a start within this time of a command is explained by it; clocks differ, so also if it seems to come before it. */
const COMMAND_MS = 30_000;
/** A board repeats a planned start that did not succeed, every 30 s. */
const RETRY_MS = { before: 60_000, after: 15 * 60_000 };

/** `domain.md` 1.4: forward and reverse; asleep is still on, so waking up is no start. */
const isTurnedOn = (state: number) => state === 1 || state === 2;

const isNear = (atMs: number, causeMs: number | undefined) =>
  causeMs !== undefined && Math.abs(atMs - causeMs) <= COMMAND_MS;

function isExplained({ commandMs, explainedMs, retryMs }: StartMemory, atMs: number): boolean {
  const sinceRetryMs = atMs - (retryMs ?? Number.POSITIVE_INFINITY);
  const isRetry = sinceRetryMs >= -RETRY_MS.before && sinceRetryMs <= RETRY_MS.after;
  return isNear(atMs, commandMs) || isNear(atMs, explainedMs) || isRetry;
}

/** A person took over: an earlier start is no concern any more, and a stop ends what an earlier command explains. */
export function observeCommand(
  { uncommanded: _over, pendingMs: _pending, commandMs: _before, ...start }: StartMemory = {},
  { atMs, isStart }: Extract<RuleInput, { kind: 'command' }>,
): StartMemory {
  return isStart ? { ...start, commandMs: atMs } : start;
}

/** The board says what started the drive; an older one announces its next start with the stop. */
export function observeStartEvent(
  start: StartMemory = {},
  { atMs, event: { code, st, d, retry_in } }: EventInput,
): { start?: StartMemory } {
  if (st !== 'raised') return {};
  if (code !== 'STARTED') {
    if (retry_in === undefined) return {};
    const { retryMs: _before, ...others } = start;
    return { start: retry_in > 0 ? { ...others, retryMs: atMs + 1000 * retry_in } : others };
  }
  const { pendingMs: _judged, uncommanded: _before, ...others } = start;
  const { by } = d;
  if (by === 'keypad' || by === 'terminals' || by === 'itself')
    return { start: { ...others, isOff: false, uncommanded: { atMs, by: STARTED_BY[by] } } };
  return { start: { ...others, isOff: false, explainedMs: atMs } };
}

/**
 * Judges a start that frames show by what is known when the next frame comes. Nothing is known about one behind a gap, or in
 * frames that are read back or replayed: the commands of that time are not among them.
 */
export function observeState(
  start: StartMemory | undefined,
  { atMs, state, isKnown }: { atMs: number; state: number | undefined; isKnown: boolean },
): StartMemory | undefined {
  if (state === undefined) return start;
  if (!isTurnedOn(state)) return turnedOff(start);
  // Most frames.
  if (!start || (!start.isOff && start.pendingMs === undefined)) return start;
  const { isOff, pendingMs, ...others } = start;
  if (isOff) return !isKnown || isExplained(start, atMs) ? others : { ...others, pendingMs: atMs };
  if (isExplained(start, pendingMs ?? atMs)) return others;
  return { ...others, uncommanded: { atMs: pendingMs ?? atMs, by: STARTED_BY.unknown } };
}

function turnedOff(start: StartMemory = {}): StartMemory {
  if (start.isOff && start.pendingMs === undefined && start.uncommanded === undefined) return start;
  const { pendingMs: _pending, uncommanded: _over, ...others } = start;
  return { ...others, isOff: true };
}
