import { DriveError } from './drive.ts';
import type { RegisterPort } from './register-port.ts';

export interface Stretch {
  from: number;
  count: number;
}

/** By address; what the drive refuses is absent. */
export type Words = ReadonlyMap<number, number>;
export type ReadStretches = (stretches: readonly Stretch[]) => Promise<Words>;

/** The pieces of a stretch between the registers that are refused. */
function piecesOf({ from, count }: Stretch, refused: ReadonlySet<number>): Stretch[] {
  const pieces: Stretch[] = [];
  let start = from;
  for (let address = from; address <= from + count; address++) {
    if (address < from + count && !refused.has(address)) continue;
    if (address > start) pieces.push({ from: start, count: address - start });
    start = address + 1;
  }
  return pieces;
}

/**
 * Reads around what the drive refuses: one register that cannot be read takes no other with it. Which one it is, is
 * found by halving, once; from then on a look costs the pieces between, and one question more: is it back?
 */
export function createStretchReader(port: RegisterPort): ReadStretches {
  /** In the order in which they are asked for again. */
  const refused = new Set<number>();

  /** Nothing if the drive refuses; a drive that does not answer is no reading at all. */
  async function ask(from: number, count: number): Promise<number[] | undefined> {
    try {
      return await port.read(from, count);
    } catch (error) {
      if (error instanceof DriveError && error.reason === 'exception') return undefined;
      throw error;
    }
  }

  async function halve({ from, count }: Stretch, words: Map<number, number>): Promise<void> {
    const read = await ask(from, count);
    if (read) for (const [offset, word] of read.entries()) words.set(from + offset, word);
    else if (count === 1) refused.add(from);
    else {
      const half = count >> 1;
      await halve({ from, count: half }, words);
      await halve({ from: from + half, count: count - half }, words);
    }
  }

  /** One of them at a look. Where one is back, the others may be, too: all are asked for as at the beginning. */
  async function askAgain(): Promise<void> {
    const [next] = refused;
    if (next === undefined) return;
    const isBack = (await ask(next, 1)) !== undefined;
    refused.delete(next);
    if (isBack) refused.clear();
    else refused.add(next);
  }

  return async (stretches) => {
    const words = new Map<number, number>();
    await askAgain();
    const pieces = stretches.flatMap((stretch) => piecesOf(stretch, refused));
    for (const piece of pieces) await halve(piece, words);
    return words;
  };
}
