import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the value is truthy and returns it; an error counts as "not yet". */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 25_000, everyMs = 20, what = 'the condition' } = {},
): Promise<Exclude<Awaited<T>, false | null | undefined | 0 | ''>> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  while (true) {
    try {
      const answer = await condition();
      if (answer) return answer as Exclude<Awaited<T>, false | null | undefined | 0 | ''>;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= deadline) {
      throw new Error(`waited ${timeoutMs} ms for ${what}, in vain`, { cause: lastError });
    }
    await pause(everyMs);
  }
}
