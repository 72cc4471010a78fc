import type { SelfStartCause } from '@manoboard/contract/converter/profile-file';
import type { BusVolts } from './bus-volts.ts';
import type { DriveHeat } from './drive-heat.ts';
import type { StartDays } from './start-days.ts';
import type { StartMemory } from './started-itself.ts';
import type { SustainedFlow } from './sustained-flow.ts';

/** What the rules remember about a device between two frames: small and JSON, so that any server continues it. */
export interface RuleMemory {
  /** Time of the last frame. */
  frameMs: number | null;
  isRunning: boolean | null;
  /** The last known state, also while the converter or the board is silent. */
  pump?: PumpPhase;
  /** Time of `pump`. */
  pumpMs?: number;
  frequencyHz: number | null;
  /** Since when the pump runs without a stop; a gap in the frames restarts it. */
  runningSinceMs: number | null;
  /** The newest starts, oldest first. */
  startsMs: number[];
  /** Starts of the last 24 hours in spans of ten minutes, counted from 1970. */
  startCounts: [span: number, count: number][];
  night: Night | null;
  /** The last finished nights, oldest first. */
  nights: Night[];
  /** Pressure at the last frame, and at the last frame if the pump stood. */
  bar?: number | undefined;
  restBar?: number | undefined;
  /** When the pump last had a rest of some minutes (`rests.ts`). */
  restedMs?: number;
  heads?: Heads | undefined;
  silence?: Silence;
  still?: Still | undefined;
  meter: Meter | null;
  jumpedMs: number | null;
  /** The last jump of a meter. */
  jump?: { of: 'kwh' | 'hours'; from: number; to: number };
  /** Accumulated time without water, and how it grows since the last frame. Absent while there is none. */
  dry?: { ms: number; rate: number } | undefined;
  /** Accumulated time with a load that air explains, ms. Absent while there is none. */
  airMs?: number | undefined;
  /** When the pump was seen running last, or seen at all. */
  ranMs?: number;
  /** Load relative to a closed valve when the pressure was held last. */
  heldLoad?: number;
  /** Pressure that was measured last, if the pump ran at full speed. */
  fallenBar?: number | undefined;
  bus?: BusVolts | undefined;
  heat?: DriveHeat | undefined;
  flow?: SustainedFlow | undefined;
  startDays?: StartDays;
  pauses?: CyclePauses | undefined;
  /** Signal of the last hour, and losses of the connection in the last day. */
  wifi?: Wifi | undefined;
  drops?: number[];
  /** */
  start?: StartMemory | undefined;
  isOnline: boolean | null;
  offlineSinceMs: number | null;
  configPendingSinceMs: number | null;
  /** Parameters as they were first read, written or accepted; `null` before the first read. */
  parameters: Parameters | null;
  /** Parameters that differ from it, in the order in which they were found. */
  drifted: [register: number, expected: number, found: number][];
  /** Parameters by which the drive starts by itself. Absent while none was read. */
  selfStarts?: [register: number, value: number, after: SelfStartCause][] | undefined;
}

/** The last known values of the meters. */
interface Meter {
  /** Time of the newer one. */
  atMs: number;
  kwh: number | null;
  hours: number | null;
  /** Time of a value that is older than `atMs`. */
  kwhMs?: number;
  hoursMs?: number;
}

/** Phases are numbers, since an alert stores numbers. */
export type PumpPhase = (typeof PUMP)[keyof typeof PUMP];
/** `waits`: on, and the motor does not turn. */
export const PUMP = { stands: 0, waits: 1, runs: 2 } as const;

interface Parameters {
  converter: string;
  expected: [register: number, value: number][];
}

/** One hour of a night. */
export interface NightHour {
  starts: number;
  ranS: number;
  seenS: number;
  /** The longest rest of the pump that was seen until the end of the hour. */
  longestS: number;
  /** Sum of the rises of 1/(bar + 1 atm) while the pump stood for `restS`: water that left the tank. */
  fall: number;
  restS: number;
}

/** A night, by hour. */
export interface Night {
  /** The local day, counted from 1970. */
  day: number;
  /** The newest starts, in seconds since the night began. */
  startsS: number[];
  hours: NightHour[];
  /** Seconds that each hour of the clock lasts, if the clock changes in this night. */
  lengthsS?: number[];
  /** Time since the pump ran, while the night lasts. */
  sinceRunS?: number;
}

/** Heads of one range of flows, relative to the curve of the card. */
export interface HeadRange {
  /** Sum and number of the samples of the day. */
  sum: number;
  n: number;
  /** Means of the first days, and of the newest ones. */
  first: number[];
  recent: number[];
  /** Usual head of the curve at the speed of the samples, m. */
  curveM: number;
}

/** Heads at a small and at a large flow. */
export interface Heads {
  /** The curve of the card that the values are relative to. */
  key: string;
  day: number;
  low: HeadRange;
  high: HeadRange;
}

/**
 * Pauses between two starts of one draw: the tank gives its water until the pump starts again. People open the same taps
 * every day, so the pause shows how much water the tank gives, whatever the number of draws is.
 */
export interface CyclePauses {
  /** The local day, counted from 1970. */
  day: number;
  /** Number of its pauses, and the sum of the logarithms of their seconds. */
  n: number;
  logSum: number;
  /** The same of the day before. */
  before?: [n: number, logSum: number] | undefined;
  /** Required pressure, bar: another one changes the pauses, and they are learned anew. */
  setBar: number;
  /** Earlier days, oldest first: the geometric mean in seconds, and the number of pauses. */
  past: [s: number, n: number][];
  /** They are much shorter than usual; kept while too few are seen. */
  isShort?: boolean;
  /** Days in a row with short pauses. */
  shortDays?: number;
}

/** Signal by spans of five minutes: of the present one, and means of the last ones; medians of the last hours. */
export interface Wifi {
  span: number;
  sum: number;
  n: number;
  means: number[];
  /** */
  hours?: number[];
}

/** The longest span of the week, and of the weeks before it, in seconds. */
export interface Longest {
  week: number;
  s: number;
  past: number[];
}

/** How long the pump, which is on, has not started. */
export interface Silence {
  firstMs: number;
  longest?: Longest | undefined;
  /** Absent while it runs, is off or is unknown. */
  sinceMs?: number;
  /** Pressure at that time. */
  bar?: number | undefined;
  /** How far the pressure fell in the first hours of the last long pauses, bar. */
  falls?: number[] | undefined;
  /** The present pause is among them. */
  isLong?: boolean;
}

/** How long the pressure has not moved. */
export interface Still {
  firstMs: number;
  longest?: Longest | undefined;
  bar?: number;
  sinceMs?: number;
  /** Starts and stops of the motor since then. */
  turns?: number;
}

export const newMemory = (): RuleMemory => ({
  frameMs: null,
  isRunning: null,
  frequencyHz: null,
  runningSinceMs: null,
  startsMs: [],
  startCounts: [],
  night: null,
  nights: [],
  meter: null,
  jumpedMs: null,
  isOnline: null,
  offlineSinceMs: null,
  configPendingSinceMs: null,
  parameters: null,
  drifted: [],
});
