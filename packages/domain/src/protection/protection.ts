import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { HOUR_MS } from '../time.ts';
import { isOnlyWarning, PROTECTION_CODES, type ProtectionCode } from './codes.ts';
import { dryTimeMs } from './dry-time.ts';
import {
  dryRate,
  fallenBar,
  heldLoad,
  metConditions,
  type ProtectionLimits,
  type ProtectionSample,
  protectionRules,
} from './rules.ts';

interface Trip {
  code: ProtectionCode;
  /** The drive was seen stopped since the trip: a running drive was started by a person. */
  hasStopped: boolean;
  /** Automatic starts so far. */
  retries: number;
  /** Start attempts of the current retry; the drive was not seen on since the first. */
  attempts: number;
  retryAtMs: number | undefined;
  retriedAtMs: number | undefined;
  /** A person stopped the drive: the board does not start it. */
  mayRetry: boolean;
}

export interface ProtectionState {
  /** The start time of each condition that holds now. */
  since: Partial<Record<ProtectionCode, number>>;
  /** Accumulated time without water, and how it grows since the last sample. */
  dry: { ms: number; rate: number; atMs: number; isTurning: boolean } | undefined;
  /** Load when the pressure was held last. */
  loadBefore: number | undefined;
  /** Pressure that was measured last, at full speed. */
  barBefore: number | undefined;
  warns: readonly ProtectionCode[];
  trip: Trip | undefined;
  /** The drive was not seen running since boot: a stored trip may be over. */
  isFresh: boolean;
  /** A person stopped the drive, and it was not seen off since: a sample may be from before that stop. */
  isLeftOff: boolean;
}

export type ProtectionAction =
  | { act: 'stop' | 'start' }
  | ({ act: 'raise'; code: ProtectionCode; sev: EventSeverity } & RaiseFacts)
  | { act: 'clear'; code: ProtectionCode; sev: EventSeverity };

/** What an event says beside its code. */
interface RaiseFacts {
  /** How long the condition had lasted. */
  heldMs: number;
  /** The board stops the pump; under keypad control it cannot. */
  isStopping: boolean;
  /** Until the next automatic start; 0 if a person has to start the pump. */
  retryInMs: number;
}

export interface ProtectionResult {
  state: ProtectionState;
  actions: ProtectionAction[];
}

/** Pauses before the retries after dry running (a well refills); after the last one a person has to act. */
const DRY_RETRIES_MS = [1 * HOUR_MS, 5 * HOUR_MS, 20 * HOUR_MS];
/** A start command can get lost or meet an update: it is repeated if the drive is not on after this time. */
const REPEAT_MS = 30_000;
const MAX_ATTEMPTS = 20;
/** An automatic start that ran for this time ends the trip. */
const RETRY_PROVEN_MS = 60_000;

export const newProtection = (): ProtectionState => ({
  since: {},
  dry: undefined,
  loadBefore: undefined,
  barBefore: undefined,
  warns: [],
  trip: undefined,
  isFresh: true,
  isLeftOff: false,
});

const raise = (code: ProtectionCode, facts: RaiseFacts): ProtectionAction => ({
  act: 'raise',
  code,
  sev: protectionRules[code].sev,
  ...facts,
});
const clear = (code: ProtectionCode): ProtectionAction => ({
  act: 'clear',
  code,
  sev: protectionRules[code].sev,
});

/** The start time of each condition; a sample without the condition resets it. */
function sinceOf(
  before: ProtectionState['since'],
  sample: ProtectionSample,
  limits: ProtectionLimits,
  nowMs: number,
): ProtectionState['since'] {
  const holding = metConditions(sample, limits);
  return Object.fromEntries(holding.map((code) => [code, before[code] ?? nowMs]));
}

/** The time of a drive that did not answer does not count. */
function dryOf(
  before: ProtectionState['dry'],
  sample: ProtectionSample,
  limits: ProtectionLimits,
  nowMs: number,
): ProtectionState['dry'] {
  const ms = before ? dryTimeMs(before.ms, { ...before, passedMs: nowMs - before.atMs }) : 0;
  const isTurning = sample.isOn && (sample.frequencyHz ?? 0) > 0;
  return { ms, rate: dryRate(sample, limits), atMs: nowMs, isTurning };
}

const heldMs = ({ since, dry }: ProtectionState, code: ProtectionCode, nowMs: number) =>
  code === 'DRY_RUN' ? Math.round(dry?.ms ?? 0) : nowMs - (since[code] ?? nowMs);

const isDue = (state: ProtectionState, code: ProtectionCode, nowMs: number) =>
  state.since[code] !== undefined && heldMs(state, code, nowMs) >= protectionRules[code].afterMs;

/** A person takes over: the trip ends and the retry count restarts. */
export function resetProtection({ trip, warns }: ProtectionState): ProtectionResult {
  const standing = [...(trip ? [trip.code] : []), ...warns];
  return { state: { ...newProtection(), isFresh: false }, actions: standing.map(clear) };
}

/** A person stopped the drive, ended its retries or set a lock-out tag: planned retries are cancelled. */
export const cancelRetries = ({ trip, ...state }: ProtectionState): ProtectionState => ({
  ...state,
  trip: trip && { ...trip, mayRetry: false, retryAtMs: undefined },
  isLeftOff: true,
});

function newTrip(
  code: ProtectionCode,
  { trip: before, isLeftOff }: ProtectionState,
  { canCommand, isTagged = false }: ProtectionSample,
): Trip {
  const isAgain = before?.code === code && before.retriedAtMs !== undefined;
  return {
    code,
    hasStopped: false,
    retries: isAgain ? before.retries : 0,
    attempts: 0,
    retryAtMs: undefined,
    retriedAtMs: undefined,
    mayRetry: canCommand && !isTagged && !isLeftOff && code === 'DRY_RUN',
  };
}

/** Starts the drive and plans the repetition if the drive does not react. */
function retry(trip: Trip, nowMs: number): Partial<Trip> {
  const retries = trip.attempts === 0 ? trip.retries + 1 : trip.retries;
  const attempts = (trip.attempts + 1) % MAX_ATTEMPTS;
  const pauseMs = attempts === 0 ? DRY_RETRIES_MS[retries] : REPEAT_MS;
  return {
    retries,
    attempts,
    retriedAtMs: nowMs,
    retryAtMs: pauseMs === undefined ? undefined : nowMs + pauseMs,
  };
}

/** The reaction to a sample during a trip. */
function followTrip(
  state: ProtectionState,
  trip: Trip,
  { isOn, canCommand }: ProtectionSample,
  nowMs: number,
): ProtectionResult {
  const withTrip = (more: Partial<Trip>, ...actions: ProtectionAction[]): ProtectionResult => ({
    state: { ...state, trip: { ...trip, ...more } },
    actions,
  });
  if (!trip.hasStopped) {
    if (isOn) return withTrip({}, { act: 'stop' });
    const pauseMs = trip.mayRetry ? DRY_RETRIES_MS[trip.retries] : undefined;
    return withTrip({ hasStopped: true, retryAtMs: pauseMs === undefined ? undefined : nowMs + pauseMs });
  }
  if (isOn) {
    if (trip.retriedAtMs === undefined || nowMs - trip.retriedAtMs >= RETRY_PROVEN_MS)
      return resetProtection(state);
    return withTrip({ retryAtMs: undefined, attempts: 0 });
  }
  if (trip.retryAtMs === undefined || nowMs < trip.retryAtMs) return withTrip({});
  // The keypad is in control: the person at the pump decides.
  if (!canCommand) return withTrip({ retryAtMs: undefined });
  return withTrip(retry(trip, nowMs), { act: 'start' });
}

function changeWarnings(state: ProtectionState, nowMs: number): ProtectionResult {
  const warns = PROTECTION_CODES.filter((code) => isOnlyWarning(code) && isDue(state, code, nowMs));
  return {
    state: { ...state, warns },
    actions: [
      ...warns
        .filter((code) => !state.warns.includes(code))
        .map((code) => raise(code, { heldMs: heldMs(state, code, nowMs), isStopping: false, retryInMs: 0 })),
      ...state.warns.filter((code) => !warns.includes(code)).map(clear),
    ],
  };
}

/** Evaluates one sample: the action and the new state. A drive that does not answer changes nothing. */
export function evaluateProtection(
  before: ProtectionState,
  sample: ProtectionSample | undefined,
  limits: ProtectionLimits,
  nowMs: number,
): ProtectionResult {
  if (!sample) {
    const dry = before.dry && { ...before.dry, rate: 0, isTurning: false };
    return { state: { ...before, since: {}, dry }, actions: [] };
  }
  const { loadBefore, barBefore } = before;
  const known = { ...sample, loadBefore, barBefore };
  const since = sinceOf(before.since, known, limits, nowMs);
  const fresh = before.isFresh && sample.isOn ? PROTECTION_CODES.map(clear) : [];
  const dry = dryOf(before.dry, sample, limits, nowMs);
  const seen: ProtectionState = {
    ...before,
    since,
    dry,
    loadBefore: heldLoad(sample, limits) ?? loadBefore,
    barBefore: fallenBar(known, limits),
    isFresh: before.isFresh && !sample.isOn,
    isLeftOff: before.isLeftOff && sample.isOn,
  };

  const isWaiting = before.trip !== undefined && !before.trip.hasStopped;
  const code = PROTECTION_CODES.find((each) => !isOnlyWarning(each) && isDue(seen, each, nowMs));
  if (code && !isWaiting) {
    const trip = newTrip(code, before, sample);
    const others = before.trip && before.trip.code !== code ? [clear(before.trip.code)] : [];
    const facts = {
      heldMs: heldMs(seen, code, nowMs),
      isStopping: sample.canCommand,
      retryInMs: trip.mayRetry ? (DRY_RETRIES_MS[trip.retries] ?? 0) : 0,
    };
    return {
      state: { ...seen, trip, dry: undefined },
      actions: [...fresh, ...others, { act: 'stop' }, raise(code, facts)],
    };
  }
  const followed = seen.trip ? followTrip(seen, seen.trip, sample, nowMs) : { state: seen, actions: [] };
  const warned = changeWarnings(followed.state, nowMs);
  return { state: warned.state, actions: [...fresh, ...followed.actions, ...warned.actions] };
}
