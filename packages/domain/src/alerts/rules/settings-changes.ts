import type { FieldChange } from '@manoboard/contract/activity/device-change';
import type { NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import { RuleKind } from '@manoboard/contract/alert/kinds';
import { alertRules } from './alert-rules.ts';

/** The first number that its rule does not have or that is outside of its limits. */
export function refuseSettings({ thresholds }: NewAlertSettings): string | undefined {
  for (const [kind, numbers] of Object.entries(thresholds))
    for (const [name, value] of Object.entries(numbers)) {
      const limits = alertRules[kind as RuleKind].thresholds[name];
      if (!limits || value < limits.low || value > limits.high) return `${kind}.${name}`;
    }
  return undefined;
}

/** Numbers and switches that differ, as fields of the timeline; a number that is not set is the default. */
export function settingsChanges(before: NewAlertSettings, after: NewAlertSettings): FieldChange[] {
  return RuleKind.options.flatMap((kind) => {
    const wasOn = !before.off.includes(kind);
    const isOn = !after.off.includes(kind);
    const numbers = Object.entries(alertRules[kind].thresholds).flatMap(([name, { initial }]) => {
      const old = before.thresholds[kind]?.[name] ?? initial;
      const next = after.thresholds[kind]?.[name] ?? initial;
      return old === next ? [] : [{ field: `alerts.${kind}.${name}`, old, new: next }];
    });
    return wasOn === isOn ? numbers : [{ field: `alerts.${kind}`, old: wasOn, new: isOn }, ...numbers];
  });
}
