import type { FaultKind } from '@manoboard/contract/converter/profile-file';
import type { ProtectionCode } from '../protection/codes.ts';
import { isOnlyWarning } from '../protection/codes.ts';
import { HOUR_S } from '../time.ts';
import type { Refusal } from './write-value.ts';

/** R5.9: a fault that recurs at once needs a person at the pump, not a fourth reset. */
export const FAULT_RESETS_PER_HOUR = 3;

/** Facts for a fault reset, from the log of commands and events. */
export interface FaultResetFacts {
  /** `null`: the board has not reported its capabilities. */
  isSupported: boolean | null;
  /** Protections that the board has raised. */
  raised: readonly ProtectionCode[];
  /** Resets of the last hour that may have reached the drive, Unix seconds. */
  resetsS: readonly number[];
  perHour: number;
  /** A reset was done after the last frame: the fault in that frame is outdated. */
  isDoneSince: boolean;
}

/** The protection that forbids a reset; a mere warning forbids nothing. */
export const forbiddingProtection = ({ raised }: Pick<FaultResetFacts, 'raised'>) =>
  raised.find((code) => !isOnlyWarning(code));

/** R5.9: resets that are left at this moment, and when the next one is possible if none is. */
export function faultResetQuota(
  { resetsS, perHour }: Pick<FaultResetFacts, 'resetsS' | 'perHour'>,
  nowS: number,
): { left: number; freeAtS: number | null } {
  // A reset in the future was stored before the clock was set back: it does not count.
  const recent = resetsS.filter((at) => at > nowS - HOUR_S && Math.floor(at) <= nowS).sort((a, b) => a - b);
  const left = Math.max(0, perHour - recent.length);
  const blocking = recent.at(-perHour);
  return { left, freeAtS: left > 0 || blocking === undefined ? null : Math.ceil(blocking + HOUR_S) };
}

/** What is measured beside a fault; `undefined` and `null` are unknown. */
export interface FaultCircumstances {
  busVoltageV?: number | null | undefined;
  temperatureC?: number | null | undefined;
  /** Voltage of the pressure sensor, if its input is known. */
  sensorV?: number | null | undefined;
}

/** `domain.md` 2.4, the levels of other drives: GD10's own are not published. */
export const LOWEST_BUS_V = 202;
export const COOL_AGAIN_C = 90;
const LOWEST_SENSOR_V = 0.05;

const isBelow = (value: number | null | undefined, limit: number) =>
  typeof value === 'number' && value < limit;

/**
 * R5.9: whether measured values show that the cause of a fault persists. Only certain cases count: for
 * every other fault the drive itself decides.
 */
export function doesCausePersist(
  fault: FaultKind | undefined,
  { busVoltageV, temperatureC, sensorV }: FaultCircumstances,
): boolean {
  switch (fault) {
    case 'undervoltage':
      return isBelow(busVoltageV, LOWEST_BUS_V);
    case 'overheat':
      return typeof temperatureC === 'number' && temperatureC >= COOL_AGAIN_C;
    case 'feedback':
      return isBelow(sensorV, LOWEST_SENSOR_V);
    default:
      return false;
  }
}

/** R5.9: checks capabilities, protections and the rate; returns the first refusal. */
export function refuseFaultReset(facts: FaultResetFacts, nowS: number): Refusal | undefined {
  const protection = forbiddingProtection(facts);
  if (protection) return { code: 'PROTECTION_ACTIVE', protection };
  const { freeAtS } = faultResetQuota(facts, nowS);
  return freeAtS === null ? undefined : { code: 'TOO_MANY_RESETS', free_at: freeAtS };
}
