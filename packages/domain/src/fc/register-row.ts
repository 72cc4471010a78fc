import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { faultLogOf, isMainOfFaultLog } from './fault-log.ts';
import type { FcProfile } from './profile.ts';
import type { Register } from './register.ts';

type ReadPart = 'word' | 'value' | 'ts' | 'previous_word';

/** R5.9: where the fault dialog shows it. */
function faultLogPart(profile: FcProfile, register: Register): RegisterRow['fault_log'] {
  if (!profile.capabilities.hasFaultLog || !faultLogOf(profile).includes(register)) return null;
  return isMainOfFaultLog(profile, register) ? 'main' : 'more';
}

/** R4.12: a register as its profile describes it, without what was read. */
export const describeRegister = (profile: FcProfile, register: Register): Omit<RegisterRow, ReadPart> => ({
  address: register.address,
  label: register.label,
  name: register.name,
  text: register.text ?? null,
  unit: register.unit,
  scale: register.scale,
  type: register.type,
  mask: register.mask ?? null,
  access: register.access,
  is_verified: register.isVerified,
  is_writable: Object.hasOwn(profile.writable, register.address),
  limits: profile.writable[register.address] ?? null,
  fault_log: faultLogPart(profile, register),
});
