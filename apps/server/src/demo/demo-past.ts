import type { Event } from '@manoboard/contract/mqtt/event';
import type { Info, Tele } from '@manoboard/contract/mqtt/topics';
import { eventKind } from '@manoboard/domain/alerts/rules/kinds';
import { faultOf } from '@manoboard/domain/fc/faults';
import { dayOf } from '@manoboard/domain/telemetry/frame-days';
import { applyFrame, emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS } from '@manoboard/domain/time';
import { appendAudit } from '../audit-log/audit-log.ts';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { upsertLastData } from '../state/last-data.repo.ts';
import { upsertEvent } from '../wings/activity/board-events/board-events.repo.ts';
import { attachEvent } from '../wings/alerts/life/alert-events.repo.ts';
import { insertAlert } from '../wings/alerts/life/alert-life.repo.ts';
import { markResolved, updateNotes } from '../wings/alerts/life/alerts.repo.ts';
import { newCommandId } from '../wings/commands/command-row.ts';
import { insertCommand, toCommand } from '../wings/commands/commands.repo.ts';
import { updateInfo } from '../wings/devices/devices.repo.ts';
import { insertFrames } from '../wings/history/store/append.repo.ts';
import { ensurePartitions } from '../wings/history/store/partition.repo.ts';
import { getPersonId } from './demo.repo.ts';
import { CLOSED_VALVE, type PastAlert } from './demo-data.ts';

interface Known {
  id: DeviceKey;
  deviceId: string;
  fcId: string;
}

export async function insertPastAlert(
  db: Db,
  { id: deviceKey, deviceId }: Known,
  past: PastAlert,
  nowMs: number,
): Promise<void> {
  const { code, severity, resolved } = past;
  const raisedMs = Math.floor((nowMs - past.daysAgo * DAY_MS) / 1000) * 1000;
  const clearedAt = new Date(raisedMs + past.clearedAfterMin * MINUTE_MS);
  const raised: Event = {
    v: 1,
    id: `DEMO${deviceId.replace('-', '')}`,
    ts: raisedMs / 1000,
    code,
    st: 'raised',
    sev: severity,
    d: past.reading,
  };
  const raisedAt = new Date(raisedMs);
  await upsertEvent(db, { deviceKey, event: raised, at: raisedAt, receivedAt: raisedAt });
  const cleared: Event = { ...raised, st: 'cleared' };
  await upsertEvent(db, { deviceKey, event: cleared, at: clearedAt, receivedAt: clearedAt });
  const kind = eventKind(code, faultOf({ fcType: 'GD10' }, past.reading.fault ?? 0)?.kind);
  const alert = await insertAlert(db, deviceKey, {
    kind,
    code,
    severity,
    eventId: raised.id,
    atMs: raisedMs,
    clearedAt,
    numbers: {},
    thresholds: {},
  });
  if (!alert) return;
  await attachEvent(db, deviceKey, raised.id, alert.id);
  if (!resolved) return;
  const by = await getPersonId(db, resolved.by);
  await markResolved(db, alert.id, by, new Date(raisedMs + resolved.afterMin * MINUTE_MS));
  await updateNotes(db, alert.id, { notes: resolved.notes });
}

/** Inserts a stop command of the owner that the board executed, so that the timeline has the person and the time. */
export async function insertSwitchOff(
  db: Db,
  { id: deviceKey, deviceId }: Known,
  userId: number,
  at: Date,
): Promise<void> {
  const row = {
    id: newCommandId(at.getTime()),
    device_id: deviceKey,
    user_id: userId,
    role: 'owner' as const,
    via: null,
    op: 'start_stop' as const,
    what: 'start',
    target: 'start_stop',
    register: null,
    normalizer: null,
    value: false,
    old_value: true,
    reported_value: false,
    status: 'done' as const,
    error: null,
    problem: null,
    problem_more: null,
    idempotency_key: null,
    request_hash: null,
    created_at: at,
    expires_at: at,
    published_at: at,
    accepted_at: at,
    finished_at: at,
    late_answer_at: null,
  };
  const name = await insertCommand(db, {
    ...row,
    value: 'false',
    old_value: 'true',
    reported_value: 'false',
  });
  const command = toCommand({ ...row, id_dev: deviceId, ...name });
  await appendAudit(
    db,
    at,
    { kind: 'command', event: 'asked', command },
    { kind: 'command', event: 'ended', command },
  );
}

/** `domain.md` 2.2: the published pump at 4 bar, as the steps of a test run. */
const STEPS = [
  { frequency_fc: 35.9, pressure: 4, motor_power: 0.36, motor_current: 3.9, temperature_fc: 42.2 },
  { frequency_fc: 37.3, pressure: 4, motor_power: 0.47, motor_current: 4.2, temperature_fc: 44.2 },
  { frequency_fc: 40.7, pressure: 4, motor_power: 0.68, motor_current: 4.9, temperature_fc: 48 },
  { frequency_fc: 45.7, pressure: 4, motor_power: 1.02, motor_current: 5.9, temperature_fc: 53.8 },
] as const;
type Step = (typeof STEPS)[number] | typeof CLOSED_VALVE;
const FRAME_S = 30;
const STEP_FRAMES = 60;
const BOOT = 3;
/** How long ago the board was switched off. */
const AWAY_MS = 5 * HOUR_MS;

const frameOf = (step: Step, seq: number, ts: number, kwh: number): Tele => ({
  v: 1,
  boot: BOOT,
  seq,
  ts,
  fc: 1,
  d: {
    ...step,
    on_off_state_r: 1,
    modbus: 2,
    pressure_control: 0,
    required_pressure: 4,
    motor_rpm: Math.round(60 * 0.97 * step.frequency_fc),
    bus_voltage: Number((325.3 - 8 * step.motor_power).toFixed(1)),
    temperature_mnb: 36,
    analog_input_2: step.pressure,
    analog_input_3: 2,
    electro_meter: Number(kwh.toFixed(1)),
    motor_operating_hours: 212 + Math.floor((seq * FRAME_S) / HOUR_S),
    fault: 0,
    rssi: -78,
  },
});

/** How long the board sees no flow before it raises NO_FLOW. */
const NO_FLOW_S = 60;

/** Frames of two hours on the test bench, until the board was switched off; with a closed valve at the past alert. */
function testRun(endsAtMs: number, alerts: readonly PastAlert[], nowMs: number): Tele[] {
  const count = STEPS.length * STEP_FRAMES;
  const endsAtS = Math.floor(endsAtMs / 1000);
  const isClosed = (ts: number) =>
    alerts.some(({ daysAgo, clearedAfterMin }) => {
      const raisedS = (nowMs - daysAgo * DAY_MS) / 1000;
      return ts >= raisedS - NO_FLOW_S && ts < raisedS + 60 * clearedAfterMin;
    });
  let kwh = 96.4;
  return STEPS.flatMap((stair, at) =>
    Array.from({ length: STEP_FRAMES }, (_, i) => {
      const seq = at * STEP_FRAMES + i + 1;
      const ts = endsAtS - (count - seq) * FRAME_S;
      const step = isClosed(ts) ? CLOSED_VALVE : stair;
      kwh += (step.motor_power * FRAME_S) / HOUR_S;
      return frameOf(step, seq, ts, kwh);
    }),
  );
}

const infoOf = ({ deviceId, fcId }: Known): Info => ({
  v: 1,
  id_dev: deviceId,
  version: '1.4.2',
  hw: 'MNB-2',
  boot: BOOT,
  fc: { id: fcId, fc_type: 'GD10', ident: 0x010d, unit: 1 },
  wifi: { rssi: -78, secured: 1 },
  cap: ['start_stop', 'set_lock', 'write', 'pressure_control', 'reset', 'reg', 'restart'],
});

/** Inserts the info, the last frames and the last values of a board that is offline. */
export async function insertAway(
  db: Db,
  board: Known & { past?: readonly PastAlert[] },
  nowMs: number,
): Promise<void> {
  const { id: deviceKey, deviceId } = board;
  const frames = testRun(nowMs - AWAY_MS, board.past ?? [], nowMs);
  const placed = frames.map((frame) => {
    const tsMs = frame.ts * 1000;
    return { deviceKey, tsMs, receivedAtMs: tsMs, isPlacedByArrival: false, frame };
  });
  await updateInfo(db, { deviceKey, info: infoOf(board) }, new Date(nowMs - AWAY_MS));
  await ensurePartitions(
    db,
    placed.map(({ tsMs }) => dayOf(tsMs)),
  );
  await insertFrames(db, placed);
  const last = frames.reduce((known, frame) => applyFrame(known, frame, frame.ts), emptyLastData(deviceId));
  const row = { deviceKey, boot: BOOT, seq: frames.length, json: JSON.stringify(last) };
  await upsertLastData(db, [row], new Date(nowMs - AWAY_MS));
}
