import type { LastData, LastValues } from '@manoboard/contract/device/device';
import type { Reading, ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Retry, Tele } from '@manoboard/contract/mqtt/topics';
import { pumpState } from '../pump/pump.ts';

/** Measured by the board itself; all other fields come through the converter. */
const BOARD_FIELDS: readonly string[] = ['temperature_mnb', 'analog_input_2', 'analog_input_3', 'rssi'];

export const isBoardField = (field: string) => BOARD_FIELDS.includes(field);

/** A clock this far ahead of ours counts as unset (`docs/protocol.md`, Topics). */
const MAX_AHEAD_S = 300;
/** Boards keep frames for a day or more; a clock this far behind counts as unset. */
const MAX_FRAME_AGE_S = 30 * 86_400;

export type ClockFault = NonNullable<LastData['clock']>;

/** The clock fault that a timestamp shows at its arrival; `undefined` if the clock can be trusted. */
function clockFault(ts: number, receivedAtS: number): ClockFault | undefined {
  if (ts === 0) return 'unset';
  if (ts > receivedAtS + MAX_AHEAD_S) return 'ahead';
  return ts < receivedAtS - MAX_FRAME_AGE_S ? 'behind' : undefined;
}

/** The time of measurement: by the board's clock, or the arrival if that clock cannot be trusted. Never after the arrival. */
export function measuredAt(ts: number, receivedAtS: number): { at: number; byBoardClock: boolean } {
  const byBoardClock = clockFault(ts, receivedAtS) === undefined;
  return { at: byBoardClock ? Math.min(ts, receivedAtS) : receivedAtS, byBoardClock };
}

type FrameName = Pick<Tele, 'boot' | 'seq'>;

/** `(boot, seq)` orders the frames of a board (`docs/protocol.md`, Time); no clock does. */
export const isLaterFrame = (frame: FrameName, known: FrameName | undefined) =>
  !known || frame.boot > known.boot || (frame.boot === known.boot && frame.seq > known.seq);

export function emptyLastData(deviceId: string): LastData {
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

/** When a field was measured; `null` if it never was. */
export function fieldTime(last: LastData, field: ReadingField): number | null {
  return last.data[field] == null ? null : (last.older[field] ?? last.ts);
}

/** The same values with their times moved, after the clock that stamped them was set. */
export function shiftTimes(last: LastData, byS: number): LastData {
  const move = (at: number | null) => at && at + byS;
  const older = Object.entries(last.older).map(([field, at]) => [field, at + byS]);
  return {
    ...last,
    ts: move(last.ts),
    received_at: move(last.received_at),
    older: Object.fromEntries(older),
  };
}

/**
 * The last values after a later frame (`isLaterFrame`), independent of its time, because clocks can be set back. A frame
 * holds the changed fields and confirms the others, except those that it lists as not measurable (`na`). Without the
 * converter (`fc: 0`) it confirms only the board's own fields; its converter values come from a cache and are ignored.
 */
export function applyFrame(last: LastData, frame: Tele, receivedAtS: number): LastData {
  const { at } = measuredAt(frame.ts, receivedAtS);
  const clock = clockFault(frame.ts, receivedAtS);
  // A frame of a converter that answers, with all of it measurable, confirms what it leaves out.
  const isWhole = frame.fc === 1 && !frame.na;
  const { data, older } = isWhole ? wholeValues(last, frame) : measuredValues(last, frame, at);
  return {
    device_id: last.device_id,
    data,
    ts: at,
    received_at: receivedAtS,
    fc: frame.fc,
    older,
    ...retryAfter(last, frame, data),
    frame: { boot: frame.boot, seq: frame.seq },
    ...(clock && { clock }),
    ...(last.every_s && { every_s: last.every_s }),
  };
}

type Values = Pick<LastData, 'data' | 'older'>;

/** Shared: most boards have no older value. */
const NONE_OLDER: LastData['older'] = Object.freeze({});

/** A frame is JSON: it has no field without a value. */
const wholeValues = (last: LastData, frame: Tele): Values => ({
  data: { ...last.data, ...readingsOf(frame) } as LastValues,
  older: NONE_OLDER,
});

/** Most frames have no planned start. */
function readingsOf({ d }: Tele): Partial<Reading> {
  if (d.next_try === undefined && d.stopped_for === undefined) return d;
  const { next_try: _at, stopped_for: _why, ...readings } = d;
  return readings;
}

const STARTED: readonly string[] = ['running', 'waiting'];

/**
 * R5.11: the start that the board plans. It holds while frames leave it out, and ends when the board says so, when the pump
 * is on, and when the board restarts, which forgets it.
 */
function retryAfter(
  { frame: before, next_try, stopped_for }: LastData,
  frame: Tele,
  data: LastValues,
): Partial<Retry> {
  const { d, na } = frame;
  const isKept = before?.boot === frame.boot && !na?.includes('next_try');
  const at = d.next_try ?? (isKept ? next_try : undefined);
  if (at === undefined || (frame.fc === 1 && STARTED.includes(pumpState(data)))) return {};
  const why = d.stopped_for ?? (isKept && !na?.includes('stopped_for') ? stopped_for : undefined);
  return { next_try: at, ...(why && { stopped_for: why }) };
}

function measuredValues(last: LastData, frame: Tele, at: number): Values {
  const data: LastValues = { ...last.data };
  const older: LastData['older'] = {};
  const d = readingsOf(frame);
  for (const field of new Set([...Object.keys(d), ...Object.keys(last.data)] as ReadingField[])) {
    const isMeasured = (frame.fc === 1 || isBoardField(field)) && !frame.na?.includes(field);
    const reported = isMeasured ? d[field] : undefined;
    const known = fieldTime(last, field);
    if (reported !== undefined) data[field] = reported;
    else if (!isMeasured && known !== null && known < at) older[field] = known;
  }
  return { data, older };
}
