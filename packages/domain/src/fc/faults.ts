import type { Fault } from './profile.ts';
import { PROFILES, profileOf } from './profiles.ts';

/** Fault codes of every shipped type, with the short name that the keypad shows. */
export const FC_FAULTS: Readonly<Record<string, Readonly<Record<number, string>>>> = Object.fromEntries(
  PROFILES.map(({ fcType, faults }) => [
    fcType,
    Object.fromEntries(Object.entries(faults).map(([code, { name }]) => [code, name])),
  ]),
);

/** The fault of a code for this type of converter; `undefined` for 0 and for an unknown type or code. */
export function faultOf(fcType: string | null, code: number): Fault | undefined {
  const faults = fcType === null ? undefined : profileOf(fcType)?.faults;
  return faults && Object.hasOwn(faults, code) ? faults[code] : undefined;
}
