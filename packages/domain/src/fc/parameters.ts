import { isParameterOf } from './address-label.ts';
import { type FcProfile, findRegister, type Step } from './profile.ts';
import { fromWord, type Register, wordsOf } from './register.ts';
import { selfStartsAt } from './self-start.ts';

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

const isSelfStart = ({ selfStarts }: FcProfile, register: Register) =>
  selfStarts.some((row) => row.register === register || row.delay === register);

/** Parameters that change only by a register write, or at the keypad, and those that start the drive. */
export const watchedParameters = (profile: FcProfile): number[] =>
  profile.registers
    .filter((register) => isWatched(profile, register) || isSelfStart(profile, register))
    .map(({ address }) => address);

/**
 * The values of watched parameters among these words, as the keypad shows them. The first one is the norm, so parameters
 * that start the drive are not among them (`selfStartsAt`); their delays are, while they have a meaning.
 */
export function watchedValues(
  profile: FcProfile,
  words: readonly { address: number; word: number }[],
): [register: number, value: number][] {
  const delays = selfStartsAt(profile, words).flatMap(({ isOn, delay }) => (isOn && delay ? [delay] : []));
  return words.flatMap(({ address, word }) => {
    const register = findRegister(profile, address);
    const isNorm =
      register && (isSelfStart(profile, register) ? delays.includes(register) : isWatched(profile, register));
    return isNorm ? [[address, fromWord(register, word)]] : [];
  });
}
