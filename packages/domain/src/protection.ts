import type { PressureConfig } from '@manoboard/contract/device-config';
import type { EventCode, EventSeverity } from '@manoboard/contract/event';
import { pressureBounds } from './pressure-bounds.ts';

/** What a board protects its pump and its house from, without asking anybody (`domain.md` 2.4). */
export type ProtectionCode = Extract<
  EventCode,
  'DRY_RUN' | 'OVER_PRESSURE' | 'SENSOR_BREAK' | 'PIPE_BURST' | 'NO_FLOW'
>;

/** One look at the drive. What could not be read is absent, and then nothing is concluded from it. */
export interface ProtectionSample {
  isOn: boolean;
  /** The line is in charge of the drive: a stop is obeyed. */
  canCommand: boolean;
  frequencyHz?: number | undefined;
  pressureBar?: number | undefined;
  /** Of the 0–10 V pressure sensor. */
  sensorV?: number | undefined;
  powerW?: number | undefined;
  requiredBar?: number | undefined;
}

/** What is normal for this pump and this house. */
export interface ProtectionLimits {
  highestHz: number;
  maxBar: number;
  /** Power against a closed valve at the highest frequency. */
  noFlowPowerW: number;
  ratedPowerW: number;
}

/** `domain.md` 2.2: the simulated pump; of another one these figures are to be measured at its installation. */
export const DEFAULT_LIMITS: ProtectionLimits = {
  highestHz: 50,
  maxBar: 5.5,
  noFlowPowerW: 896.4,
  ratedPowerW: 1386,
};

/** R5.5: the house may have what its pressure config allows, or what its mode does. */
export const protectionLimits = (pressure: PressureConfig = {}): ProtectionLimits => ({
  ...DEFAULT_LIMITS,
  maxBar: pressureBounds(pressure.normalizer ?? 1, pressure).max,
});

interface Trip {
  code: ProtectionCode;
  /** The drive has been seen standing since: whoever runs it now has started it. */
  hasStopped: boolean;
  /** Automatic starts so far. */
  retries: number;
  retryAtMs: number | undefined;
  retriedAtMs: number | undefined;
  /** A drive that a person stopped is not started by a board. */
  mayRetry: boolean;
}

export interface ProtectionState {
  /** Since when the conditions hold that hold at the moment. */
  since: Partial<Record<ProtectionCode, number>>;
  warns: readonly ProtectionCode[];
  trip: Trip | undefined;
  /** Nothing was seen running yet: what stands from an earlier life may be over. */
  isFresh: boolean;
}

export type ProtectionOrder =
  | { act: 'stop' | 'start' }
  | { act: 'raise' | 'clear'; code: ProtectionCode; sev: EventSeverity };

export interface ProtectionVerdict {
  state: ProtectionState;
  orders: ProtectionOrder[];
}

/** A sample in which what is absent is not a number: comparing with it is false, so it concludes nothing. */
type Known = Readonly<Record<'frequencyHz' | 'pressureBar' | 'sensorV' | 'powerW' | 'requiredBar', number>>;
const known = (sample: ProtectionSample): Known => ({
  frequencyHz: sample.frequencyHz ?? Number.NaN,
  pressureBar: sample.pressureBar ?? Number.NaN,
  sensorV: sample.sensorV ?? Number.NaN,
  powerW: sample.powerW ?? Number.NaN,
  requiredBar: sample.requiredBar ?? Number.NaN,
});

interface Rule {
  afterMs: number;
  sev: EventSeverity;
  isStopping: boolean;
  isSo(sample: Known, limits: ProtectionLimits): boolean;
}

const SENSOR_V = { broken: 0.05, tooHigh: 10.6 };
const UNDERLOAD = 0.6;
/** Up to so much above the no-flow curve counts as no flow. */
const NO_FLOW = 1.03;

/** Power as a share of what the pump takes at this speed against a closed valve. */
const load = ({ powerW, frequencyHz }: Known, limits: ProtectionLimits) =>
  powerW / (limits.noFlowPowerW * (frequencyHz / limits.highestHz) ** 3);
const isAtFullSpeed = ({ frequencyHz }: Known, { highestHz }: ProtectionLimits) =>
  frequencyHz >= 0.95 * highestHz;
const isBroken = (sensorV: number) => sensorV < SENSOR_V.broken || sensorV > SENSOR_V.tooHigh;

const rules: Readonly<Record<ProtectionCode, Rule>> = {
  // An empty pipe reads 0 V too: it is told from a broken wire by what the motor takes.
  SENSOR_BREAK: {
    afterMs: 4_000,
    sev: 'alarm',
    isStopping: true,
    isSo: (sample, limits) => isBroken(sample.sensorV) && !(load(sample, limits) < UNDERLOAD),
  },
  OVER_PRESSURE: {
    afterMs: 2_000,
    sev: 'alarm',
    isStopping: true,
    isSo: ({ pressureBar, sensorV }, { maxBar }) => pressureBar > maxBar + 0.5 && !isBroken(sensorV),
  },
  DRY_RUN: {
    afterMs: 10_000,
    sev: 'alarm',
    isStopping: true,
    isSo: (sample, limits) =>
      isAtFullSpeed(sample, limits) && sample.pressureBar < 0.5 && load(sample, limits) < UNDERLOAD,
  },
  PIPE_BURST: {
    afterMs: 60_000,
    sev: 'alarm',
    isStopping: true,
    isSo: (sample, limits) =>
      isAtFullSpeed(sample, limits) &&
      (sample.pressureBar < 0.3 || sample.pressureBar < 0.5 * sample.requiredBar) &&
      sample.powerW > 0.8 * limits.ratedPowerW,
  },
  NO_FLOW: {
    afterMs: 60_000,
    sev: 'warning',
    isStopping: false,
    isSo: (sample, limits) => load(sample, limits) >= UNDERLOAD && load(sample, limits) < NO_FLOW,
  },
};
export const PROTECTION_CODES = Object.keys(rules) as ProtectionCode[];

const HOUR_MS = 3_600_000;
/** A well may fill again: dry running is tried again after these pauses, then a person has to look. */
const DRY_RETRIES_MS = [1 * HOUR_MS, 5 * HOUR_MS, 20 * HOUR_MS];
/** An automatic start that went well for so long has ended the trouble. */
const RETRY_PROVEN_MS = 60_000;

export const newProtection = (): ProtectionState => ({
  since: {},
  warns: [],
  trip: undefined,
  isFresh: true,
});

const raise = (code: ProtectionCode): ProtectionOrder => ({ act: 'raise', code, sev: rules[code].sev });
const clear = (code: ProtectionCode): ProtectionOrder => ({ act: 'clear', code, sev: rules[code].sev });

/** Since when each condition holds; a look that misses it starts the count again. */
function sinceOf(
  before: ProtectionState['since'],
  sample: ProtectionSample,
  limits: ProtectionLimits,
  nowMs: number,
): ProtectionState['since'] {
  const numbers = known(sample);
  if (!sample.isOn || !(numbers.frequencyHz > 0)) return {};
  const holding = PROTECTION_CODES.filter((code) => rules[code].isSo(numbers, limits));
  return Object.fromEntries(holding.map((code) => [code, before[code] ?? nowMs]));
}

const isDue = (since: ProtectionState['since'], code: ProtectionCode, nowMs: number) => {
  const sinceMs = since[code];
  return sinceMs !== undefined && nowMs - sinceMs >= rules[code].afterMs;
};

/** A person takes over: whatever stood is over, and starts from the beginning. */
export function reset({ trip, warns }: ProtectionState): ProtectionVerdict {
  const standing = [...(trip ? [trip.code] : []), ...warns];
  return { state: { ...newProtection(), isFresh: false }, orders: standing.map(clear) };
}

/** A person has stopped the drive: it stays so, whatever was planned. */
export const stayStopped = (state: ProtectionState): ProtectionState =>
  state.trip ? { ...state, trip: { ...state.trip, mayRetry: false, retryAtMs: undefined } } : state;

function newTrip(code: ProtectionCode, before: Trip | undefined, canCommand: boolean): Trip {
  const isAgain = before?.code === code && before.retriedAtMs !== undefined;
  return {
    code,
    hasStopped: false,
    retries: isAgain ? before.retries : 0,
    retryAtMs: undefined,
    retriedAtMs: undefined,
    mayRetry: canCommand && code === 'DRY_RUN',
  };
}

/** What follows from a look while a trip stands. */
function followTrip(state: ProtectionState, trip: Trip, isOn: boolean, nowMs: number): ProtectionVerdict {
  const withTrip = (more: Partial<Trip>, ...orders: ProtectionOrder[]): ProtectionVerdict => ({
    state: { ...state, trip: { ...trip, ...more } },
    orders,
  });
  if (!trip.hasStopped) {
    if (isOn) return withTrip({}, { act: 'stop' });
    const pauseMs = trip.mayRetry ? DRY_RETRIES_MS[trip.retries] : undefined;
    return withTrip({ hasStopped: true, retryAtMs: pauseMs === undefined ? undefined : nowMs + pauseMs });
  }
  if (isOn) {
    if (trip.retriedAtMs === undefined || nowMs - trip.retriedAtMs >= RETRY_PROVEN_MS) return reset(state);
    return withTrip({});
  }
  if (trip.retryAtMs === undefined || nowMs < trip.retryAtMs) return withTrip({});
  return withTrip({ retryAtMs: undefined, retriedAtMs: nowMs, retries: trip.retries + 1 }, { act: 'start' });
}

function changeWarnings(state: ProtectionState, nowMs: number): ProtectionVerdict {
  const warns = PROTECTION_CODES.filter((code) => !rules[code].isStopping && isDue(state.since, code, nowMs));
  return {
    state: { ...state, warns },
    orders: [
      ...warns.filter((code) => !state.warns.includes(code)).map(raise),
      ...state.warns.filter((code) => !warns.includes(code)).map(clear),
    ],
  };
}

/** One look: what the board has to do about it, and what it has to remember. A silent drive tells nothing. */
export function judge(
  before: ProtectionState,
  sample: ProtectionSample | undefined,
  limits: ProtectionLimits,
  nowMs: number,
): ProtectionVerdict {
  if (!sample) return { state: { ...before, since: {} }, orders: [] };
  const since = sinceOf(before.since, sample, limits, nowMs);
  const fresh = before.isFresh && sample.isOn ? PROTECTION_CODES.map(clear) : [];
  const seen: ProtectionState = { ...before, since, isFresh: before.isFresh && !sample.isOn };

  const isWaiting = before.trip !== undefined && !before.trip.hasStopped;
  const code = PROTECTION_CODES.find((each) => rules[each].isStopping && isDue(since, each, nowMs));
  if (code && !isWaiting) {
    const trip = newTrip(code, before.trip, sample.canCommand);
    const others = before.trip && before.trip.code !== code ? [clear(before.trip.code)] : [];
    return { state: { ...seen, trip }, orders: [...fresh, ...others, { act: 'stop' }, raise(code)] };
  }
  const followed = seen.trip ? followTrip(seen, seen.trip, sample.isOn, nowMs) : { state: seen, orders: [] };
  const warned = changeWarnings(followed.state, nowMs);
  return { state: warned.state, orders: [...fresh, ...followed.orders, ...warned.orders] };
}
