import type { LockOut } from '@manoboard/contract/command/lock-out';
import { type PressureConfig, sensorMaxBar } from '@manoboard/contract/device/device-config';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import { type FcProfile, findRegister, refuseRegisterWrite } from '../fc/profile.ts';
import type { Register } from '../fc/register.ts';
import {
  type PressureBounds,
  type PressureMode,
  pressureBounds,
  settableBounds,
} from '../pump/pressure-bounds.ts';
import { pressureFromWire } from '../pump/pressure-codec.ts';
import { isWholeStep, isWithin } from '../pump/pressure-step.ts';

/** The reason of a refused write, with its details. */
export interface Refusal {
  code: ProblemCode;
  bounds?: PressureBounds;
  current?: number | null;
  lock_out?: LockOut;
  protection?: EventCode;
  free_at?: number;
}

export const pressureMode = ({ normalizer = 1 }: PressureConfig): PressureMode => normalizer;

/** R5.5: in bar, within the bounds of the applied configuration, in whole steps. Refused while that is unknown. */
export function refusePressureValue(wire: number, pressure: PressureConfig | undefined): Refusal | undefined {
  if (!pressure) return { code: 'CONFIG_UNKNOWN' };
  const mode = pressureMode(pressure);
  const bar = pressureFromWire(wire, mode);
  const bounds = settableBounds(mode, pressure);
  if (!isWithin(bar, bounds)) return { code: 'OUT_OF_BOUNDS', bounds };
  return isWholeStep(bar) ? undefined : { code: 'STEP_TOO_FINE' };
}

/** Registers of the required pressure, beside the one that the board writes. */
const SET_POINTS: readonly string[] = ['pid_preset', 'pid_reference'];
const ROUNDING = 1e-6;

/** R7.5: a register of the allow-list, within its limits. The pressure bounds apply to pressure registers too. */
export function refuseRegisterValue(
  address: number,
  word: number,
  profile: FcProfile | undefined,
  pressure: PressureConfig | undefined,
): Refusal | undefined {
  if (!profile) return { code: 'FC_TYPE_UNKNOWN' };
  const refusal = refuseRegisterWrite(profile, { address, word, isRam: false });
  if (refusal === 'not_allowed') return { code: 'REGISTER_NOT_WRITABLE' };
  const { least = 0, most = 0 } = profile.writable[address] ?? {};
  const register = findRegister(profile, address);
  const isSetPoint =
    register && [...SET_POINTS, profile.operations.setPressure?.register].includes(register.name);
  if (isSetPoint && !pressure) return { code: 'CONFIG_UNKNOWN' };
  const bounds = isSetPoint && pressure ? setPointBounds(register, pressure) : { min: least, max: most };
  return refusal || word < bounds.min || word > bounds.max ? { code: 'OUT_OF_BOUNDS', bounds } : undefined;
}

/** A set point is in bar, or in % of the sensor's span. */
function setPointBounds({ unit, scale }: Register, pressure: PressureConfig): PressureBounds {
  const { min, max } = pressureBounds(pressureMode(pressure), pressure);
  const wordsABar = (unit === '%' ? 100 / sensorMaxBar(pressure) : 1) / scale;
  return { min: Math.ceil(min * wordsABar - ROUNDING), max: Math.floor(max * wordsABar + ROUNDING) };
}
