import type { FrameInput, RuleInput } from './inputs.ts';
import { GAP_MS } from './observe.ts';

/** `docs/protocol.md`, Topics: the broker publishes the will of a board 1.5 keep-alives of 20 s after its last message. */
const WILL_MS = 30_000;
/** As live evaluation, a rule that waits for a time is judged each minute while no frame comes. */
const TICK_MS = 60_000;

/**
 * Passes stored inputs of a device in the order of their time. The presence of a board is not stored: it was offline
 * while no frame arrived for `silenceMs`. Frames that it kept meanwhile were measured before they arrived.
 */
export function createInputOrder(pass: (input: RuleInput) => void, silenceMs = GAP_MS) {
  let waiting: RuleInput[] = [];
  let arrivedMs: number | undefined;

  function passUntil(atMs: number) {
    if (waiting.length === 0) return;
    const due = waiting.filter((input) => input.atMs <= atMs);
    if (due.length === 0) return;
    waiting = waiting.filter((input) => input.atMs > atMs);
    for (const input of due) pass(input);
  }
  function add(inputs: readonly RuleInput[]) {
    waiting = [...waiting, ...inputs].sort((a, b) => a.atMs - b.atMs);
  }
  /** Ticks between two arrivals. */
  function addTicks(toMs: number) {
    const isOnline = arrivedMs !== undefined && toMs - arrivedMs <= silenceMs;
    const ticks: RuleInput[] = [];
    if (arrivedMs !== undefined && !isOnline)
      for (let atMs = arrivedMs + WILL_MS; atMs < toMs; atMs += TICK_MS)
        ticks.push({ kind: 'tick', atMs, isOnline: false });
    return { ticks, isOnline };
  }

  return {
    /** Events and changes of the configuration; before the frames of their time. */
    add,
    frame(input: FrameInput, receivedMs: number): void {
      if (arrivedMs === undefined || receivedMs > arrivedMs) {
        const { ticks, isOnline } = addTicks(receivedMs);
        if (!isOnline) add([...ticks, { kind: 'tick', atMs: receivedMs, isOnline: true }]);
        arrivedMs = receivedMs;
      }
      passUntil(input.atMs);
      pass(input);
    },
    end(nowMs: number): void {
      add(addTicks(nowMs).ticks);
      passUntil(nowMs);
    },
  };
}
