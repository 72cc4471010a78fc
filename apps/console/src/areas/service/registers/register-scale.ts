import { findRegister } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { digitsOf, fromWord, type Measure, toWord } from '@manoboard/domain/fc/register';

const WHOLE_WORD = { least: 0, most: 0xffff };
const RAW: Measure = { scale: 1, type: 'u16' };

/** Converts words of one register to values in its unit; knows the writable range. */
export interface RegisterScale {
  digits: number;
  least: number;
  most: number;
  valueOf: (word: number) => number;
  /** `undefined` for text that is not a number, does not fit, or is outside the writable range. */
  wordOf: (typed: string) => number | undefined;
}

/** The scale of a register; raw words for unknown converters. */
export function registerScale(fcType: string | null, address: number): RegisterScale {
  const profile = fcType === null ? undefined : profileOf(fcType);
  const register = (profile && findRegister(profile, address)) ?? RAW;
  const limits = profile?.writable[address] ?? WHOLE_WORD;
  return {
    digits: digitsOf(register),
    least: fromWord(register, limits.least),
    most: fromWord(register, limits.most),
    valueOf: (word) => fromWord(register, word),
    wordOf(typed) {
      const text = typed.trim().replace(',', '.');
      if (!/^-?\d{1,6}(\.\d*)?$/.test(text)) return undefined;
      const word = toWord(register, Number(text));
      return word !== undefined && word >= limits.least && word <= limits.most ? word : undefined;
    },
  };
}
