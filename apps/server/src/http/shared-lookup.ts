import { ProblemError } from './problem-error.ts';

interface Turn<T> {
  found: Promise<T>;
  /** Shared by all callers that arrive while `found` is running. */
  next?: Promise<T>;
}

/**
 * Serialises equal lookups: one is running, and all callers meanwhile share the next one. One session takes one database
 * connection however many requests it sends, and no result is older than its request. A failure because the database is
 * away is passed to the waiting callers as well.
 */
export function shareLookups<A extends unknown[], T>(
  lookUp: (...args: A) => Promise<T>,
  keyOf: (...args: A) => string,
) {
  const turns = new Map<string, Turn<T>>();

  function begin(key: string, args: A): Promise<T> {
    const turn: Turn<T> = { found: lookUp(...args) };
    turns.set(key, turn);
    const end = () => {
      if (!turn.next) turns.delete(key);
    };
    turn.found.then(end, end);
    return turn.found;
  }

  return function find(...args: A): Promise<T> {
    const key = keyOf(...args);
    const turn = turns.get(key);
    if (!turn) return begin(key, args);
    const beginNext = () => begin(key, args);
    turn.next ??= turn.found.then(beginNext, (error) => {
      if (error instanceof ProblemError) return beginNext();
      turns.delete(key);
      throw error;
    });
    return turn.next;
  };
}
