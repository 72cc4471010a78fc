import type { Call } from '@manoboard/contract/http/call';
import type { CommandOp } from '@manoboard/contract/nouns/command';
import { type Answer, type RequestOptions, request } from '../../lib/http.ts';
import { HttpProblem } from '../../lib/http-problem.ts';

/** Until the board's answer, or the command's end, must have reached us (`contract.md` 2: it lives 10 s or 60 s). */
const SHORT_LIVED: readonly CommandOp[] = ['start_stop', 'set_lock'];
export const patienceMs = (op: CommandOp) => (SHORT_LIVED.includes(op) ? 15_000 : 65_000);

/** A connection that broke this soon after the click is tried again: it is still the same click. */
const SAME_CLICK_MS = 2000;

/** Not `randomUUID`: browsers have it only where the page came over TLS. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * One click, one Idempotency-Key: sent twice it is done once. No signal: a command that was sent is never taken back
 * by leaving the page (R2.8).
 */
export async function sendCommand<C extends Call>(
  call: C,
  op: CommandOp,
  options: Omit<RequestOptions<C>, 'signal' | 'timeoutMs' | 'headers'>,
): Promise<Answer<C> | undefined> {
  const send = () =>
    request<Call>(call, {
      ...(options as RequestOptions<Call>),
      timeoutMs: patienceMs(op),
      headers: { 'idempotency-key': key },
    }) as Promise<Answer<C> | undefined>;
  const key = newKey();
  const clickedAt = Date.now();
  try {
    return await send();
  } catch (error) {
    const isBroken = error instanceof HttpProblem && error.code === 'NETWORK';
    if (!isBroken || Date.now() - clickedAt > SAME_CLICK_MS) throw error;
    return send();
  }
}
