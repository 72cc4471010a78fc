import { availableParallelism } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow above what lived after the last collection. V8 chooses up to 300 % on a large machine: with
 * 10,000 boards 160 MB lived in a heap of 590 MB. A share follows the number of boards by itself, and unlike
 * `--max-old-space-size` it never ends the process. With 100 % Node and Postgres took 619 to 762 MB under 1,667 frames/s, with
 * 40 to 60 % 575 to 586 MB and as much processor time.
 */
const GROWTH_PERCENT = 50;

/** On so few cores the threads that mark the heap would take them from the event loop and from Postgres. */
const FEW_CORES = 2;

/**
 * V8 reads these flags at each collection, so they work after the start. They count for reader threads too. Marking by the
 * event loop alone, in short steps: with 10,000 boards on two cores frames waited for up to 0.2 s beside the marking threads
 * (p99 82 to 153 ms), and wait for 60 ms at most without them (p99 8 ms).
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  if (availableParallelism() <= FEW_CORES) setFlagsFromString('--no-concurrent-marking');
}

/** For the metrics and the page of the installation. */
export const heapLimits = () => ({
  growthRatio: GROWTH_PERCENT / 100,
  maxBytes: getHeapStatistics().heap_size_limit,
});
