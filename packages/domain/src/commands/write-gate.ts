import type { CommandOp, CommandValue } from '@manoboard/contract/command/command';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { FcRefusal, LastData, LastValues } from '@manoboard/contract/device/device';
import type { DeviceAction } from '@manoboard/contract/device/device-access';
import type { PressureConfig } from '@manoboard/contract/device/device-config';
import { type Relation, refuseAccess } from '../access/policy.ts';
import type { FcProfile } from '../fc/profile.ts';
import { lockOf } from '../pump/control-mode.ts';
import { PRESSURE_STEP_BAR } from '../pump/pressure-step.ts';
import { pumpState } from '../pump/pump.ts';
import { freshness } from '../telemetry/freshness.ts';
import { emptyLastData } from '../telemetry/last-data.ts';
import type { CommandPayload } from './command-values.ts';
import { type FaultResetFacts, refuseFaultReset } from './fault-reset.ts';
import { activeLockOut } from './lock-out.ts';
import { mayStart, type StartLimits } from './start-rate.ts';
import { pressureMode, type Refusal, refusePressureValue, refuseRegisterValue } from './write-value.ts';

/** Everything that decides whether a command may be sent to the board. */
export interface WriteContext {
  roles: readonly string[];
  relation: Relation;
  isOnline: boolean;
  isUpdating: boolean;
  lockOut: LockOut | null;
  last: LastData;
  /** As applied by the board; `undefined` if this server does not know the applied configuration. */
  pressure: PressureConfig | undefined;
  /** The profile of its converter; undefined if it is unknown. */
  profile: FcProfile | undefined;
  /** R4.16: why the board does not control its converter; null if it does. */
  fcRefusal: FcRefusal | null;
  nowS: number;
  /** Recent starts. */
  startsS: readonly number[];
  limits: StartLimits;
  /** The value that the user saw, the current one, and whether another command is changing it. */
  expect?: number | undefined;
  current: number | null;
  isChanging: boolean;
  /** The value that a command gave to the guard field (`guardFieldOf`) since the last frame; `undefined` if none did. */
  guard?: CommandValue | undefined;
  faultReset: FaultResetFacts;
}

type Check = (payload: CommandPayload, context: WriteContext) => Refusal | undefined;

export const actionOf = (op: CommandOp): DeviceAction => {
  if (op === 'reg_read') return 'see';
  if (op === 'start_stop' || op === 'end_retries') return 'switch';
  return op === 'reg_write' ? 'write_register' : 'operate';
};

/** R5.11: to end planned starts is a stop: nothing refuses it that does not refuse a stop. */
export const isStop = (payload: CommandPayload) =>
  payload.op === 'end_retries' || (payload.op === 'start_stop' && !payload.val);
const isStart = (payload: CommandPayload) => payload.op === 'start_stop' && payload.val;

const refuseUnpermitted: Check = ({ op }, { roles, relation }) => {
  const code = refuseAccess(actionOf(op), roles, relation);
  return code && { code };
};

/** R5.10: a lock-out tag permits only stop and reads, for every user: a person may be at the pump. */
const refuseLockedOut: Check = (payload, { lockOut, nowS }) => {
  const tag = activeLockOut(lockOut, nowS);
  return tag && !isStop(payload) && payload.op !== 'reg_read'
    ? { code: 'LOCKED_OUT', lock_out: tag }
    : undefined;
};

const refuseValue: Check = (payload, { pressure, profile, faultReset }) => {
  if (payload.op === 'fault_reset' && faultReset.isSupported === false) return { code: 'NOT_SUPPORTED' };
  if (payload.op === 'write') return refusePressureValue(payload.val, pressure);
  if (payload.op === 'reg_write') return refuseRegisterValue(payload.reg, payload.val, profile, pressure);
  return undefined;
};

/** Commands to offline boards are refused, not queued. A running update permits only stop. */
const refuseUnreachable: Check = (payload, { isOnline, isUpdating }) => {
  if (!isOnline) return { code: 'DEVICE_OFFLINE' };
  return isUpdating && !isStop(payload) ? { code: 'UPDATE_RUNNING' } : undefined;
};

/**
 * R4.16: nothing is written to a converter that is not the configured one. A stop is left to the board: this server may
 * not know yet that the converter was replaced.
 */
const refuseUnknownConverter: Check = (payload, { fcRefusal }) => {
  const isForBoard = payload.op === 'restart' || payload.op === 'reg_read';
  return fcRefusal !== null && !isStop(payload) && !isForBoard ? { code: 'FC_UNKNOWN' } : undefined;
};

/** The values of the drive; all unknown while the converter does not answer. */
const valuesOf = ({ fc, device_id, data }: LastData): LastValues =>
  fc === 0 ? emptyLastData(device_id).data : data;

/** The lock may have changed since an old frame: a stop is refused only for a live unlocked state. */
function isKeypadInControl(payload: CommandPayload, { last, guard, isOnline, nowS }: WriteContext): boolean {
  if (guard !== undefined) return !isStop(payload) && guard === false;
  return lockOf(last.data) === 'unlocked' && freshness(last, 'modbus', isOnline, nowS) === 'live';
}

function isSetPointLocal({ last, guard }: WriteContext): boolean {
  const control = guard === undefined ? valuesOf(last).pressure_control : guard;
  return control !== null && control !== 0;
}

const isInFault = ({ last, faultReset }: WriteContext) =>
  pumpState(valuesOf(last)) === 'fault' && !faultReset.isDoneSince;

/**
 * R5.9: only a live state refuses a reset. The board checks whether the cause persists: a voltage or a temperature of
 * the last frame may be half a minute old.
 */
function refuseReset({ last, isOnline, nowS, faultReset }: WriteContext): Refusal | undefined {
  const isLive = freshness(last, 'on_off_state_r', isOnline, nowS) === 'live';
  // The frequency only distinguishes running from waiting, which is irrelevant here.
  const state = isLive ? pumpState({ ...last.data, frequency_fc: 0 }) : 'unknown';
  if (state !== 'fault' && state !== 'unknown') return { code: 'NOT_IN_FAULT' };
  return refuseFaultReset(faultReset, nowS);
}

/**
 * R5.2: an unlocked converter accepts starts and stops only from its keypad. R5.4: with a local set point a remote one is
 * refused. A drive in fault cannot be started, but a fault never refuses a stop. Unknown states are left to the board,
 * which reads the drive before it writes.
 */
const refuseInDriveState: Check = (payload, context) => {
  const isForDrive = payload.op === 'start_stop' || payload.op === 'fault_reset';
  if (isForDrive && isKeypadInControl(payload, context)) return { code: 'LOCAL_CONTROL' };
  if (isStart(payload) && isInFault(context)) return { code: 'FC_FAULT' };
  if (payload.op === 'fault_reset') return refuseReset(context);
  return payload.op === 'write' && isSetPointLocal(context) ? { code: 'LOCAL_CONTROL' } : undefined;
};

/** Concurrent edits: a write is refused if the user saw a value other than the current one. */
const refuseStaleEdit: Check = (payload, { expect, current, isChanging, pressure }) => {
  if (payload.op !== 'write' || expect === undefined) return undefined;
  if (isChanging) return { code: 'VALUE_CHANGED', current: null };
  if (current === null) return undefined;
  const offBar = Math.abs(expect - current) * pressureMode(pressure ?? {});
  return offBar < PRESSURE_STEP_BAR / 2 ? undefined : { code: 'VALUE_CHANGED', current };
};

const refuseFrequentStart: Check = (payload, { startsS, nowS, limits }) =>
  isStart(payload) && !mayStart(startsS, nowS, limits) ? { code: 'TOO_MANY_STARTS' } : undefined;

const CHECKS: readonly Check[] = [
  refuseUnpermitted,
  refuseLockedOut,
  refuseValue,
  refuseUnreachable,
  refuseUnknownConverter,
  refuseInDriveState,
  refuseStaleEdit,
  refuseFrequentStart,
];

/**
 * The one gate before every write: permission, lock-out tag, value bounds, reachable board, known converter, state of the drive,
 * concurrent change, start rate. The first refusal is returned.
 */
export function refuseWrite(payload: CommandPayload, context: WriteContext): Refusal | undefined {
  for (const check of CHECKS) {
    const refused = check(payload, context);
    if (refused) return refused;
  }
  return undefined;
}
