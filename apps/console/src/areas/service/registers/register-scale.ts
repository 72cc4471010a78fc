import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { digitsOf, fromWord, toWord } from '@manoboard/domain/fc/register';

const WHOLE_WORD = { least: 0, most: 0xffff };

/** Converts words of one register to values in its unit; knows the writable range. */
export interface RegisterScale {
  digits: number;
  least: number;
  most: number;
  valueOf: (word: number) => number;
  /** `undefined` for text that is not a number, does not fit, or is outside the writable range. */
  wordOf: (typed: string) => number | undefined;
}

export function registerScale(row: RegisterRow): RegisterScale {
  const { scale, type, mask } = row;
  const register = { scale, type, ...(mask !== null && { mask }) };
  const limits = row.limits ?? WHOLE_WORD;
  return {
    digits: digitsOf(register),
    least: fromWord(register, limits.least),
    most: fromWord(register, limits.most),
    valueOf: (word) => fromWord(register, word),
    wordOf(typed) {
      const text = typed.trim().replace(',', '.');
      if (!/^-?\d{1,10}(\.\d*)?$/.test(text)) return undefined;
      const word = toWord(register, Number(text));
      return word !== undefined && word >= limits.least && word <= limits.most ? word : undefined;
    },
  };
}
