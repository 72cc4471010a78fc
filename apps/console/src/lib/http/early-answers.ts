import { session } from './session.ts';

/** A console that starts later, on a slow network, does not use answers of this age. */
const MAX_AGE_MS = 15_000;

/**
 * The answer to a request that `public/prelude.js` sent before any module had loaded. Each is used once, and only by the
 * session of that time.
 */
export function takeEarlyAnswer(url: string, signal: AbortSignal): Promise<Response> | undefined {
  const sent: Record<string, Promise<Response>> = Reflect.get(globalThis, 'earlyAnswers') ?? {};
  const answer = sent[url];
  delete sent[url];
  if (!answer || session.epoch() > 0 || performance.now() > MAX_AGE_MS) return undefined;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([answer, aborted]);
}
