import { READING_FIELDS, type Reading, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { isBoardField } from '@manoboard/domain/telemetry/last-data';
import { isOn } from '../drive/drive.ts';
import type { Measurement } from './measurement.ts';

/** Polls are slightly early or late: half a poll interval of tolerance. */
const HALF_A_LOOK_MS = 500;
const FULL_MS = 60_000 - HALF_A_LOOK_MS;
/** Changes are sent at once, but a flickering state at most once per interval. */
const LEAST_MS = 1_000;

export interface Frames {
  /** Fields of the next frame, or undefined while none is due; the result of a command is due at once. */
  next(measured: Measurement, nowMs: number, isAwaited?: boolean): Measurement | undefined;
  /** The next frame holds all fields and is due at once (after a connect). */
  restart(): void;
}

/** R5.3; a pump that is on counts as running while its frequency cannot be read. */
const isRunning = ({ d: { frequency_fc, on_off_state_r = 0 } }: Measurement) =>
  frequency_fc === undefined ? isOn({ runState: on_off_state_r }) : frequency_fc > 0;

/** Settings and states that are sent at once. */
const NEWS = ['on_off_state_r', 'modbus', 'pressure_control', 'fault'] as const;
const METERS = ['electro_meter', 'motor_operating_hours'] as const;

/** Below a step of 0.1 bar, above the noise of an analog set point. */
const PRESSURE_NEWS = 0.004;

function isOtherPressure(
  { required_pressure: before = 0 }: Partial<Reading>,
  now: Partial<Reading>,
): boolean {
  const { required_pressure: wanted = before } = now;
  return Math.abs(wanted - before) > PRESSURE_NEWS * Math.max(wanted, before);
}

/** A value that becomes missing is listed in the next regular frame; its return is sent at once. */
const isOther = (field: ReadingField, before: Measurement, now: Measurement) =>
  now.d[field] !== undefined && now.d[field] !== before.d[field];

const hasTurned = (before: Measurement, now: Measurement) =>
  before.fc !== now.fc ||
  (now.d.on_off_state_r !== undefined && isRunning(before) !== isRunning(now)) ||
  NEWS.some((field) => isOther(field, before, now)) ||
  isOtherPressure(before.d, now.d) ||
  before.d.next_try !== now.d.next_try ||
  // A meter decreases only by a reset.
  METERS.some((field) => (now.d[field] ?? Number.POSITIVE_INFINITY) < (before.d[field] ?? 0));

function changedFields(known: Tele['d'], now: Tele['d']): Tele['d'] {
  const changed = Object.entries(now).filter(([field, value]) => known[field as keyof Tele['d']] !== value);
  return Object.fromEntries(changed);
}

const PLAN = ['next_try', 'stopped_for'] as const;

/** Seconds between frames by default (`docs/protocol.md`, Frames). */
const USUAL = { running: 5, idle: 30 };

export function createFrames(frameSeconds = () => USUAL): Frames {
  let last: Measurement | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastFullMs = Number.NEGATIVE_INFINITY;
  let isFullWanted = true;
  const everKnown = new Set<ReadingField>();

  /** With a silent converter its fields are missing anyway, and `fc` shows it. */
  function missingFields({ fc, d }: Measurement): ReadingField[] {
    for (const field of READING_FIELDS) if (d[field] !== undefined) everKnown.add(field);
    return [...everKnown].filter((field) => d[field] === undefined && (fc === 1 || isBoardField(field)));
  }

  function isDue(now: Measurement, nowMs: number, isAwaited: boolean): boolean {
    const isUrgent = isFullWanted || !last || hasTurned(last, now);
    if (isUrgent && isAwaited) return true;
    const { running, idle } = frameSeconds();
    // By the interval of the last frame, which the server expects.
    const regularMs = (isRunning(last ?? now) ? running : idle) * 1000 - HALF_A_LOOK_MS;
    return nowMs - lastMs >= (isUrgent ? LEAST_MS : regularMs);
  }

  return {
    next(now, nowMs, isAwaited = false) {
      if (!isDue(now, nowMs, isAwaited)) return undefined;
      const isFull = isFullWanted || last?.fc !== now.fc || nowMs - lastFullMs >= FULL_MS;
      // R5.11: said once, when a planned start is over; later frames without it change nothing.
      const isPlanOver = last?.d.next_try !== undefined && now.d.next_try === undefined;
      const na = [...missingFields(now), ...(isPlanOver ? PLAN : [])];
      const d = isFull ? now.d : changedFields(last?.d ?? {}, now.d);
      const frame: Measurement = { fc: now.fc, d, ...(na.length > 0 && { na }) };
      last = now;
      lastMs = nowMs;
      if (isFull) lastFullMs = nowMs;
      isFullWanted = false;
      return frame;
    },
    restart() {
      isFullWanted = true;
    },
  };
}
