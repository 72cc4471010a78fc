interface Options {
  /** Requests that run at once, of all keys and of one. */
  atOnce: number;
  atOncePerKey: number;
  /** Starts in a second; as many as may run at once may start in a row. */
  perSecond: number;
  maxWaiting: number;
  /** Longest wait for a start. */
  waitMs: number;
  /** When the event loop is late by this, others go first: one start in `LATE_REST_MS`. */
  lateMs: number;
  refuse: () => Error;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** Rest after a late turn of the event loop. Some still start, so that people can log in while boards overload the server. */
const LATE_REST_MS = 100;

interface Waiting {
  start: () => void;
  refuse: () => void;
}

/**
 * Starts requests of many keys in turn, a request of each, so that no key delays the others by sending more. One starts in
 * each turn of the event loop: what is already under way waits for one of these requests at most, not for all that were
 * accepted meanwhile.
 */
export function createFairQueue(options: Options) {
  const { atOnce, atOncePerKey, perSecond, maxWaiting, waitMs, lateMs, refuse } = options;
  const { now = () => performance.now() } = options;
  /** Requests that wait, by key; the first key is next. */
  const lines = new Map<string, Set<Waiting>>();
  const running = new Map<string, number>();
  let isScheduled = false;
  let tokens = atOnce;
  let refilledMs = now();
  let [waitingCount, runningCount] = [0, 0];

  function remove(key: string, one: Waiting): void {
    const line = lines.get(key);
    if (!line?.delete(one)) return;
    waitingCount -= 1;
    if (line.size === 0) lines.delete(key);
  }

  function end(key: string): void {
    runningCount -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    schedule(0);
  }

  /** False if all keys that wait have as many as they may. */
  function startNext(): boolean {
    for (const [key, line] of lines) {
      const count = running.get(key) ?? 0;
      const [next] = line;
      if (!next || count >= atOncePerKey) continue;
      remove(key, next);
      // Its next request waits until all other keys had their turn.
      if (line.size > 0) {
        lines.delete(key);
        lines.set(key, line);
      }
      tokens -= 1;
      runningCount += 1;
      running.set(key, count + 1);
      next.start();
      return true;
    }
    return false;
  }

  /** `dueMs`: when this turn was to begin. */
  function turn(dueMs: number): void {
    isScheduled = false;
    const nowMs = now();
    tokens = Math.min(atOnce, tokens + ((nowMs - refilledMs) / 1000) * perSecond);
    refilledMs = nowMs;
    const isLate = nowMs - dueMs >= lateMs;
    // The end of a request, or one of another key, schedules the next turn.
    if (tokens >= 1 && runningCount < atOnce && !startNext()) return;
    if (isLate) schedule(LATE_REST_MS);
    else schedule(tokens >= 1 ? 0 : ((1 - tokens) / perSecond) * 1000);
  }

  function schedule(delayMs: number): void {
    // At the limit, the next end schedules.
    if (isScheduled || waitingCount === 0 || runningCount >= atOnce) return;
    isScheduled = true;
    const dueMs = now() + delayMs;
    if (delayMs === 0) setImmediate(turn, dueMs);
    else setTimeout(turn, delayMs, dueMs);
  }

  /** True if there is room for one more of this key; otherwise the longest line loses its last one, or is that of the key. */
  function makeRoom(key: string): boolean {
    if (waitingCount < maxWaiting) return true;
    let [longest, size] = ['', 0];
    for (const [other, line] of lines) if (line.size > size) [longest, size] = [other, line.size];
    if (size <= (lines.get(key)?.size ?? 0) + 1) return false;
    const last = [...(lines.get(longest) ?? [])].at(-1);
    last?.refuse();
    return true;
  }

  return {
    /** Resolves when the request may run. `leave` ends it, or its wait, and may be called more than once. */
    enter(key: string): { started: Promise<void>; leave: () => void } {
      const { promise: started, resolve, reject } = Promise.withResolvers<void>();
      // The client of a cancelled request does not wait any more.
      started.catch(() => {});
      let state: 'waiting' | 'running' | 'over' = 'waiting';
      const giveUp = () => {
        state = 'over';
        clearTimeout(patience);
        remove(key, one);
        reject(refuse());
      };
      const one: Waiting = {
        start() {
          state = 'running';
          clearTimeout(patience);
          resolve();
        },
        refuse: giveUp,
      };
      const patience = setTimeout(giveUp, waitMs);
      if (makeRoom(key)) {
        const line = lines.get(key) ?? new Set();
        lines.set(key, line.add(one));
        waitingCount += 1;
        schedule(0);
      } else giveUp();
      return {
        started,
        leave() {
          if (state === 'waiting') giveUp();
          else if (state === 'running') {
            state = 'over';
            end(key);
          }
        },
      };
    },
  };
}
