import { type ProbeTarget, probeBroker } from './mqtt-probe.ts';

const USUAL = { everyMs: 5000, everyMsWhileDown: 1000, timeoutMs: 2000 };

export interface BrokerWatch {
  isUp: () => boolean;
  /** Looks now: somebody has reason to doubt it. */
  look: () => Promise<void>;
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
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const answers = () => probeBroker(target, timeoutMs, stopping.signal);

  /** Once is nothing: this process may just have been busy for longer than it waits. */
  async function lookOnce() {
    const isAnswered = (await answers()) || (isUp && (await answers()));
    if (stopping.signal.aborted || isAnswered === isUp) return;
    isUp = isAnswered;
    onChange(isUp);
  }

  function look(): Promise<void> {
    clearTimeout(timer);
    looking ??= lookOnce().finally(() => {
      looking = undefined;
      if (!stopping.signal.aborted) timer = setTimeout(look, isUp ? everyMs : everyMsWhileDown);
    });
    return looking;
  }

  void look();
  return {
    isUp: () => isUp,
    look,
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
