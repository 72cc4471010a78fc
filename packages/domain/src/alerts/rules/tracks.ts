import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { findFault } from '../../fc/faults.ts';
import { alertRules } from './alert-rules.ts';
import type { EventInput, RuleInput } from './inputs.ts';
import { type AlertSeverity, eventKind, isWorse } from './kinds.ts';
import { clearSeconds, type Latch, latchAtEnd, latchAtRaise, latchWhileClosed } from './latch.ts';
import type { Facts } from './rule.ts';
import { type AlertSettings, numbersOf } from './settings.ts';

/** What is known about one kind; absent while there is nothing to know. */
export interface Track extends Latch {
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

export type Tracks = Partial<Record<RuleKind, Track>>;

const NONE: ReadonlySet<RuleKind> = new Set();
const NO_TRACKS: Tracks = Object.freeze({});

/** Kinds that are raised. */
export function openOf(tracks: Tracks): ReadonlySet<RuleKind> {
  const open = Object.entries(tracks).filter(([, track]) => track.open);
  return open.length === 0 ? NONE : new Set(open.map(([kind]) => kind as RuleKind));
}

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

export const isOpen = ({ isByRule, events = [] }: Track) => isByRule === true || events.length > 0;

/** Absent properties keep the stored state small. */
export function pack(packed: Track): Track | undefined {
  const { sinceMs = {}, open, isByRule, events = [], overSinceMs, lastMs, isLatched } = packed;
  const track: Track = {
    ...(Object.keys(sinceMs).length > 0 && { sinceMs }),
    ...(open && { open }),
    ...(isByRule && { isByRule }),
    ...(events.length > 0 && { events }),
    ...(overSinceMs !== undefined && { overSinceMs }),
    ...(lastMs !== undefined && { lastMs }),
    ...(isLatched && { isLatched }),
  };
  return Object.keys(track).length > 0 ? track : undefined;
}

/** The track after the rule was judged; raised and cleared alerts follow from the difference. */
function judge(
  kind: RuleKind,
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
  const due = dueSeverity(sinceMs, atMs, rule.isDelayed ? 0 : 1000 * afterS);
  if (due) {
    const latch = track.isByRule ? {} : latchAtRaise(kind, track, atMs);
    const open = worse(track.open, due);
    return { ...track, ...latch, sinceMs, overSinceMs: undefined, isByRule: true, open };
  }
  if (!track.isByRule) return { ...track, ...latchWhileClosed(track, atMs), sinceMs, overSinceMs: undefined };
  const isOver = level ? false : rule.isOver(facts, numbers);
  if (!isOver) return { ...track, sinceMs, overSinceMs: undefined };
  const overSinceMs = track.overSinceMs ?? atMs;
  if (atMs - overSinceMs < 1000 * clearSeconds(kind, track, clearAfterS))
    return { ...track, sinceMs, overSinceMs };
  return { ...track, ...latchAtEnd(kind, atMs), sinceMs, overSinceMs: undefined, isByRule: false };
}

export const worse = (open: AlertSeverity | undefined, due: AlertSeverity): AlertSeverity =>
  open && !isWorse(due, open) ? open : due;

/** Raising and clearing carry the same ID; a clearing may report another fault code. */
export function applyEvent(tracks: Tracks, { event }: EventInput, { faults }: AlertSettings): Tracks {
  const { id, st, sev, code, d } = event;
  if (st === 'raised') {
    if (sev === 'info' || code === 'STARTED') return tracks;
    const kind = eventKind(code, findFault(faults, d.fault ?? 0)?.kind);
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

/** Behind a gap no condition is known to have lasted; a latched alert waits for days, which have gaps. */
export const forgetSince = (tracks: Tracks): Tracks =>
  Object.fromEntries(
    Object.entries(tracks).map(([kind, track]) => [
      kind,
      alertRules[kind as RuleKind].on === 'any'
        ? track
        : { ...track, sinceMs: {}, overSinceMs: track.isLatched ? track.overSinceMs : undefined },
    ]),
  );

export function judgeAll(
  tracks: Tracks,
  { input, facts }: { input: RuleInput; facts: Omit<Facts, 'open'> },
  settings: AlertSettings,
  kinds: readonly RuleKind[],
): Tracks {
  const known = { ...facts, open: openOf(tracks) };
  // Most devices have no track: nothing new is kept for them.
  let next: Tracks = NO_TRACKS;
  for (const kind of kinds) {
    const stored = tracks[kind];
    const isJudged = input.kind === 'frame' || alertRules[kind].on === 'any';
    const judged = isJudged ? judge(kind, stored, known, settings) : stored;
    if (!judged) continue;
    const track = pack(isOpen(judged) ? judged : { ...judged, open: undefined });
    if (!track) continue;
    if (next === NO_TRACKS) next = {};
    next[kind] = track;
  }
  return next;
}
