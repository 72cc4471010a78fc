/**
 * Source of a row (`domain.md`): M this drive's manual, HW seen on a real drive, F a sister drive's manual, I inferred,
 * X common in the family but not documented.
 */
export type Source = 'M' | 'HW' | 'F' | 'I' | 'X';
export type Unit = '' | 'Hz' | 'V' | 'A' | 'rpm' | '%' | '°C' | 'h' | 'kWh' | 's';

export interface Register {
  readonly address: number;
  /** Also the key of its description in the texts. */
  readonly name: string;
  readonly unit: Unit;
  /** The scale: the word divided by 10 to this power is the value. */
  readonly decimals: number;
  readonly isSigned: boolean;
  readonly access: 'ro' | 'rw' | 'wo';
  /** Parameters only: a write with the top bit set spares the EEPROM. */
  readonly hasRamWrite: boolean;
  /** The drive accepts a write only while the motor is stopped. */
  readonly isForStandstill: boolean;
  readonly source: Source;
  /** From this drive's manual or a real drive; all others are shown as unverified. */
  readonly isVerified: boolean;
}

/** Address bit of RAM-only writes; reading such an address is an error. */
export const RAM_BIT = 0x8000;
const LAST_PARAMETER = 0x1fff;

export const isVerifiedBy = (source: Source) => source === 'M' || source === 'HW';

/** P05.05 is 0505H, P10.01 is 0A01H. */
export const parameterAddress = (group: number, index: number) => (group << 8) | index;

export const isParameter = (address: number) => address <= LAST_PARAMETER;

/** The address as the keypad shows it: P09.01 for a parameter, 2100H for others. */
export function addressLabel(address: number): string {
  if (!isParameter(address)) return `${address.toString(16).toUpperCase().padStart(4, '0')}H`;
  const two = (part: number) => String(part).padStart(2, '0');
  return `P${two(address >> 8)}.${two(address & 0xff)}`;
}

type Measure = Pick<Register, 'decimals' | 'isSigned'>;

/** The value of a raw word, in the register's unit. */
export function fromWord({ decimals, isSigned }: Measure, word: number): number {
  const whole = isSigned && word > 0x7fff ? word - 0x1_0000 : word;
  return decimals < 0 ? whole * 10 ** -decimals : whole / 10 ** decimals;
}

/** The raw word of a value; `undefined` if it does not fit. */
export function toWord({ decimals, isSigned }: Measure, value: number): number | undefined {
  const whole = Math.round(decimals < 0 ? value / 10 ** -decimals : value * 10 ** decimals);
  const [least, most] = isSigned ? [-0x8000, 0x7fff] : [0, 0xffff];
  if (!(whole >= least && whole <= most)) return undefined;
  return whole & 0xffff;
}
