import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { happening } from './alert-numbers.ts';
import { alertRules, thresholdsOf } from './alert-rules.ts';
import type { RuleInput } from './inputs.ts';
import { type AlertSeverity, type ClearedAlert, isWorse, type RaisedAlert } from './kinds.ts';
import { newMemory, type RuleMemory } from './memory.ts';
import { GAP_MS, observe } from './observe.ts';
import type { Facts, Rule } from './rule.ts';
import type { AlertSettings, RuleNumbers } from './settings.ts';
import { applyEvent, forgetSince, judgeAll, openOf, type Track, type Tracks } from './tracks.ts';

/** The state of all rules of one device: JSON of a few kilobytes. */
export interface RuleState {
  atMs: number;
  memory: RuleMemory;
  tracks: Tracks;
}

interface Raised extends RaisedAlert<RuleKind> {
  /** The alert was open as a warning. */
  isEscalation: boolean;
}
type Cleared = ClearedAlert<RuleKind>;
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

export const newRuleState = (): RuleState => ({ atMs: 0, memory: newMemory(), tracks: {} });

function toRaised(
  kind: RuleKind,
  severity: AlertSeverity,
  { sinceMs }: Track,
  facts: Facts,
  settings: AlertSettings,
  isEscalation: boolean,
): Raised {
  const { numbers, isDelayed } = alertRules[kind];
  const thresholds = thresholdsOf(kind, settings);
  const own = numbers?.(facts, thresholds as RuleNumbers<Rule['thresholds']>);
  const heldMs = isDelayed && 1000 * (own?.heldS ?? 0);
  const since = heldMs ? facts.atMs - heldMs : (sinceMs?.[severity] ?? sinceMs?.warning ?? facts.atMs);
  return {
    kind,
    severity,
    isEscalation,
    atMs: facts.atMs,
    sinceMs: since,
    numbers: { ...happening(facts, since), ...own },
    thresholds,
  };
}

function raisedOf(
  kind: RuleKind,
  before: Track | undefined,
  after: Track | undefined,
  facts: Facts,
  settings: AlertSettings,
): Raised[] {
  if (!after?.open || !isWorse(after.open, before?.open)) return [];
  return [toRaised(kind, after.open, after, facts, settings, before?.open !== undefined)];
}

/** What the rules alone hold open after a step, compared with before. */
function holdsOf(before: Tracks, tracks: Tracks, facts: Omit<Facts, 'open'>, settings: AlertSettings) {
  const held: Raised[] = [];
  const released: Cleared[] = [];
  for (const key in tracks) {
    const kind = key as RuleKind;
    const after = tracks[kind];
    if (!after?.isByRule || !after.open) continue;
    const was = before[kind];
    if (was?.isByRule && !isWorse(after.open, was.open)) continue;
    held.push(
      toRaised(kind, after.open, after, { ...facts, open: openOf(tracks) }, settings, was?.isByRule === true),
    );
  }
  for (const key in before) {
    const kind = key as RuleKind;
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

const NO_CARD: PumpValues = {};

/** Undefined for a frame that is older than the last one: it changes nothing. */
export function stepOf(before: RuleMemory, input: RuleInput, settings: AlertSettings): Step | undefined {
  const { atMs } = input;
  const isFrame = input.kind === 'frame';
  if (isFrame && atMs < (before.frameMs ?? 0)) return undefined;
  const { memory, sample } = observe(before, input, settings);
  return {
    input,
    facts: { atMs, sample, memory, card: settings.card ?? NO_CARD },
    isGap: isFrame && atMs - (before.frameMs ?? atMs) > GAP_MS,
  };
}

/** Judges these rules after a step; the tracks are those of the same rules. */
export function judgeStep(
  before: Tracks,
  step: Step,
  settings: AlertSettings,
  kinds: readonly RuleKind[] = RuleKind.options,
): Omit<RuleResult, 'state'> & { tracks: Tracks } {
  const { input, facts, isGap } = step;
  const noted = input.kind === 'event' ? applyEvent(before, input, settings) : before;
  const tracks = judgeAll(isGap ? forgetSince(noted) : noted, step, settings, kinds);
  const raised: Raised[] = [];
  const cleared: Cleared[] = [];
  // Most rules have no track: the few that have one are looked at, not every kind.
  for (const key in before) {
    const kind = key as RuleKind;
    if (before[kind]?.open && !tracks[kind]?.open && kinds.includes(kind))
      cleared.push({ kind, atMs: facts.atMs });
  }
  for (const key in tracks) {
    const kind = key as RuleKind;
    if (tracks[kind]?.open !== before[kind]?.open && tracks[kind]?.open)
      raised.push(
        ...raisedOf(kind, before[kind], tracks[kind], { ...facts, open: openOf(tracks) }, settings),
      );
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
    raised,
    cleared,
    ...holdsOf(state.tracks, tracks, step.facts, settings),
  };
}

/** A frame that arrives late is remembered, but raises and clears nothing: it does not describe the present. */
export function remember(state: RuleState, input: RuleInput, settings: AlertSettings = {}): RuleState {
  const step = stepOf(state.memory, input, settings);
  if (!step) return state;
  return { ...state, memory: step.facts.memory, tracks: forgetSince(state.tracks) };
}
