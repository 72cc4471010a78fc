import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { alertRules } from './alert-rules.ts';
import { judgeStep, newRuleState, type RuleState, stepOf } from './evaluate.ts';
import type { RuleInput } from './inputs.ts';

import type { RuleMemory } from './memory.ts';
import { createAlertLog, type ReplayedAlert } from './replay.ts';
import type { Facts, Measure } from './rule.ts';
import { type AlertSettings, numbersOf, type Threshold } from './settings.ts';

/** Words of parameters are stored without their past. */
export const canRehearse = (kind: RuleKind) => kind !== 'register_drift' && kind !== 'self_start_enabled';

/** Other numbers of one rule of a device. The rule counts as switched on. */
export function withNumbers(
  settings: AlertSettings,
  kind: RuleKind,
  numbers: Readonly<Record<string, number>>,
): AlertSettings {
  const own = { ...settings.thresholds?.[kind], ...numbers };
  return {
    ...settings,
    thresholds: { ...settings.thresholds, [kind]: own },
    off: (settings.off ?? []).filter((each) => each !== kind),
  };
}

/** Numbers that are compared with a measure come first; every rule has a delay. */
export function numberToVary(kind: RuleKind): string {
  const [measured] = Object.keys(alertRules[kind].measures ?? {});
  return measured ?? 'afterS';
}

interface Options {
  kind: RuleKind;
  /** As they are in force. */
  settings: AlertSettings;
  /** New numbers of the rule; others stay as they are. */
  thresholds: Readonly<Record<string, number>>;
  /** The number whose other values are counted and whose measure is drawn. */
  vary: string;
  /** Further values of it. */
  values: readonly number[];
  /** When the days begin, oldest first; what is measured before the first is not drawn. */
  dayStartsMs: readonly number[];
}

/** One set of numbers. Memory and samples do not depend on them, so all sets share the steps. */
function createVariant(kinds: readonly RuleKind[], settings: AlertSettings) {
  const log = createAlertLog();
  let tracks: RuleState['tracks'] = {};
  return {
    numbers: numbersOf(kinds[0] as RuleKind, alertRules[kinds[0] as RuleKind].thresholds, settings),
    judge(step: NonNullable<ReturnType<typeof stepOf>>): RuleState['tracks'] {
      const result = judgeStep(tracks, step, settings, kinds);
      tracks = result.tracks;
      if (result.raised.length > 0 || result.cleared.length > 0) log.add(result);
      return tracks;
    },
    alerts: () => log.alerts.filter(({ kind }) => kind === kinds[0]),
  };
}

/** The furthest value of each day. */
function createPeaks(dayStartsMs: readonly number[], isBelow: boolean) {
  const peaks: (number | null)[] = dayStartsMs.map(() => null);
  let day = -1;
  return {
    peaks,
    note(atMs: number, value: number | undefined) {
      while (atMs >= (dayStartsMs[day + 1] ?? Number.POSITIVE_INFINITY)) day++;
      const peak = peaks[day];
      if (value === undefined || peak === undefined) return;
      if (peak === null || (isBelow ? value < peak : value > peak)) peaks[day] = value;
    },
  };
}

/** Seconds for which the condition holds. */
const heldS = (tracks: RuleState['tracks'], kind: RuleKind, atMs: number) => {
  const { warning, alarm } = tracks[kind]?.sinceMs ?? {};
  const sinceMs = warning ?? alarm;
  return sinceMs === undefined ? undefined : (atMs - sinceMs) / 1000;
};

/**
 * What one rule raises with the numbers in force, with new ones, and with further values of one number, in one pass over the
 * inputs: the code of live evaluation (`stepOf`, `judgeStep`), without the rules that have no effect on this one.
 */
export function createRehearsal({ kind, settings, thresholds, vary, values, dayStartsMs }: Options) {
  const { explainedBy = [], measures } = alertRules[kind];
  const kinds = [kind, ...explainedBy];
  const changed = withNumbers(settings, kind, thresholds);
  const today = createVariant(kinds, settings);
  const next = createVariant(kinds, changed);
  const others = values.map((value) => ({
    value,
    ...createVariant(kinds, withNumbers(changed, kind, { [vary]: value })),
  }));
  const measure: Measure | undefined = measures?.[vary];
  const { peaks, note } = createPeaks(dayStartsMs, measure?.isBelow === true);
  let memory: RuleMemory = newRuleState().memory;
  let frames = 0;

  const measured = (facts: Omit<Facts, 'open'>, tracks: RuleState['tracks']) =>
    vary === 'afterS' ? heldS(tracks, kind, facts.atMs) : measure?.of({ ...facts, open: new Set() });

  return {
    input(input: RuleInput): void {
      const step = stepOf(memory, input, settings);
      if (!step) return;
      memory = step.facts.memory;
      if (input.kind === 'frame') frames++;
      today.judge(step);
      note(input.atMs, measured(step.facts, next.judge(step)));
      for (const other of others) other.judge(step);
    },
    result: () => ({
      frames,
      peaks,
      today: { numbers: today.numbers, alerts: today.alerts() },
      changed: { numbers: next.numbers, alerts: next.alerts() },
      others: others.map(({ value, alerts }) => ({ value, count: alerts().length })),
    }),
  };
}

/** Alerts of the first list that have no alert of the second list at the same time. */
export const alertsOnlyIn = (some: readonly ReplayedAlert[], others: readonly ReplayedAlert[]) =>
  some.filter(
    ({ atMs: raisedMs, clearedMs = Number.POSITIVE_INFINITY }) =>
      !others.some(
        (other) => other.atMs <= clearedMs && raisedMs <= (other.clearedMs ?? Number.POSITIVE_INFINITY),
      ),
  );

/** Steps that people choose; of times in seconds. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];
const MOST_VALUES = 8;

/** Values of a number around the present one and the new one, in round steps. */
export function otherValues(
  { initial, low, high, unit }: Threshold,
  todayValue: number,
  newValue: number,
): number[] {
  const [from, to] = [Math.min(todayValue, newValue), Math.max(todayValue, newValue)];
  const least = Math.max(Math.abs(initial) / 20, unit === 's' ? 30 : 0, (to - from) / (MOST_VALUES - 4));
  const steps = unit === 's' ? TIME_STEPS : STEPS;
  const step = steps.find((each) => each >= 0.999 * least) ?? least;
  const first = Math.ceil(from / step) - 2;
  const grid = Array.from({ length: MOST_VALUES }, (_, n) => Number(((first + n) * step).toFixed(3)));
  const values = new Set([...grid.filter((value) => value >= low && value <= high), todayValue, newValue]);
  return [...values].sort((a, b) => a - b);
}
