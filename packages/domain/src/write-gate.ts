import type { CommandOp, CommandValue } from '@manoboard/contract/command';
import type { LastData, LastValues } from '@manoboard/contract/device';
import type { DeviceAction } from '@manoboard/contract/device-access';
import type { PressureConfig } from '@manoboard/contract/device-config';
import type { LockOut } from '@manoboard/contract/lock-out';
import type { Wish } from './command-values.ts';
import { lockOf } from './control-mode.ts';
import { type FaultResetFacts, faultResetRefusal } from './fault-reset.ts';
import { freshness } from './freshness.ts';
import { noData } from './last-data.ts';
import { activeLockOut } from './lock-out.ts';
import { type Relation, refusal } from './policy.ts';
import { PRESSURE_STEP_BAR } from './pressure-step.ts';
import { pumpState } from './pump.ts';
import { mayStart, type StartLimits } from './start-rate.ts';
import { pressureMode, pressureValueRefusal, type Refusal, registerValueRefusal } from './write-value.ts';

/** Everything that decides whether a wish may go to the board. */
export interface Situation {
  roles: readonly string[];
  relation: Relation;
  isOnline: boolean;
  isUpdating: boolean;
  lockOut: LockOut | null;
  last: LastData;
  /** As the board has applied it; nothing when it has one that nobody here knows. */
  pressure: PressureConfig | undefined;
  fcType: string | null;
  nowS: number;
  /** Starts that were sent lately. */
  startsS: readonly number[];
  limits: StartLimits;
  /** The value that who asks has seen, what stands there, and whether somebody is just changing it. */
  expect?: number | undefined;
  current: number | null;
  isChanging: boolean;
  /** What a command has made of the guard (`guardOf`) since the last frame; `undefined`: none has. */
  guard?: CommandValue | undefined;
  faultReset: FaultResetFacts;
}

type Check = (wish: Wish, situation: Situation) => Refusal | undefined;

export const actionOf = (op: CommandOp): DeviceAction => {
  if (op === 'reg_read') return 'see';
  return op === 'reg_write' ? 'write_register' : 'operate';
};

const isStop = (wish: Wish) => wish.op === 'start_stop' && !wish.val;
const isStart = (wish: Wish) => wish.op === 'start_stop' && wish.val;

const mayHe: Check = ({ op }, { roles, relation }) => {
  const code = refusal(actionOf(op), roles, relation);
  return code && { code };
};

/** R5.10: a tag lets nothing through but stop and reads, whoever asks: a person may be at the pump. */
const isNotLockedOut: Check = (wish, { lockOut, nowS }) => {
  const tag = activeLockOut(lockOut, nowS);
  return tag && !isStop(wish) && wish.op !== 'reg_read' ? { code: 'LOCKED_OUT', lock_out: tag } : undefined;
};

const isSane: Check = (wish, { pressure, fcType, faultReset }) => {
  if (wish.op === 'fault_reset' && faultReset.isSupported === false) return { code: 'NOT_SUPPORTED' };
  if (wish.op === 'write') return pressureValueRefusal(wish.val, pressure);
  if (wish.op === 'reg_write') return registerValueRefusal(wish.reg, wish.val, fcType, pressure);
  return undefined;
};

/** Nothing waits for a board that is away. An update lets nothing through but stop. */
const isThere: Check = (wish, { isOnline, isUpdating }) => {
  if (!isOnline) return { code: 'DEVICE_OFFLINE' };
  return isUpdating && !isStop(wish) ? { code: 'UPDATE_RUNNING' } : undefined;
};

/** What a converter that does not answer showed last is no reason for anything. */
const heard = ({ fc, device_id, data }: LastData): LastValues => (fc === 0 ? noData(device_id).data : data);

/** Somebody may have locked it since an old frame, or by a command: a stop is refused for what is seen now only. */
function isKeypadInCharge(wish: Wish, { last, guard, isOnline, nowS }: Situation): boolean {
  if (guard !== undefined) return !isStop(wish) && guard === false;
  return lockOf(last.data) === 'unlocked' && freshness(last, 'modbus', isOnline, nowS) === 'live';
}

function isSetPointLocal({ last, guard }: Situation): boolean {
  const control = guard === undefined ? heard(last).pressure_control : guard;
  return control !== null && control !== 0;
}

const isInFault = ({ last, faultReset }: Situation) =>
  pumpState(heard(last)) === 'fault' && !faultReset.isDoneSince;

/**
 * R5.9: only a live state speaks against a reset. Whether the cause persists is left to the board: a voltage or a
 * temperature of the last frame may be half a minute old.
 */
function canBeReset({ last, isOnline, nowS, faultReset }: Situation): Refusal | undefined {
  const isLive = freshness(last, 'on_off_state_r', isOnline, nowS) === 'live';
  // The frequency tells running from waiting, which does not matter here.
  const state = isLive ? pumpState({ ...last.data, frequency_fc: 0 }) : 'unknown';
  if (state !== 'fault' && state !== 'unknown') return { code: 'NOT_IN_FAULT' };
  return faultResetRefusal(faultReset, nowS);
}

/**
 * R5.2: an unlocked converter obeys its keypad and no remote start or stop. R5.4: with a local set point none is
 * taken from afar. A drive in fault cannot be started, but stop is never refused for a fault. What is unknown is left
 * to the board, which looks at the drive before it does anything.
 */
const doesItObey: Check = (wish, situation) => {
  const isForDrive = wish.op === 'start_stop' || wish.op === 'fault_reset';
  if (isForDrive && isKeypadInCharge(wish, situation)) return { code: 'LOCAL_CONTROL' };
  if (isStart(wish) && isInFault(situation)) return { code: 'FC_FAULT' };
  if (wish.op === 'fault_reset') return canBeReset(situation);
  return wish.op === 'write' && isSetPointLocal(situation) ? { code: 'LOCAL_CONTROL' } : undefined;
};

/** Two people at once: who has seen another value than the one that stands there writes nothing. */
const isItStillSo: Check = (wish, { expect, current, isChanging, pressure }) => {
  if (wish.op !== 'write' || expect === undefined) return undefined;
  if (isChanging) return { code: 'VALUE_CHANGED', current: null };
  if (current === null) return undefined;
  const offBar = Math.abs(expect - current) * pressureMode(pressure ?? {});
  return offBar < PRESSURE_STEP_BAR / 2 ? undefined : { code: 'VALUE_CHANGED', current };
};

const isItTooSoon: Check = (wish, { startsS, nowS, limits }) =>
  isStart(wish) && !mayStart(startsS, nowS, limits) ? { code: 'TOO_MANY_STARTS' } : undefined;

const CHECKS: readonly Check[] = [
  mayHe,
  isNotLockedOut,
  isSane,
  isThere,
  doesItObey,
  isItStillSo,
  isItTooSoon,
];

/**
 * The one gate before every write: may they, is no tag set, is it sane, is the board there, does the drive obey, has nobody been
 * quicker, is it too soon? The first no counts.
 */
export function writeGate(wish: Wish, situation: Situation): Refusal | undefined {
  for (const check of CHECKS) {
    const no = check(wish, situation);
    if (no) return no;
  }
  return undefined;
}
