import type {
  ControlSource,
  ConverterCapabilities,
  ExceptionName,
  FaultKind,
  ProfileFile,
  PumpState,
  SelfStartCause,
} from '@manoboard/contract/converter/profile-file';
import { type AddressLabels, labelOf } from './address-label.ts';
import type { Condition, Rule } from './conditions.ts';
import { type Register, wordsOf } from './register.ts';

export interface Fault {
  /** As the keypad shows it. */
  readonly name: string;
  readonly kind: FaultKind;
}

/** One write of an operation, or a pause. */
export type Step =
  | { readonly register: string; readonly word: number; readonly store: 'ram' | 'eeprom' | undefined }
  | { readonly pauseMs: number };

interface Target {
  readonly register: string;
  readonly store: 'ram' | 'eeprom' | undefined;
}

/** How the board operates the drive; an absent operation is not possible. */
export interface Operations {
  readonly start?: readonly Step[];
  readonly stop?: readonly Step[];
  readonly resetFault?: readonly Step[];
  readonly lock?: readonly Step[];
  readonly unlock?: readonly Step[];
  readonly setPressure?: Target;
  readonly setPressureSource?: Target;
}

/** Names of the registers that hold the values of the drive. */
export interface ProfileValues {
  readonly faultCode?: {
    readonly register: string;
    readonly bits?: Readonly<Record<number, number>> | undefined;
    readonly whileFault?: boolean | undefined;
  };
  readonly frequencyHz?: string;
  readonly highestHz?: readonly string[];
  readonly setPointSource?: string;
  readonly requiredPressure?: readonly { readonly when: Condition; readonly read: string }[];
  readonly pressure?: string;
  readonly motorCurrent?: string;
  readonly motorSpeed?: string;
  readonly motorPower?: string;
  readonly busVoltage?: string;
  readonly temperature?: string;
  readonly energy?: readonly string[];
  readonly operatingTime?: string;
  readonly analogInput2?: string;
}

/** A parameter by which the drive starts without a command. */
export interface SelfStart {
  readonly after: SelfStartCause;
  /** As the keypad shows it. */
  readonly label: string;
  /** Undefined: it cannot be read over the line. */
  readonly register: Register | undefined;
  /** The word with which the drive does not start. */
  readonly wanted: number | undefined;
  readonly delay: Register | undefined;
}

interface LineRules {
  readonly baud: number;
  readonly parity: 'none' | 'even' | 'odd';
  /** Function codes. */
  readonly read: 3 | 4;
  readonly write: 6 | 16;
  /** Most words of one request. */
  readonly readWords: number;
  readonly writeWords: number;
  /** Always readable, 1 to `words` of them. */
  readonly probe: { readonly address: number; readonly words: number };
}

/** Registers, codes, limits and operations of one type of frequency converter (`docs/guide/converters.md`). */
export interface FcProfile {
  readonly fcType: string;
  readonly maker: string;
  readonly line: LineRules;
  /** Undefined: this family does not identify itself. */
  readonly identityRegister: string | undefined;
  /** Values of the identity register; the first is the usual one. */
  readonly identities: readonly number[];
  /** Whether a person may confirm a drive that does not identify itself. */
  readonly canSkipIdentity: boolean;
  readonly labels: AddressLabels;
  /** Address bit of RAM-only writes; undefined if the drive has none. */
  readonly ramBit: number | undefined;
  readonly registers: readonly Register[];
  readonly reserved: readonly number[];
  readonly values: ProfileValues;
  readonly state: readonly Rule<PumpState>[];
  readonly control: readonly Rule<ControlSource>[];
  readonly operations: Operations;
  /** Empty: it is not known whether the drive can start by itself. */
  readonly selfStarts: readonly SelfStart[];
  readonly faults: Readonly<Record<number, Fault>>;
  readonly exceptions: Readonly<Record<number, ExceptionName>>;
  /** The allow-list of `reg_write`, by address. */
  readonly writable: Readonly<Record<number, { readonly least: number; readonly most: number }>>;
  readonly capabilities: ConverterCapabilities;
  /** The checked file, variants completed. */
  readonly file: ProfileFile;
}

/** The text that a board sends, and whose hash it announces. */
export const profileText = ({ file }: FcProfile) => JSON.stringify(file);

export const findRegister = (profile: FcProfile, address: number) =>
  profile.registers.find((register) => register.address === address);

/** The register that this address belongs to: also for the second word of a register of two. */
const registerAt = (profile: FcProfile, address: number) =>
  profile.registers.find((register) => {
    const offset = address - register.address;
    return offset >= 0 && offset < wordsOf(register);
  });

export const findNamed = (profile: FcProfile, name: string) =>
  profile.registers.find((register) => register.name === name);

export function getRegister(profile: FcProfile, name: string): Register {
  const register = findNamed(profile, name);
  if (!register) throw new RangeError(`${profile.fcType} has no register ${name}`);
  return register;
}

/** The address as the maker writes it; the bare address without a profile. */
export const addressLabel = (profile: FcProfile | undefined, address: number) =>
  (profile && findRegister(profile, address)?.label) ?? labelOf(profile?.labels, address);

export const faultName = (profile: FcProfile, code: number) =>
  Object.hasOwn(profile.faults, code) ? profile.faults[code]?.name : undefined;

/** The Modbus standard: a drive that does not list 06 is busy. A family that answers 05 as the standard does lists it. */
const STANDARD: Readonly<Record<number, ExceptionName>> = { 6: 'busy' };

export const exceptionName = (profile: FcProfile, code: number): ExceptionName =>
  profile.exceptions[code] ?? STANDARD[code] ?? 'unknown';

const TEMPORARY: readonly ExceptionName[] = ['frame_error', 'acknowledge', 'busy'];
/** The request has to be sent again: the answer says nothing about the register. */
export const isTemporaryException = (name: ExceptionName) => TEMPORARY.includes(name);

const ABSENT: readonly ExceptionName[] = ['illegal_function', 'illegal_address'];
/** The drive has no such register. */
export const isAbsentRegister = (name: ExceptionName) => ABSENT.includes(name);

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
    const register = registerAt(profile, at);
    if (register ? register.access === 'wo' : !profile.reserved.includes(at)) return false;
  }
  return count > 0;
}
