import type { CommandOp } from '@manoboard/contract/command/command';
import type { Call } from '@manoboard/contract/http/call';
import { runningCommands } from '../../lib/forms/unsaved.ts';
import { type Answer, type RequestOptions, request } from '../../lib/http/http.ts';
import { HttpProblem } from '../../lib/http/http-problem.ts';

/** Longer than the command lives (10 s or 60 s: `docs/protocol.md`, Commands), so that its outcome arrives before. */
const SHORT_LIVED: readonly CommandOp[] = ['start_stop', 'set_lock'];
export const commandTimeoutMs = (op: CommandOp) => (SHORT_LIVED.includes(op) ? 15_000 : 65_000);

/** A request whose connection breaks this soon after the click is retried. */
const RETRY_WITHIN_MS = 2000;

/** Not `randomUUID`: browsers offer it only on pages served over TLS. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * One click has one Idempotency-Key, so a retry is executed once. There is no abort signal: leaving the page does not
 * cancel a command (R2.8).
 */
export async function sendCommand<C extends Call>(
  call: C,
  op: CommandOp,
  options: Omit<RequestOptions<C>, 'signal' | 'timeoutMs'>,
): Promise<Answer<C> | undefined> {
  const send = () =>
    request<Call>(call, {
      ...(options as RequestOptions<Call>),
      timeoutMs: commandTimeoutMs(op),
      headers: { ...options.headers, 'idempotency-key': key },
    }) as Promise<Answer<C> | undefined>;
  const key = newKey();
  const clickedAt = Date.now();
  runningCommands.set((count) => count + 1);
  try {
    return await send();
  } catch (error) {
    const isBroken = error instanceof HttpProblem && error.code === 'NETWORK';
    if (!isBroken || Date.now() - clickedAt > RETRY_WITHIN_MS) throw error;
    return await send();
  } finally {
    runningCommands.set((count) => count - 1);
  }
}
