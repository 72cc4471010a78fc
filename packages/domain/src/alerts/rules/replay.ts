import { createConfirmedValues, type HistoryFrame } from '../../history/rollup.ts';
import { evaluate, newRuleState, type RuleState } from './evaluate.ts';
import type { RuleInput } from './inputs.ts';
import type { AlertKind, AlertNumbers, AlertSeverity } from './kinds.ts';
import type { AlertSettings } from './settings.ts';

/** One alert as it was raised, escalated and cleared. */
interface ReplayedAlert {
  kind: AlertKind;
  severity: AlertSeverity;
  raisedMs: number;
  /** Since when the condition held. */
  sinceMs: number;
  clearedMs: number | undefined;
  numbers: AlertNumbers;
}

/**
 * Runs the rules over stored frames and other inputs, in the order of their time: what they would have raised, by the
 * code that evaluates live frames.
 */
export function createReplay(settings: AlertSettings = {}) {
  const confirm = createConfirmedValues();
  const alerts: ReplayedAlert[] = [];
  let state: RuleState = newRuleState();

  function input(next: RuleInput): void {
    const result = evaluate(state, next, settings);
    state = result.state;
    for (const { kind, severity, sinceMs, atMs, numbers, isEscalation } of result.raised) {
      const open = isEscalation && alerts.findLast((alert) => alert.kind === kind);
      if (open) Object.assign(open, { severity, numbers });
      else alerts.push({ kind, severity, sinceMs, numbers, raisedMs: atMs, clearedMs: undefined });
    }
    for (const { kind, atMs } of result.cleared) {
      const open = alerts.findLast((alert) => alert.kind === kind);
      if (open) open.clearedMs = atMs;
    }
  }

  return {
    alerts,
    input,
    /** A frame with the fields that changed. */
    frame(frame: HistoryFrame, hasClock = true): void {
      const values = Object.fromEntries([...confirm(frame)].map(([field, { value }]) => [field, value]));
      input({ kind: 'frame', atMs: frame.tsMs, fc: frame.fc === 1 ? 1 : 0, hasClock, values });
    },
    /** The state as it is stored. */
    state: () => state,
  };
}
