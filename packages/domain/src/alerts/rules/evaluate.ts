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

export const newRuleState = (): RuleState => ({ atMs: 0, memory: newMemory(), tracks: {} });

const RANK = { warning: 1, alarm: 2 } as const;

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
function judge(kind: AlertKind, track: Track, facts: Facts, settings: AlertSettings): Track {
  const rule = alertRules[kind];
  const numbers = numbersOf(kind, rule.thresholds, settings);
  const { atMs } = facts;
  const { afterS = 0, clearAfterS = 0 } = numbers;
  if (settings.off?.includes(kind)) return {};
  const level = rule.level(facts, numbers);
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
  open && RANK[open] >= RANK[due] ? open : due;

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
  input: RuleInput,
  facts: Omit<Facts, 'open'>,
  settings: AlertSettings,
): RuleState['tracks'] {
  const open = new Set(ALERT_KINDS.filter((kind) => tracks[kind]?.open));
  const judged = ALERT_KINDS.map((kind) => {
    const track = tracks[kind] ?? {};
    const isJudged = input.kind === 'frame' || alertRules[kind].on === 'any';
    const next = isJudged ? judge(kind, track, { ...facts, open }, settings) : track;
    return [kind, pack(isOpen(next) ? next : { ...next, open: undefined })] as const;
  });
  return Object.fromEntries(judged.filter(([, track]) => track !== undefined));
}

function raisedOf(
  kind: AlertKind,
  before: Track | undefined,
  after: Track | undefined,
  facts: Facts,
): Raised[] {
  const { open: severity, sinceMs } = after ?? {};
  if (!severity || (before?.open && RANK[before.open] >= RANK[severity])) return [];
  const { evidence, numbers } = alertRules[kind];
  return [
    {
      ...{ kind, severity, evidence, atMs: facts.atMs },
      sinceMs: sinceMs?.[severity] ?? sinceMs?.warning ?? facts.atMs,
      isEscalation: before?.open !== undefined,
      numbers: numbers?.(facts) ?? {},
    },
  ];
}

/**
 * Judges every rule after an input. Inputs must come in the order of their time: a frame that is older than the last one
 * changes nothing. The result depends only on the arguments, so live evaluation and replay agree.
 */
export function evaluate(state: RuleState, input: RuleInput, settings: AlertSettings = {}): RuleResult {
  const { atMs } = input;
  if (input.kind === 'frame' && atMs < (state.memory.frameMs ?? 0)) return { state, raised: [], cleared: [] };
  const { memory, sample } = observe(state.memory, input, settings);
  const isGap = input.kind === 'frame' && atMs - (state.memory.frameMs ?? atMs) > GAP_MS;
  const noted = input.kind === 'event' ? applyEvent(state.tracks, input) : state.tracks;
  const facts = { atMs, sample, memory };
  const tracks = judgeAll(isGap ? forgetSince(noted) : noted, input, facts, settings);
  const open = new Set(ALERT_KINDS.filter((kind) => tracks[kind]?.open));
  return {
    state: { atMs: Math.max(state.atMs, atMs), memory, tracks },
    raised: ALERT_KINDS.flatMap((kind) =>
      raisedOf(kind, state.tracks[kind], tracks[kind], { ...facts, open }),
    ),
    cleared: ALERT_KINDS.flatMap((kind) =>
      state.tracks[kind]?.open && !tracks[kind]?.open ? [{ kind, atMs }] : [],
    ),
  };
}
