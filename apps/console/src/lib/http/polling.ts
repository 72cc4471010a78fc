/** R6.1 */
export const DEFAULT_INTERVAL_MS = 5000;
const DEFAULT_TIMEOUT_MS = 10_000;

export interface Poll<Answer> {
  /** Undefined: ignore this answer. */
  request: (signal: AbortSignal) => Promise<Answer | undefined>;
  /** Evaluated when the answer arrives: the subscriber may have unmounted by then. */
  target: () => ((answer: Answer) => void) | undefined;
  /** For the connection state; a single failure shows no message to the user. */
  onFailure?: (error: unknown) => void;
  intervalMs?: number;
  timeoutMs?: number;
  /** Timeout of the first request, when it must be shorter than the others. */
  firstTimeoutMs?: number | undefined;
}

/** R6.2, R6.3: schedules the next request only after the current one ends, by answer, failure or timeout. */
export function startPolling<Answer>(poll: Poll<Answer>): () => void {
  const { intervalMs = DEFAULT_INTERVAL_MS, timeoutMs = DEFAULT_TIMEOUT_MS } = poll;
  let isStopped = false;
  let next: ReturnType<typeof setTimeout> | undefined;
  let abortCurrent: (() => void) | undefined;
  let limitMs = poll.firstTimeoutMs ?? timeoutMs;

  async function run() {
    const attempt = withTimeout(poll.request, limitMs);
    limitMs = timeoutMs;
    abortCurrent = attempt.abort;
    try {
      const answer = await attempt.answer;
      if (!isStopped && answer !== undefined) poll.target()?.(answer);
    } catch (error) {
      if (!isStopped) poll.onFailure?.(error);
    }
    if (!isStopped) next = setTimeout(run, intervalMs);
  }

  void run();
  return () => {
    isStopped = true;
    clearTimeout(next);
    abortCurrent?.();
  };
}

/** Rejects at the timeout even if `request` ignores its signal. */
function withTimeout<Answer>(request: (signal: AbortSignal) => Promise<Answer>, timeoutMs: number) {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const answer = Promise.race([request(signal), ended]).finally(() => clearTimeout(timer));
  return {
    answer,
    abort: () => {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
