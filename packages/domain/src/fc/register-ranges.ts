import { type FcProfile, findRegister, isReadable } from './profile.ts';
import { wordsOf } from './register.ts';

/** Consecutive registers that are read in one request. */
export interface RegisterRange {
  address: number;
  count: number;
}

/** A register with a meaning; reserved ones are readable but have none. */
export const canRead = (profile: FcProfile, address: number) =>
  findRegister(profile, address) !== undefined && isReadable(profile, address, 1);

/** Only reserved registers may fill a gap: the exception of any other register would fail the whole request. */
const isBridge = (profile: FcProfile, from: number, to: number) =>
  Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i).every((at) => profile.reserved.includes(at));

const widthOf = (profile: FcProfile, address: number) => {
  const register = findRegister(profile, address);
  return register ? wordsOf(register) : 1;
};

/**
 * Ranges of at most `most` words that cover these registers; every address in them is readable, and no register of two
 * words is cut.
 */
export function toRegisterRanges(
  profile: FcProfile,
  addresses: readonly number[],
  most: number,
  canBridge = isBridge,
): RegisterRange[] {
  const ranges: RegisterRange[] = [];
  for (const address of [...new Set(addresses)].sort((a, b) => a - b)) {
    const current = ranges.at(-1);
    const end = address + widthOf(profile, address);
    const count = current ? end - current.address : 0;
    const isNext =
      current && count <= most && canBridge(profile, current.address + current.count - 1, address);
    if (isNext) current.count = Math.max(current.count, count);
    else ranges.push({ address, count: end - address });
  }
  return ranges;
}

const isMeasured = (profile: FcProfile, address: number) => findRegister(profile, address)?.access === 'ro';

/** Every register between is a measured one, or reserved. */
const isMeasuredBridge = (profile: FcProfile, from: number, to: number) =>
  Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i).every(
    (at) => isReadable(profile, at, 1) && (isMeasured(profile, at) || !findRegister(profile, at)),
  );

/** Few ranges for a poll, since each costs a round trip; measured values come before parameters. */
export function toPollRanges(profile: FcProfile, addresses: readonly number[]): RegisterRange[] {
  const rangesOf = (some: readonly number[]) =>
    toRegisterRanges(profile, some, profile.line.readWords, isMeasuredBridge);
  return [
    ...rangesOf(addresses.filter((address) => isMeasured(profile, address))),
    ...rangesOf(addresses.filter((address) => !isMeasured(profile, address))),
  ];
}

/** Both halves of a refused range, to find the refused register; `undefined` for one word. */
export function splitRange({ address, count }: RegisterRange): [RegisterRange, RegisterRange] | undefined {
  if (count < 2) return undefined;
  const first = Math.ceil(count / 2);
  return [
    { address, count: first },
    { address: address + first, count: count - first },
  ];
}
