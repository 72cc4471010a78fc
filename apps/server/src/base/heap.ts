import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const SMALL_MEMORY = 2 * 2 ** 30;
const GROWTH = { small: 50, usual: 100 } as const;

/**
 * How far the heap may grow above what lived after the last collection, in percent, by the memory of the machine or of its
 * control group. V8 chooses up to 300 % on a large machine: with 10,000 boards 160 MB lived in a heap of 590 MB. A share
 * follows the number of boards by itself, and unlike `--max-old-space-size` it never ends the process.
 */
export function heapGrowth(memoryBytes: number): number {
  return memoryBytes < SMALL_MEMORY ? GROWTH.small : GROWTH.usual;
}

/** Linux reports an enormous number where no limit is set. */
const machineMemory = () => Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY);

/** V8 reads this flag at each collection, so it works after the start. It counts for reader threads too. */
export const limitHeapGrowth = (): void =>
  setFlagsFromString(`--heap-growing-percent=${heapGrowth(machineMemory())}`);

/** For the metrics and the page of the installation. */
export const heapLimits = () => ({
  growthRatio: heapGrowth(machineMemory()) / 100,
  maxBytes: getHeapStatistics().heap_size_limit,
});
