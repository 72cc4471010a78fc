/** Longest time that a computation holds the event loop. */
const SLICE_MS = 3;
/**
 * Pause between two slices while a command is under way: a stop awaits about twenty times, mostly the database, and
 * would be delayed by a slice each time. Graphs go on more slowly meanwhile, so that a flood of commands does not stop them.
 */
const REST_MS = 20;

const waiting: (() => void)[] = [];
let commands = 0;

/** Slows down other computations until the returned function is called. */
export function beginCommand(): () => void {
  commands += 1;
  return () => {
    commands -= 1;
  };
}

const scheduleNext = () => (commands > 0 ? setTimeout(resumeNext, REST_MS) : setImmediate(resumeNext));

/** Each iteration of the event loop resumes one computation: several `setImmediate` would all run in the same one. */
function resumeNext() {
  const next = waiting.shift();
  if (waiting.length > 0) scheduleNext();
  next?.();
}

const waitForTurn = () =>
  new Promise<void>((resume) => {
    waiting.push(resume);
    if (waiting.length === 1) scheduleNext();
  });

/** Ends the slice when its time is over, and resumes when all other computations had their turn. */
export type Pace = () => Promise<void>;

/** For one computation, which calls it between steps of less than a millisecond. Throws the reason of an aborted signal. */
export function createPace(signal?: AbortSignal): Pace {
  let endMs = performance.now() + SLICE_MS;
  return async function pace() {
    if (performance.now() < endMs) return;
    signal?.throwIfAborted();
    await waitForTurn();
    endMs = performance.now() + SLICE_MS;
  };
}
