import { type FcProfile, findRegister } from './profile.ts';
import { fromWord, isParameter, type Register } from './register.ts';

/** Commands and people at the keypad change these in normal use. */
const IN_USE = ['run_channel', 'pid_reference_source', 'pid_preset'];

const isWatched = ({ address, name, access }: Register) =>
  isParameter(address) && access === 'rw' && !IN_USE.includes(name);

/** Parameters that change only by a register write, or at the keypad. */
export const watchedParameters = (profile: FcProfile): number[] =>
  profile.registers.filter(isWatched).map(({ address }) => address);

/** The values of watched parameters among these words, as the keypad shows them. */
export const watchedValues = (
  profile: FcProfile,
  words: readonly { address: number; word: number }[],
): [register: number, value: number][] =>
  words.flatMap(({ address, word }) => {
    const register = findRegister(profile, address);
    return register && isWatched(register) ? [[address, fromWord(register, word)]] : [];
  });
