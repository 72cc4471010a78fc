import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { deviceRules } from './device-rules.ts';
import { driveRules } from './drive-rules.ts';
import { habitRules } from './habit-rules.ts';
import { headRules } from './head-rules.ts';
import type { AlertNumbers } from './kinds.ts';
import { pumpRules } from './pump-rules.ts';
import type { Rule } from './rule.ts';
import { type AlertSettings, numbersOf } from './settings.ts';
import { silenceRules } from './silence-rules.ts';
import { startsRules } from './starts-rule.ts';

/** One row per kind of alert. */
export const alertRules: Readonly<Record<RuleKind, Rule>> = {
  ...driveRules,
  ...deviceRules,
  ...pumpRules,
  ...habitRules,
  ...headRules,
  ...silenceRules,
  ...startsRules,
};

/** The numbers of a rule that apply to a device. */
export const thresholdsOf = (kind: RuleKind, settings: AlertSettings = {}): AlertNumbers =>
  numbersOf(kind, alertRules[kind].thresholds, settings);
