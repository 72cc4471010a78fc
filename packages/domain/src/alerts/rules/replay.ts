import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { READING_FIELDS, type Reading } from '@manoboard/contract/mqtt/reading';
import { CARRY_MS } from '../../history/blocks.ts';
import type { Frame } from '../../history/frame.ts';
import { isBoardField } from '../../telemetry/last-data.ts';
import { evaluate, newRuleState, type RuleResult, type RuleState } from './evaluate.ts';
import type { FrameInput, RuleInput } from './inputs.ts';
import type { RaisedAlert } from './kinds.ts';
import type { AlertSettings } from './settings.ts';

/** One alert as it was raised, escalated and cleared. */
export interface ReplayedAlert extends RaisedAlert<RuleKind> {
  clearedMs: number | undefined;
}

const IS_OF_BOARD = READING_FIELDS.map(isBoardField);

/**
 * The frames of a device as inputs, with the values that each one confirms, as `createConfirmedValues` of rollups. Frames must
 * come sorted. A server has one for each board: with objects instead of two arrays of numbers it took 2.5 kB more.
 */
export function createFrameInputs(): (frame: Frame, hasClock: boolean | undefined) => FrameInput {
  const known: number[] = READING_FIELDS.map(() => Number.NaN);
  const sentMs: number[] = READING_FIELDS.map(() => Number.NaN);
  let boot: number | undefined;

  /** True if the frame has all fields: then its values are those that it confirms. */
  function apply({ tsMs, fc, d, na }: Frame): boolean {
    let [at, isWhole] = [0, true];
    for (const field of READING_FIELDS) {
      const value = d[field];
      const isMeasured = (fc === 1 || IS_OF_BOARD[at] === true) && !(na.length > 0 && na.includes(field));
      if (isMeasured && value != null) {
        known[at] = value;
        sentMs[at] = tsMs;
      } else {
        isWhole = false;
        // A value that was sent too long ago is unknown: the full frame between is missing.
        if (!isMeasured || tsMs - (sentMs[at] ?? 0) > CARRY_MS) known[at] = Number.NaN;
      }
      at++;
    }
    return isWhole;
  }

  function confirmed(): Partial<Reading> {
    const values: Partial<Reading> = {};
    let at = 0;
    for (const field of READING_FIELDS) {
      const value = known[at++] ?? Number.NaN;
      if (!Number.isNaN(value)) values[field] = value;
    }
    return values;
  }

  return (frame, hasClock) => {
    // The first frame after a restart holds all fields.
    if (frame.boot !== boot) known.fill(Number.NaN);
    boot = frame.boot;
    const values = apply(frame) ? (frame.d as Partial<Reading>) : confirmed();
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
