import { type ProbeTarget, probeBroker } from './mqtt-probe.ts';

const LEAST_GAP_MS = 1000;
const USUAL = { everyMs: 5000, everyMsWhileDown: 1000, timeoutMs: 2000 };

export interface BrokerWatch {
  isUp: () => boolean;
  /** Looks now. */
  poll: () => Promise<void>;
  /** Looks soon, at most once a second: thousands of boards may leave together. */
  probeSoon: () => void;
  stop: () => void;
}

/**
 * R4.5: does the broker answer whoever comes to its door? Asked from outside, by a new line each time: a listener that
 * is gone, full or stuck is found, however well the lines do that stand.
 */
export function watchBroker(
  target: ProbeTarget,
  onChange: (isUp: boolean) => void,
  { everyMs, everyMsWhileDown, timeoutMs } = USUAL,
): BrokerWatch {
  const stopping = new AbortController();
  let isUp = true;
  let probing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;

  const answers = () => probeBroker(target, timeoutMs, stopping.signal);

  /** Once is nothing: this process may just have been busy for longer than it waits. */
  async function probeOnce() {
    const isAnswered = (await answers()) || (isUp && (await answers()));
    if (stopping.signal.aborted || isAnswered === isUp) return;
    isUp = isAnswered;
    onChange(isUp);
  }

  function poll(): Promise<void> {
    clearTimeout(timer);
    probing ??= probeOnce().finally(() => {
      probing = undefined;
      lastMs = performance.now();
      if (!stopping.signal.aborted) timer = setTimeout(poll, isUp ? everyMs : everyMsWhileDown);
    });
    return probing;
  }

  function probeSoon(): void {
    if (probing || stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(poll, Math.max(0, lastMs + LEAST_GAP_MS - performance.now()));
  }

  void poll();
  return {
    isUp: () => isUp,
    poll,
    probeSoon,
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
