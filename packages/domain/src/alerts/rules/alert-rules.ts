import { deviceRules } from './device-rules.ts';
import { habitRules } from './habit-rules.ts';
import type { AlertKind, AlertNumbers } from './kinds.ts';
import { pumpRules } from './pump-rules.ts';
import type { Rule } from './rule.ts';
import { type AlertSettings, numbersOf } from './settings.ts';

/** One row per kind of alert. */
export const alertRules: Readonly<Record<AlertKind, Rule>> = { ...deviceRules, ...pumpRules, ...habitRules };

/** The numbers of a rule that apply to a device. */
export const thresholdsOf = (kind: AlertKind, settings: AlertSettings = {}): AlertNumbers =>
  numbersOf(kind, alertRules[kind].thresholds, settings);
