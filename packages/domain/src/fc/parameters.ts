import { isParameterOf } from './address-label.ts';
import { type FcProfile, findRegister, type Step } from './profile.ts';
import { fromWord, type Register, wordsOf } from './register.ts';

const stepRegisters = (steps: readonly Step[] = []) =>
  steps.flatMap((step) => ('register' in step ? [step.register] : []));

/** Registers that commands write in normal use. */
function registersInUse({ operations }: FcProfile): string[] {
  const { start, stop, resetFault, lock, unlock, setPressure, setPressureSource } = operations;
  return [
    ...[start, stop, resetFault, lock, unlock].flatMap(stepRegisters),
    ...[setPressure, setPressureSource].flatMap((target) => (target ? [target.register] : [])),
  ];
}

const isWatched = (profile: FcProfile, register: Register) =>
  isParameterOf(profile.labels, register.address) &&
  register.access === 'rw' &&
  wordsOf(register) === 1 &&
  !registersInUse(profile).includes(register.name);

/** Parameters that change only by a register write, or at the keypad. */
export const watchedParameters = (profile: FcProfile): number[] =>
  profile.registers.filter((register) => isWatched(profile, register)).map(({ address }) => address);

/** The values of watched parameters among these words, as the keypad shows them. */
export const watchedValues = (
  profile: FcProfile,
  words: readonly { address: number; word: number }[],
): [register: number, value: number][] =>
  words.flatMap(({ address, word }) => {
    const register = findRegister(profile, address);
    return register && isWatched(profile, register) ? [[address, fromWord(register, word)]] : [];
  });
