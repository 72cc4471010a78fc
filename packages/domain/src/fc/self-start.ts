import type { FcProfile, SelfStart } from './profile.ts';
import { fromWord } from './register.ts';

interface ReadSelfStart extends SelfStart {
  /** As the keypad shows it; undefined if it was not read. */
  value: number | undefined;
  /** The drive starts by itself; undefined if it is not known. */
  isOn: boolean | undefined;
  delayS: number | undefined;
}

/** Each parameter by which the drive starts by itself, with what these words say about it. */
export function selfStartsAt(
  profile: FcProfile,
  words: readonly { address: number; word: number }[],
): ReadSelfStart[] {
  const wordOf = (address: number | undefined) => words.find((each) => each.address === address)?.word;
  return profile.selfStarts.map((row) => {
    const { register, wanted, delay } = row;
    const word = wordOf(register?.address);
    const delayWord = wordOf(delay?.address);
    return {
      ...row,
      value: register && word !== undefined ? fromWord(register, word) : undefined,
      isOn: word === undefined ? undefined : word !== wanted,
      delayS: delay && delayWord !== undefined ? fromWord(delay, delayWord) : undefined,
    };
  });
}
