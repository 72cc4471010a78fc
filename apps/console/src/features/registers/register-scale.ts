import { findRegister } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { fromWord, toWord } from '@manoboard/domain/fc/register';

const WHOLE_WORD = { least: 0, most: 0xffff };
const RAW = { decimals: 0, isSigned: false };

/** How words of one register are said in its unit, and which of them may be written. */
export interface RegisterScale {
  digits: number;
  least: number;
  most: number;
  valueOf: (word: number) => number;
  /** Nothing for what is no number, does not fit, or must not be written. */
  wordOf: (typed: string) => number | undefined;
}

/** A converter that this console does not know is spoken of in plain words of the wire. */
export function registerScale(fcType: string | null, address: number): RegisterScale {
  const profile = fcType === null ? undefined : profileOf(fcType);
  const register = (profile && findRegister(profile, address)) ?? RAW;
  const limits = profile?.writable[address] ?? WHOLE_WORD;
  return {
    digits: Math.max(0, register.decimals),
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
