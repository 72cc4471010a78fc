import type { Register } from './register.ts';

export type ExceptionName =
  | 'illegal_function'
  | 'illegal_address'
  | 'illegal_value'
  | 'operation_failed'
  | 'wrong_password'
  | 'frame_error'
  | 'read_only'
  | 'not_while_running'
  | 'password_protected'
  | 'unknown';

/** Registers, codes and limits of one type of frequency converter. */
export interface FcProfile {
  readonly fcType: string;
  /** Values of the identity register; the first is the usual one. */
  readonly identities: readonly number[];
  readonly registers: readonly Register[];
  readonly reserved: readonly number[];
  /** Code to the short name that the keypad shows. */
  readonly faults: Readonly<Record<number, string>>;
  readonly exceptions: Readonly<Record<number, ExceptionName>>;
  /** The allow-list of `reg_write`. */
  readonly writable: Readonly<Record<number, { readonly least: number; readonly most: number }>>;
  readonly requiredPressure: { readonly address: number; readonly isRam: boolean };
}

export const findRegister = (profile: FcProfile, address: number) =>
  profile.registers.find((register) => register.address === address);

export function getRegister(profile: FcProfile, name: string): Register {
  const register = profile.registers.find((row) => row.name === name);
  if (!register) throw new RangeError(`${profile.fcType} has no register ${name}`);
  return register;
}

export const faultName = (profile: FcProfile, code: number) => profile.faults[code];

export const exceptionName = (profile: FcProfile, code: number): ExceptionName =>
  profile.exceptions[code] ?? 'unknown';

export interface RegisterWrite {
  address: number;
  word: number;
  isRam: boolean;
}

/** The ack error of a forbidden register write; `undefined` if it is allowed. */
export function refuseRegisterWrite(
  profile: FcProfile,
  { address, word, isRam }: RegisterWrite,
): 'not_allowed' | 'out_of_range' | undefined {
  const limits = Object.hasOwn(profile.writable, address) ? profile.writable[address] : undefined;
  const register = findRegister(profile, address);
  if (!limits || !register || register.access === 'ro') return 'not_allowed';
  if (isRam && !register.hasRamWrite) return 'not_allowed';
  const isInRange = Number.isInteger(word) && word >= limits.least && word <= limits.most;
  return isInRange ? undefined : 'out_of_range';
}

/** A range may be read only if every address is in the map. */
export function isReadable(profile: FcProfile, address: number, count: number): boolean {
  for (let at = address; at < address + count; at++) {
    const register = findRegister(profile, at);
    if (register ? register.access === 'wo' : !profile.reserved.includes(at)) return false;
  }
  return count > 0;
}
