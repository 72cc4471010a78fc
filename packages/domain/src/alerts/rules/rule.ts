import type { RuleKind } from '@manoboard/contract/alert/kinds';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { Sample } from './inputs.ts';
import type { AlertNumbers, AlertSeverity, Evidence } from './kinds.ts';
import type { RuleMemory } from './memory.ts';
import type { RuleNumbers, Threshold, Thresholds } from './settings.ts';

/** What a rule judges. */
export interface Facts {
  atMs: number;
  sample: Sample;
  memory: RuleMemory;
  /** The pump card in force. An absent value is unknown. */
  card: PumpValues;
  /** Kinds that are raised now; a rule may leave to them what they cause. */
  open: ReadonlySet<RuleKind>;
}

type Delays = { afterS: Threshold; clearAfterS: Threshold };

export interface Measure {
  of(facts: Facts): number | undefined;
  /** The alert is raised below the threshold, not above it. */
  isBelow?: true;
}

/** What a rule is about, in the order of the rules page. */
export const RULE_GROUPS = ['water', 'pump', 'power', 'link'] as const;
type RuleGroup = (typeof RULE_GROUPS)[number];

/** One row of the table. Unknown facts give `undefined`: they neither raise nor clear. */
export interface Rule<T extends Thresholds = Thresholds> {
  group: RuleGroup;
  /** What it may raise, for people who read the list of rules. */
  severity: AlertSeverity | 'both';
  /** Judged at frames only, or at every input. */
  on: 'frame' | 'any';
  evidence: Evidence;
  /** `level` itself waits for `afterS`, of accumulated time, which is `heldS` of `numbers`. */
  isDelayed?: true;
  /** `afterS` and `clearAfterS` are how long the condition and its end must last. */
  thresholds: T & Delays;
  level(facts: Facts, numbers: RuleNumbers<T & Delays>): AlertSeverity | false | undefined;
  /** With hysteresis: stricter than the absence of the condition. */
  isOver(facts: Facts, numbers: RuleNumbers<T & Delays>): boolean | undefined;
  /** Measured or counted numbers for the texts. */
  numbers?(facts: Facts, numbers: RuleNumbers<T & Delays>): AlertNumbers;
  /** What a threshold is compared with, by its name; a rehearsal draws it. */
  measures?: Readonly<Record<string, Measure>>;
  /** Kinds whose open alerts `level` reads. */
  explainedBy?: readonly RuleKind[];
}

/** Names of numbers are checked in each row; the table holds them by name. */
export const rule = <const T extends Thresholds>(row: Rule<T>) => row as unknown as Rule;

export const threshold = (initial: number, low: number, high: number, unit: string): Threshold => ({
  initial,
  low,
  high,
  unit,
});

export const delays = (afterS: number, mostS: number, clearAfterS: number): Delays => ({
  afterS: threshold(afterS, 0, mostS, 's'),
  clearAfterS: threshold(clearAfterS, 0, 86_400, 's'),
});

/** False only if the value is known. */
export const known = <V>(value: V | undefined, judge: (value: V) => boolean): boolean | undefined =>
  value === undefined ? undefined : judge(value);

export const warningIf = (isMet: boolean | undefined) => (isMet ? 'warning' : isMet);
export const alarmIf = (isMet: boolean | undefined) => (isMet ? 'alarm' : isMet);
