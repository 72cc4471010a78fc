import type { Reading } from '@manoboard/contract/mqtt/reading';
import { deviceRules } from './device-rules.ts';
import { habitRules } from './habit-rules.ts';
import type { EventInput } from './inputs.ts';
import type { AlertKind, AlertNumbers } from './kinds.ts';
import { newMemory } from './memory.ts';
import { pumpRules } from './pump-rules.ts';
import type { Rule } from './rule.ts';
import { type AlertSettings, numbersOf } from './settings.ts';

/** One row per kind of alert. */
export const alertRules: Readonly<Record<AlertKind, Rule>> = { ...deviceRules, ...pumpRules, ...habitRules };

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
