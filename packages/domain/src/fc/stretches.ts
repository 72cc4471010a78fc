import { type FcProfile, findRegister, isReadable } from './profile.ts';

/** Words that stand one after the other and are read at once. */
export interface Stretch {
  address: number;
  count: number;
}

/** A register of the map that tells something; reserved words answer and mean nothing. */
export const canRead = (profile: FcProfile, address: number) =>
  findRegister(profile, address) !== undefined && isReadable(profile, address, 1);

/** Only reserved words may be read along: a register that nobody asked for could spoil the others with its exception. */
const isBridge = (profile: FcProfile, from: number, to: number) =>
  Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i).every((at) => profile.reserved.includes(at));

/** Stretches of at most `most` words that hold these addresses, each of them readable. */
export function toStretches(profile: FcProfile, addresses: readonly number[], most: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const address of [...new Set(addresses)].sort((a, b) => a - b)) {
    const current = stretches.at(-1);
    const count = current ? address - current.address + 1 : 0;
    const isNext =
      current && count <= most && isBridge(profile, current.address + current.count - 1, address);
    if (isNext) current.count = count;
    else stretches.push({ address, count: 1 });
  }
  return stretches;
}

/** Two halves of a stretch that was refused, to find out which of its words it was; nothing if it was one word. */
export function halves({ address, count }: Stretch): [Stretch, Stretch] | undefined {
  if (count < 2) return undefined;
  const first = Math.ceil(count / 2);
  return [
    { address, count: first },
    { address: address + first, count: count - first },
  ];
}
