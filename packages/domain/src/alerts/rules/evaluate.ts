import type { Reading } from '@manoboard/contract/mqtt/reading';
import { deviceRules } from './device-rules.ts';
import { habitRules } from './habit-rules.ts';
import type { EventInput, RuleInput } from './inputs.ts';
import {
  ALERT_KINDS,
  type AlertKind,
  type AlertNumbers,
  type AlertSeverity,
  type Evidence,
  eventKind,
  isWorse,
} from './kinds.ts';
import { newMemory, type RuleMemory } from './memory.ts';
import { GAP_MS, observe } from './observe.ts';
import { pumpRules } from './pump-rules.ts';
import type { Facts, Rule } from './rule.ts';
import { type AlertSettings, numbersOf } from './settings.ts';

export const alertRules: Readonly<Record<AlertKind, Rule>> = { ...deviceRules, ...pumpRules, ...habitRules };

/** What is known about one kind; absent while there is nothing to know. */
interface Track {
  /** Since when the condition of each severity holds. */
  sinceMs?: Partial<Record<AlertSeverity, number>> | undefined;
  /** The severity of the open alert. */
  open?: AlertSeverity | undefined;
  /** The rule holds the alert open. */
  isByRule?: boolean;
  /** Events of the board that hold it open. */
  events?: string[] | undefined;
  overSinceMs?: number | undefined;
}

/** The state of all rules of one device: JSON of a few kilobytes. */
export interface RuleState {
  atMs: number;
  memory: RuleMemory;
  tracks: Partial<Record<AlertKind, Track>>;
}

interface Raised {
  kind: AlertKind;
  severity: AlertSeverity;
  /** Since when the condition holds. */
  sinceMs: number;
  atMs: number;
  /** The alert was open as a warning. */
  isEscalation: boolean;
  numbers: AlertNumbers;
  evidence: Evidence;
}
interface Cleared {
  kind: AlertKind;
  atMs: number;
}
export interface RuleResult {
  state: RuleState;
  raised: Raised[];
  cleared: Cleared[];
}
/** The part of the rules alone, for alerts that events of the board hold open too. */
export interface LiveResult extends RuleResult {
  /** The rule begins to hold an alert open, or holds it with a worse severity. */
  held: Raised[];
  /** The rule does not hold it any more. */
  released: Cleared[];
}

/** The numbers of a rule that apply to a device. */
export const thresholdsOf = (kind: AlertKind, settings: AlertSettings = {}): AlertNumbers =>
  numbersOf(kind, alertRules[kind].thresholds, settings);

/** The numbers of an alert that an event of the board raises, from the values that it measured. */
export const measuredNumbers = (kind: AlertKind, d: EventInput['event']['d']): AlertNumbers =>
  alertRules[kind].numbers?.({
    atMs: 0,
    sample: { atMs: 0, values: d as Partial<Reading> },
    memory: newMemory(),
    open: new Set(),
  }) ?? {};

export const newRuleState = (): RuleState => ({ atMs: 0, memory: newMemory(), tracks: {} });

/** An alarm holds as a warning too. */
function holdSince(track: Track, level: AlertSeverity | false | undefined, atMs: number): Track['sinceMs'] {
  if (!level) return {};
  const { warning = atMs, alarm = atMs } = track.sinceMs ?? {};
  return level === 'alarm' ? { warning, alarm } : { warning };
}

/** The highest severity whose condition has lasted long enough. */
function dueSeverity(sinceMs: Track['sinceMs'], atMs: number, afterMs: number): AlertSeverity | undefined {
  const isDue = (severity: AlertSeverity) =>
    atMs - (sinceMs?.[severity] ?? Number.POSITIVE_INFINITY) >= afterMs;
  if (isDue('alarm')) return 'alarm';
  return isDue('warning') ? 'warning' : undefined;
}

const isOpen = ({ isByRule, events = [] }: Track) => isByRule === true || events.length > 0;

/** Absent properties keep the stored state small. */
function pack({ sinceMs = {}, open, isByRule, events = [], overSinceMs }: Track): Track | undefined {
  const track: Track = {
    ...(Object.keys(sinceMs).length > 0 && { sinceMs }),
    ...(open && { open }),
    ...(isByRule && { isByRule }),
    ...(events.length > 0 && { events }),
    ...(overSinceMs !== undefined && { overSinceMs }),
  };
  return Object.keys(track).length > 0 ? track : undefined;
}

/** The track after the rule was judged; raised and cleared alerts follow from the difference. */
function judge(
  kind: AlertKind,
  stored: Track | undefined,
  facts: Facts,
  settings: AlertSettings,
): Track | undefined {
  if (settings.off?.includes(kind)) return undefined;
  const rule = alertRules[kind];
  const numbers = numbersOf(kind, rule.thresholds, settings);
  const level = rule.level(facts, numbers);
  // Most rules of most frames.
  if (!level && !stored) return undefined;
  const track = stored ?? {};
  const { atMs } = facts;
  const { afterS = 0, clearAfterS = 0 } = numbers;
  const sinceMs = holdSince(track, level, atMs);
  const due = dueSeverity(sinceMs, atMs, 1000 * afterS);
  if (due) return { ...track, sinceMs, overSinceMs: undefined, isByRule: true, open: worse(track.open, due) };
  const isOver = track.isByRule && !level ? rule.isOver(facts, numbers) : false;
  if (!isOver) return { ...track, sinceMs, overSinceMs: undefined };
  const overSinceMs = track.overSinceMs ?? atMs;
  if (atMs - overSinceMs < 1000 * clearAfterS) return { ...track, sinceMs, overSinceMs };
  return { ...track, sinceMs, overSinceMs: undefined, isByRule: false };
}

const worse = (open: AlertSeverity | undefined, due: AlertSeverity): AlertSeverity =>
  open && !isWorse(due, open) ? open : due;

/** Raising and clearing carry the same ID; a clearing may report another fault code. */
function applyEvent(tracks: RuleState['tracks'], { event }: EventInput): RuleState['tracks'] {
  const { id, st, sev, code, d } = event;
  if (st === 'raised') {
    if (sev === 'info') return tracks;
    const kind = eventKind(code, d.fault);
    const track = tracks[kind] ?? {};
    const events = [...(track.events ?? []).filter((each) => each !== id), id];
    return { ...tracks, [kind]: { ...track, events, open: worse(track.open, sev) } };
  }
  return Object.fromEntries(
    Object.entries(tracks).map(([kind, track]) => [
      kind,
      { ...track, events: track.events?.filter((each) => each !== id) },
    ]),
  );
}

/** Behind a gap no condition is known to have lasted. */
const forgetSince = (tracks: RuleState['tracks']): RuleState['tracks'] =>
  Object.fromEntries(
    Object.entries(tracks).map(([kind, track]) => [
      kind,
      alertRules[kind as AlertKind].on === 'any' ? track : { ...track, sinceMs: {}, overSinceMs: undefined },
    ]),
  );

function judgeAll(
  tracks: RuleState['tracks'],
  { input, facts }: Step,
  settings: AlertSettings,
  kinds: readonly AlertKind[],
): RuleState['tracks'] {
  const known = { ...facts, open: openOf(tracks) };
  const next: RuleState['tracks'] = {};
  for (const kind of kinds) {
    const isJudged = input.kind === 'frame' || alertRules[kind].on === 'any';
    const judged = isJudged ? judge(kind, tracks[kind], known, settings) : tracks[kind];
    const track = judged && pack(isOpen(judged) ? judged : { ...judged, open: undefined });
    if (track) next[kind] = track;
  }
  return next;
}

function toRaised(
  kind: AlertKind,
  severity: AlertSeverity,
  { sinceMs }: Track,
  facts: Facts,
  isEscalation: boolean,
): Raised {
  const { evidence, numbers } = alertRules[kind];
  return {
    ...{ kind, severity, evidence, isEscalation, atMs: facts.atMs },
    sinceMs: sinceMs?.[severity] ?? sinceMs?.warning ?? facts.atMs,
    numbers: numbers?.(facts) ?? {},
  };
}

function raisedOf(
  kind: AlertKind,
  before: Track | undefined,
  after: Track | undefined,
  facts: Facts,
): Raised[] {
  if (!after?.open || !isWorse(after.open, before?.open)) return [];
  return [toRaised(kind, after.open, after, facts, before?.open !== undefined)];
}

/** What the rules alone hold open after a step, compared with before. */
function holdsOf(before: RuleState['tracks'], tracks: RuleState['tracks'], facts: Omit<Facts, 'open'>) {
  const held: Raised[] = [];
  const released: Cleared[] = [];
  for (const key in tracks) {
    const kind = key as AlertKind;
    const after = tracks[kind];
    if (!after?.isByRule || !after.open) continue;
    const was = before[kind];
    if (was?.isByRule && !isWorse(after.open, was.open)) continue;
    held.push(toRaised(kind, after.open, after, { ...facts, open: openOf(tracks) }, was?.isByRule === true));
  }
  for (const key in before) {
    const kind = key as AlertKind;
    if (before[kind]?.isByRule && !tracks[kind]?.isByRule) released.push({ kind, atMs: facts.atMs });
  }
  return { held, released };
}

/** An input and what is known after it. Thresholds do not change it, so several settings can be judged by one step. */
interface Step {
  input: RuleInput;
  facts: Omit<Facts, 'open'>;
  isGap: boolean;
}

/** Undefined for a frame that is older than the last one: it changes nothing. */
export function stepOf(before: RuleMemory, input: RuleInput, settings: AlertSettings): Step | undefined {
  const { atMs } = input;
  const isFrame = input.kind === 'frame';
  if (isFrame && atMs < (before.frameMs ?? 0)) return undefined;
  const { memory, sample } = observe(before, input, settings);
  return {
    input,
    facts: { atMs, sample, memory },
    isGap: isFrame && atMs - (before.frameMs ?? atMs) > GAP_MS,
  };
}

const NONE: ReadonlySet<AlertKind> = new Set();

function openOf(tracks: RuleState['tracks']): ReadonlySet<AlertKind> {
  const open = Object.entries(tracks).filter(([, track]) => track.open);
  return open.length === 0 ? NONE : new Set(open.map(([kind]) => kind as AlertKind));
}

/** Judges these rules after a step; the tracks are those of the same rules. */
export function judgeStep(
  before: RuleState['tracks'],
  step: Step,
  settings: AlertSettings,
  kinds: readonly AlertKind[] = ALERT_KINDS,
): Omit<RuleResult, 'state'> & Pick<RuleState, 'tracks'> {
  const { input, facts, isGap } = step;
  const noted = input.kind === 'event' ? applyEvent(before, input) : before;
  const tracks = judgeAll(isGap ? forgetSince(noted) : noted, step, settings, kinds);
  const raised: Raised[] = [];
  const cleared: Cleared[] = [];
  for (const kind of kinds) {
    if (before[kind]?.open && !tracks[kind]?.open) cleared.push({ kind, atMs: facts.atMs });
    else if (tracks[kind]?.open !== before[kind]?.open)
      raised.push(...raisedOf(kind, before[kind], tracks[kind], { ...facts, open: openOf(tracks) }));
  }
  return { tracks, raised, cleared };
}

/**
 * Judges every rule after an input. Inputs must come in the order of their time. The result depends only on the
 * arguments, so live evaluation, replay and rehearsal agree.
 */
export function evaluate(state: RuleState, input: RuleInput, settings: AlertSettings = {}): LiveResult {
  const step = stepOf(state.memory, input, settings);
  if (!step) return { state, raised: [], cleared: [], held: [], released: [] };
  const { tracks, raised, cleared } = judgeStep(state.tracks, step, settings);
  const { atMs, memory } = step.facts;
  return {
    state: { atMs: Math.max(state.atMs, atMs), memory, tracks },
    ...{ raised, cleared },
    ...holdsOf(state.tracks, tracks, step.facts),
  };
}

/** A frame that arrives late is remembered, but raises and clears nothing: it does not describe the present. */
export function remember(state: RuleState, input: RuleInput, settings: AlertSettings = {}): RuleState {
  const step = stepOf(state.memory, input, settings);
  if (!step) return state;
  return { ...state, memory: step.facts.memory, tracks: forgetSince(state.tracks) };
}

/** The state in which these rules hold nothing yet: they raise again if their conditions last. */
export function withoutHolds(state: RuleState, kinds: readonly AlertKind[]): RuleState {
  const tracks = { ...state.tracks };
  for (const kind of kinds) {
    const { isByRule: _isByRule, ...track } = tracks[kind] ?? {};
    const packed = pack(isOpen(track) ? track : { ...track, open: undefined });
    if (packed) tracks[kind] = packed;
    else delete tracks[kind];
  }
  return { ...state, tracks };
}

/**
 * The state with what the database has: open alerts that a rule holds, and events of the board that are not cleared. A
 * stored state may be older than those.
 */
export function reconcile(
  state: RuleState,
  openByRule: readonly { kind: AlertKind; severity: AlertSeverity }[],
  events: readonly { id: string; kind: AlertKind; severity: AlertSeverity }[],
): RuleState {
  const tracks: RuleState['tracks'] = {};
  for (const kind of ALERT_KINDS) {
    const { open: _open, isByRule: _isByRule, events: _events, ...track } = state.tracks[kind] ?? {};
    const byRule = openByRule.find((alert) => alert.kind === kind);
    const own = events.filter((event) => event.kind === kind);
    const open = [...(byRule ? [byRule] : []), ...own].reduce<AlertSeverity | undefined>(
      (most, { severity }) => worse(most, severity),
      undefined,
    );
    const packed = pack({
      ...track,
      open,
      ...(byRule && { isByRule: true }),
      events: own.map(({ id }) => id),
    });
    if (packed) tracks[kind] = packed;
  }
  return { ...state, tracks };
}
