import { type ProbeTarget, probeBroker } from './mqtt-probe.ts';

const LEAST_GAP_MS = 1000;
const USUAL = { everyMs: 5000, everyMsWhileDown: 1000, timeoutMs: 2000 };

export interface BrokerWatch {
  isUp: () => boolean;
  /** Probes now. */
  poll: () => Promise<void>;
  /** Probes soon, at most once a second: thousands of boards may disconnect together. */
  probeSoon: () => void;
  stop: () => void;
}

/**
 * R4.5: probes the broker with a new connection each time. This detects a listener that is gone, full or stuck even while
 * existing connections work.
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

  /** One failure is repeated: this process may have been busy for longer than the timeout. */
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
