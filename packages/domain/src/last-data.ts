import type { LastData, LastValues } from '@manoboard/contract/device';
import type { ReadingField } from '@manoboard/contract/reading';
import type { Tele } from '@manoboard/contract/topics';

/** Measured by the board itself; all other fields come through the converter. */
const BOARD_FIELDS: readonly ReadingField[] = ['temperature_mnb', 'analog_input_2', 'analog_input_3', 'rssi'];

export const isBoardField = (field: ReadingField) => BOARD_FIELDS.includes(field);

/** A board whose clock is this far off tells nothing about time. */
const MAX_FRAME_AGE_S = 30 * 86_400;

/**
 * When a frame was measured: by the board's clock, or by the arrival while that clock is unset, ahead of ours, or
 * absurdly far in the past.
 */
export function measuredAt(ts: number, receivedAtS: number): { at: number; byBoardClock: boolean } {
  const byBoardClock = ts <= receivedAtS && ts >= receivedAtS - MAX_FRAME_AGE_S;
  return { at: byBoardClock ? ts : receivedAtS, byBoardClock };
}

export function noData(deviceId: string): LastData {
  const data: LastValues = {
    on_off_state_r: null,
    modbus: null,
    frequency_fc: null,
    pressure_control: null,
    required_pressure: null,
    analog_input_2: null,
    analog_input_3: null,
  };
  return { device_id: deviceId, data, ts: null, received_at: null, fc: null, older: {} };
}

/** When one field was measured, or nothing if it never was. */
export function fieldTime(last: LastData, field: ReadingField): number | null {
  return last.data[field] == null ? null : (last.older[field] ?? last.ts);
}

/**
 * The last values after a frame. A frame holds what changed, so it also confirms what it leaves out: with the
 * converter answering all of it but what it names as not measurable (`na`), without the converter only the
 * board's own fields; what such a frame says of the converter comes from a cache and is no measurement. A frame that was kept and sent later fills in what is
 * unknown or older, and changes nothing that is newer.
 */
export function applyFrame(last: LastData, frame: Tele, receivedAtS: number): LastData {
  const { at } = measuredAt(frame.ts, receivedAtS);
  const isNewest = last.ts === null || at >= last.ts;
  const ts = isNewest ? at : last.ts;
  const data: LastValues = { ...last.data };
  const older: LastData['older'] = {};

  for (const field of new Set([...Object.keys(last.data), ...Object.keys(frame.d)]) as Set<ReadingField>) {
    const known = fieldTime(last, field);
    const isMeasured = (frame.fc === 1 || isBoardField(field)) && !frame.na?.includes(field);
    const reported = isMeasured ? frame.d[field] : undefined;
    let time = known;
    if (reported !== undefined && (known === null || at >= known)) {
      data[field] = reported;
      time = at;
    } else if (isNewest && known !== null && isMeasured) {
      time = at;
    }
    if (time !== null && ts !== null && time < ts) older[field] = time;
  }
  return {
    ...last,
    data,
    ts,
    received_at: isNewest ? receivedAtS : last.received_at,
    fc: isNewest ? frame.fc : last.fc,
    older,
  };
}
