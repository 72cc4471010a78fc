import type { ConverterUnit } from '@manoboard/contract/converter/profile-file';

type WordType = 'u16' | 'i16' | 'u32' | 'i32';

export interface Register {
  readonly address: number;
  /** Also the key of its description in the texts. */
  readonly name: string;
  readonly unit: ConverterUnit;
  /** The value is the word times this. */
  readonly scale: number;
  readonly type: WordType;
  /** The low one of two words comes first. */
  readonly isLowFirst: boolean;
  /** Bits of the word that hold the value. */
  readonly mask: number | undefined;
  readonly access: 'ro' | 'rw' | 'wo';
  /** Parameters only: a write to RAM spares the EEPROM. */
  readonly hasRamWrite: boolean;
  /** The drive accepts a write only while the motor is stopped. */
  readonly isForStandstill: boolean;
  /** As the keypad or the manual shows the address. */
  readonly label: string;
  /** Meaning, for names that the console has no text for. */
  readonly text: string | undefined;
  /** Key of the source in the profile. */
  readonly source: string;
  /** From this drive's manual or a real drive; all others are shown as unverified. */
  readonly isVerified: boolean;
  /** Not documented for this drive: polled only when a person asks for it. */
  readonly isOptIn: boolean;
}

/** P05.05 is 0505H, P10.01 is 0A01H. */
export const parameterAddress = (group: number, index: number) => (group << 8) | index;

/** Words that the register occupies. */
export const wordsOf = ({ type }: Pick<Register, 'type'>) => (type === 'u32' || type === 'i32' ? 2 : 1);

/** Decimals of the values of a register. */
export function digitsOf({ scale }: Pick<Register, 'scale'>): number {
  const [, fraction = ''] = String(scale).split('.');
  return Math.min(fraction.length, 4);
}

export type Measure = Pick<Register, 'scale' | 'type'> & Partial<Pick<Register, 'mask'>>;

const RANGES: Readonly<Record<WordType, readonly [least: number, most: number]>> = {
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffff_ffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
};

const modulus = (type: WordType) => (type === 'u32' || type === 'i32' ? 2 ** 32 : 2 ** 16);

/** Bits of a number of up to 32 bits; `&` alone is signed. */
export const masked = (word: number, mask: number) => (word & mask) >>> 0;

/** 4073 / 100 is exact where 4073 * 0.01 is not. */
function divisorOf(scale: number): number | undefined {
  const divisor = Math.round(1 / scale);
  return scale < 1 && Math.abs(divisor * scale - 1) < 1e-9 ? divisor : undefined;
}

/** The value of a raw word (of 32 bits for two words), in the register's unit. */
export function fromWord({ scale, type, mask }: Measure, word: number): number {
  const bits = mask === undefined ? word : masked(word, mask);
  const [, most] = RANGES[type];
  const whole = bits > most ? bits - modulus(type) : bits;
  const divisor = divisorOf(scale);
  return divisor === undefined ? whole * scale : whole / divisor;
}

/** The raw word of a value, of 32 bits for two words; `undefined` if it does not fit. */
export function toWord({ scale, type }: Measure, value: number): number | undefined {
  const [least, most] = RANGES[type];
  const divisor = divisorOf(scale);
  const whole = Math.round(divisor === undefined ? value / scale : value * divisor);
  if (!(whole >= least && whole <= most)) return undefined;
  return whole < 0 ? whole + modulus(type) : whole;
}

/** The words on the wire as one number. */
export function joinWords(
  { isLowFirst }: Pick<Register, 'isLowFirst'>,
  [first = 0, second]: readonly number[],
): number {
  if (second === undefined) return first;
  return isLowFirst ? second * 0x1_0000 + first : first * 0x1_0000 + second;
}

/** One number as the words on the wire. */
export function splitWord(register: Pick<Register, 'type' | 'isLowFirst'>, word: number): number[] {
  if (wordsOf(register) === 1) return [word];
  const halves = [Math.floor(word / 0x1_0000), word % 0x1_0000];
  return register.isLowFirst ? halves.reverse() : halves;
}
