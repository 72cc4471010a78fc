import { ProblemError } from './problem-error.ts';

interface Turn<T> {
  found: Promise<T>;
  /** For all that ask while `found` is under way. */
  next?: Promise<T>;
}

/**
 * Equal lookups take turns: one is under way, and all that are asked for meanwhile share the next one. So one session
 * takes one database connection however many requests it sends, and no answer is older than the request. A lookup that
 * fails, because the database is away, fails for those that wait as well.
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
