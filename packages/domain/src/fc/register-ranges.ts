import { type FcProfile, findRegister, isReadable } from './profile.ts';

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

/** Ranges of at most `most` words that cover these addresses; every address in them is readable. */
export function toRegisterRanges(
  profile: FcProfile,
  addresses: readonly number[],
  most: number,
): RegisterRange[] {
  const ranges: RegisterRange[] = [];
  for (const address of [...new Set(addresses)].sort((a, b) => a - b)) {
    const current = ranges.at(-1);
    const count = current ? address - current.address + 1 : 0;
    const isNext =
      current && count <= most && isBridge(profile, current.address + current.count - 1, address);
    if (isNext) current.count = count;
    else ranges.push({ address, count: 1 });
  }
  return ranges;
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
