/** R6.1: when nobody says otherwise. */
export const DEFAULT_INTERVAL_MS = 5000;
const DEFAULT_TIMEOUT_MS = 10_000;

export interface Poll<Answer> {
  /** Nothing, when the answer is not one to use. */
  request: (signal: AbortSignal) => Promise<Answer | undefined>;
  /** Looked up when the answer is there: who asked may be gone by then. */
  target: () => ((answer: Answer) => void) | undefined;
  /** For those who show whether the server can be reached; a user is told nothing of a single failure. */
  onFailure?: () => void;
  intervalMs?: number;
  timeoutMs?: number;
  /** For a first question that must be decided sooner than the later ones. */
  firstTimeoutMs?: number | undefined;
}

/** R6.2, R6.3: the one poller. A poll ends, by answer, failure or time-out, and only then the next is scheduled. */
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
    } catch {
      if (!isStopped) poll.onFailure?.();
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

/** Ends at the time-out even if what was asked ignores its signal. */
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
