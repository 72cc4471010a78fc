import type { CommandOp } from '@manoboard/contract/command/command';
import type { Call } from '@manoboard/contract/http/call';
import { runningCommands } from '../../lib/forms/unsaved.ts';
import { type Answer, type RequestOptions, write } from '../../lib/http/http.ts';
import { HttpProblem, UnknownOutcome } from '../../lib/http/http-problem.ts';
import { announcedHeaders, isAnnounced } from './write-headers.ts';

/** Longer than the command lives (10 s or 60 s: `docs/protocol.md`, Commands), so that its outcome arrives before. */
const SHORT_LIVED: readonly CommandOp[] = ['start_stop', 'set_lock', 'end_retries'];
export const commandTimeoutMs = (op: CommandOp) => (SHORT_LIVED.includes(op) ? 15_000 : 65_000);

const KEY_HEADER = 'idempotency-key';
/** A request whose connection breaks this soon after the click is retried, if the server executes a key once. */
const RETRY_WITHIN_MS = 2000;

/** Not `randomUUID`: browsers offer it only on pages served over TLS. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const REQUEST_TIMEOUT = 408;

/** R5.13: whether this answer proves that nothing was applied. An error of a server or a proxy does not tell. */
const isRefusal = ({ status, problem }: HttpProblem) =>
  problem !== undefined && status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;

/** The command of the first attempt: a limit or an expired session of the second one tells nothing about it. */
const isOfCommand = ({ problem }: HttpProblem) => problem?.command_id !== undefined;

const isBroken = (error: unknown): error is HttpProblem =>
  error instanceof HttpProblem && error.code === 'NETWORK';

async function sendAgain<Sent>(send: () => Promise<Sent>, broken: HttpProblem): Promise<Sent> {
  const answer = await send().catch((error: unknown) => {
    throw error instanceof HttpProblem && !isOfCommand(error) ? new UnknownOutcome(error) : error;
  });
  if (answer === undefined) throw new UnknownOutcome(broken);
  return answer;
}

/**
 * One click has one Idempotency-Key, so a retry is executed once; a server that reads none gets no retry. There is no abort signal: leaving the page does not
 * cancel a command (R2.8). R5.13: resolves with `null` after a 200 without a command, and throws `UnknownOutcome` unless
 * the server has refused.
 */
export async function sendCommand<C extends Call>(
  call: C,
  op: CommandOp,
  options: Omit<RequestOptions<C>, 'signal' | 'timeoutMs'>,
): Promise<Answer<C> | null | undefined> {
  const send = () =>
    write<Call>(call, {
      ...(options as RequestOptions<Call>),
      timeoutMs: commandTimeoutMs(op),
      headers: announcedHeaders({ ...options.headers, [KEY_HEADER]: key }),
    }) as Promise<Answer<C> | null | undefined>;
  const key = newKey();
  const clickedAt = Date.now();
  runningCommands.set((count) => count + 1);
  try {
    return await send().catch((error: unknown) => {
      if (!isBroken(error) || !isAnnounced(KEY_HEADER) || Date.now() - clickedAt > RETRY_WITHIN_MS)
        throw error;
      return sendAgain(send, error);
    });
  } catch (error) {
    throw error instanceof HttpProblem && !isRefusal(error) ? new UnknownOutcome(error) : error;
  } finally {
    runningCommands.set((count) => count - 1);
  }
}
