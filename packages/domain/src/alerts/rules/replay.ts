import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import type { Frame } from '../../history/frame.ts';
import { createConfirmedValues } from '../../history/rollup.ts';
import { evaluate, newRuleState, type RuleResult, type RuleState } from './evaluate.ts';
import type { FrameInput, RuleInput } from './inputs.ts';
import type { RaisedAlert } from './kinds.ts';
import type { AlertSettings } from './settings.ts';

/** One alert as it was raised, escalated and cleared. */
export interface ReplayedAlert extends RaisedAlert<RuleKind> {
  clearedMs: number | undefined;
}

/** The frames of a device as inputs, with the values that each one confirms. Frames must come sorted. */
export function createFrameInputs(): (frame: Frame, hasClock: boolean) => FrameInput {
  const confirmed = createConfirmedValues();
  return (frame, hasClock) => {
    confirmed.apply(frame);
    const values: Record<string, number> = {};
    for (const { metric, value } of confirmed.values) if (!Number.isNaN(value)) values[metric] = value;
    return { kind: 'frame', atMs: frame.tsMs, fc: frame.fc === 1 ? 1 : 0, hasClock, values };
  };
}

/** Makes alerts of what is raised, escalated and cleared. */
export function createAlertLog() {
  const alerts: ReplayedAlert[] = [];
  return {
    alerts,
    add({ raised, cleared }: Pick<RuleResult, 'raised' | 'cleared'>): void {
      for (const { isEscalation, ...alert } of raised) {
        const { kind, severity, numbers } = alert;
        const open = isEscalation && alerts.findLast((other) => other.kind === kind);
        if (open) Object.assign(open, { severity, numbers });
        else alerts.push({ ...alert, clearedMs: undefined });
      }
      for (const { kind, atMs } of cleared) {
        const open = alerts.findLast((alert) => alert.kind === kind);
        if (open) open.clearedMs = atMs;
      }
    },
  };
}

/**
 * Runs the rules over stored frames and other inputs, in the order of their time: what they would have raised, by the
 * code that evaluates live frames.
 */
export function createReplay(settings: AlertSettings = {}) {
  const toInput = createFrameInputs();
  const { alerts, add } = createAlertLog();
  let state: RuleState = newRuleState();

  function input(next: RuleInput): void {
    const result = evaluate(state, next, settings);
    state = result.state;
    add(result);
  }

  return {
    alerts,
    input,
    /** A frame with the fields that changed. */
    frame(frame: Frame, hasClock = true): void {
      input(toInput(frame, hasClock));
    },
    /** The state as it is stored. */
    state: () => state,
  };
}
