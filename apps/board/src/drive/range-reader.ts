import { DriveError, isTemporary } from './drive.ts';
import type { RegisterPort } from './register-port.ts';

interface RegisterRange {
  from: number;
  count: number;
}

/** By address; refused registers are absent. */
type Words = ReadonlyMap<number, number>;
export type ReadRanges = (ranges: readonly RegisterRange[]) => Promise<Words>;

/** The parts of a range between its refused registers. */
function piecesOf({ from, count }: RegisterRange, refused: ReadonlySet<number>): RegisterRange[] {
  const pieces: RegisterRange[] = [];
  let start = from;
  for (let address = from; address <= from + count; address++) {
    if (address < from + count && !refused.has(address)) continue;
    if (address > start) pieces.push({ from: start, count: address - start });
    start = address + 1;
  }
  return pieces;
}

/**
 * Reads around refused registers, so that one unreadable register hides no other. The refused one is found by
 * bisection, once; after that each poll requests the parts between, and probes one refused register.
 */
export function createRangeReader(port: RegisterPort): ReadRanges {
  /** In probing order. */
  const refused = new Set<number>();

  /** Undefined if the drive refuses; throws if it does not answer, or is busy: no register is refused because of that. */
  async function request(from: number, count: number): Promise<number[] | undefined> {
    try {
      return await port.read(from, count);
    } catch (error) {
      if (error instanceof DriveError && error.reason === 'exception' && !isTemporary(error))
        return undefined;
      throw error;
    }
  }

  async function halve({ from, count }: RegisterRange, words: Map<number, number>): Promise<void> {
    const read = await request(from, count);
    if (read) for (const [offset, word] of read.entries()) words.set(from + offset, word);
    else if (count === 1) refused.add(from);
    else {
      const half = count >> 1;
      await halve({ from, count: half }, words);
      await halve({ from: from + half, count: count - half }, words);
    }
  }

  /** Probes one refused register per poll. If it recovers, others may have too, so the list is cleared. */
  async function probeRefused(): Promise<void> {
    const [next] = refused;
    if (next === undefined) return;
    const isBack = (await request(next, 1)) !== undefined;
    refused.delete(next);
    if (isBack) refused.clear();
    else refused.add(next);
  }

  return async (ranges) => {
    const words = new Map<number, number>();
    await probeRefused();
    const pieces = ranges.flatMap((range) => piecesOf(range, refused));
    for (const piece of pieces) await halve(piece, words);
    return words;
  };
}
