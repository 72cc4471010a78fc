import { SESSION_EXPIRED_HEADER } from '@manoboard/contract/account/account';
import { accountCalls } from '@manoboard/contract/account/account.calls';
import type { Call } from '@manoboard/contract/http/call';
import * as z from 'zod/mini';
import { config } from '../page/config.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { badAnswer, HttpProblem, problemOf } from './http-problem.ts';
import { session } from './session.ts';

type Input<C, K extends 'params' | 'query' | 'body'> =
  C extends Record<K, infer S extends z.ZodMiniType> ? Record<K, z.input<S>> : Partial<Record<K, undefined>>;
type Ok = 200 | 201 | 202 | 204;
export type Answer<C extends Call> = {
  [S in keyof C['answers']]: S extends Ok
    ? C['answers'][S] extends z.ZodMiniType
      ? z.output<C['answers'][S]>
      : never
    : never;
}[keyof C['answers']];
export type RequestOptions<C extends Call> = Input<C, 'params'> &
  Input<C, 'body'> &
  Partial<Input<C, 'query'>> & {
    signal?: AbortSignal | undefined;
    timeoutMs?: number;
    headers?: Record<string, string>;
  };

/** Longer than the server's timeout of a command. */
const TIMEOUT_MS = 20_000;

const readsInFlight = new Set<AbortController>();

/** R2.8: a route change aborts reads in flight; commands in flight continue. */
export function cancelReads() {
  for (const controller of readsInFlight) controller.abort(new DOMException('Route changed', 'AbortError'));
  readsInFlight.clear();
}

export function address(call: Call, params: object = {}, query: object = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(name, String(item));
    }
  }
  return `${config.api_base}${path}${search.size > 0 ? `?${search}` : ''}`;
}

function payload(call: Call, { body, headers = {} }: RequestOptions<Call>): RequestInit {
  if (body === undefined) return { headers };
  if (call.form) return { body: new URLSearchParams(body as Record<string, string>), headers };
  return { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
}

/** Sends one request; it always settles, by the response, the caller's abort or the timeout. */
async function exchange(call: Call, options: RequestOptions<Call>, isWrite = false): Promise<Exchanged> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new HttpProblem(0, 'NETWORK')), options.timeoutMs ?? TIMEOUT_MS);
  if (call.method === 'GET') readsInFlight.add(limit);
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  try {
    const url = address(call, options.params, options.query);
    const early = call.method === 'GET' ? takeEarlyAnswer(url, signal) : undefined;
    const response = await (early ??
      fetch(url, { method: call.method, credentials: 'include', signal, ...payload(call, options) }));
    const { status, redirected: isRedirected } = response;
    // R5.13: the status line of a write is its outcome, also when the connection breaks in the body.
    const text = await (isWrite && status === 200 ? response.text().catch(() => '') : response.text());
    return { status, isRedirected, body: parseJson(text) };
  } catch {
    throw signal.aborted ? signal.reason : new HttpProblem(0, 'NETWORK');
  } finally {
    clearTimeout(timer);
    readsInFlight.delete(limit);
  }
}

/** Returns text that is not JSON unchanged: the schema of the answer rejects it. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const logout = () => exchange(accountCalls.logout, {});
const logoutExpired = () => exchange(accountCalls.logout, { headers: { [SESSION_EXPIRED_HEADER]: '1' } });

type Sent<C extends Call> =
  Record<never, never> extends RequestOptions<C> ? [RequestOptions<C>?] : [RequestOptions<C>];

export interface Exchanged {
  status: number;
  /** The answer of another address, such as the login page of a proxy. */
  isRedirected?: boolean;
  body: unknown;
}

interface Asked {
  signal?: AbortSignal | undefined;
  /** R5.13 */
  isWrite?: boolean;
}

/** R3.8: a 401 ends the session; any other error status throws `HttpProblem`. */
async function answerOf<C extends Call>(
  call: C,
  send: () => Promise<Exchanged>,
  { signal, isWrite }: Asked,
): Promise<{ answer: Answer<C> } | 'session over'> {
  const epoch = session.epoch();
  const isOver = () => session.epoch() !== epoch;
  const ended = await send().catch((error: unknown) => {
    if (!isOver() || signal?.aborted) throw error;
  });
  // R1.5: drop results and failures of requests of an earlier session.
  if (!ended || isOver()) return 'session over';
  const { status, body, isRedirected } = ended;
  if (status === 401) {
    session.expire(epoch, logoutExpired);
    return 'session over';
  }
  if (status >= 400) throw problemOf(status, body);
  const schema = call.answers[status];
  const parsed = schema ? z.safeParse(schema, body) : undefined;
  const isApplied = isWrite && status === 200 && !isRedirected;
  if (!parsed?.success && !isApplied) throw badAnswer(status, parsed?.error);
  // `null` for an answer without a body: undefined is the end of the session.
  return { answer: (parsed?.data ?? null) as Answer<C> };
}

/** A request that another function than `fetch` sends. */
export async function requestBy<C extends Call>(
  call: C,
  send: () => Promise<Exchanged>,
  signal?: AbortSignal,
): Promise<Answer<C> | undefined> {
  const outcome = await answerOf(call, send, { signal });
  return outcome === 'session over' ? undefined : outcome.answer;
}

/** R3.8: a 401 resolves with no result. Aborting `signal` rejects with its reason, as with `fetch`. */
export function request<C extends Call>(call: C, ...[options]: Sent<C>): Promise<Answer<C> | undefined> {
  const given = (options ?? {}) as RequestOptions<Call>;
  return requestBy(call, () => exchange(call, given), given.signal);
}

/** R5.13: a 200 of a write means applied, whatever its body; `null` if the body is not the one of the call. */
export async function write<C extends Call>(
  call: C,
  options: RequestOptions<C>,
): Promise<Answer<C> | null | undefined> {
  const send = () => exchange(call, options as RequestOptions<Call>, true);
  const outcome = await answerOf(call, send, { isWrite: true });
  return outcome === 'session over' ? undefined : outcome.answer;
}

/** For calls whose answer has no body: true on success, false when the session is over. */
export async function perform<C extends Call>(call: C, ...[options]: Sent<C>): Promise<boolean> {
  const given = (options ?? {}) as RequestOptions<Call>;
  return (await answerOf(call, () => exchange(call, given), given)) !== 'session over';
}

/**
 * For queries: throws when the session is over, since a query must not cache a missing answer as data. R1.5: sends nothing
 * after a logout, when the page is still mounted.
 */
export async function read<C extends Call>(
  call: C,
  signal: AbortSignal,
  options?: Pick<RequestOptions<C>, 'params' | 'query'>,
): Promise<Answer<C>> {
  const answer = session.isOver()
    ? undefined
    : await request<Call>(call, { ...(options as RequestOptions<Call>), signal });
  if (answer === undefined) throw new Error('The session has ended');
  return answer as Answer<C>;
}
