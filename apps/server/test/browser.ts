import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { type LiveEvent, type LiveEventName, liveEvents } from '@manoboard/contract/live';
import { waitFor } from '@manoboard/testkit/wait-for';
import * as z from 'zod/mini';

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** An HTTP client like a browser: stores cookies, reads the event stream. */
export function createBrowser(url: string) {
  const cookies = new Map<string, string>();
  const keepCookie = (line: string) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  };
  const sentCookies = () => {
    const pairs = [...cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
  };

  async function request(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${url}/api${path}`, {
      ...init,
      headers: { ...sentCookies(), ...init.headers },
    });
    response.headers.getSetCookie().forEach(keepCookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const body = text && isJson ? JSON.parse(text) : text || undefined;
    return { status: response.status, body, headers: response.headers };
  }

  /** Without a body, unless one is given. */
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method,
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send('POST', path, body, headers);

  return {
    request,
    send,
    get: (path: string, headers: Record<string, string> = {}) => request(path, { headers }),
    post,
    login: (
      username: string,
      password: string,
      remember?: 'true' | 'false',
      headers: Record<string, string> = {},
    ) =>
      request('/auth/jwt/login', {
        method: 'POST',
        headers,
        body: new URLSearchParams({ username, password, ...(remember && { remember }) }),
      }),
    logout: () => request('/auth/jwt/logout', { method: 'POST' }),
    cookies,
    /** The session cookie. */
    get cookie() {
      const token = cookies.get(SESSION_COOKIE);
      return token && `${SESSION_COOKIE}=${token}`;
    },
    startStop: (deviceId: string, value: unknown) =>
      post(`/mqtt/${deviceId}/start-stop`, { what: 'start', value }),
    stream: (query = '', lastEventId?: string) =>
      openStream(`${url}/api/actual-data/stream${query}`, {
        ...sentCookies(),
        ...(lastEventId && { 'last-event-id': lastEventId }),
      }),
  };
}

async function openStream(url: string, headers: Record<string, string>) {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const events: LiveEvent[] = [];
  const state = { isEnded: false, lastEventId: undefined as string | undefined, retryMs: Number.NaN };
  let rest = '';
  const take = (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const event = field('event') as LiveEventName;
      state.lastEventId = field('id') ?? state.lastEventId;
      state.retryMs = Number(field('retry') ?? state.retryMs);
      events.push({ event, data: z.parse(liveEvents[event], JSON.parse(field('data') ?? '')) } as LiveEvent);
    }
  };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) take(decoder.decode(chunk, { stream: true }));
  };
  read()
    .catch(() => {})
    .finally(() => {
      state.isEnded = true;
    });
  return {
    status: response.status,
    events,
    state,
    /** Waits for the first matching event of this name. */
    next: <N extends LiveEventName>(name: N, fits: (data: LiveEvent<N>['data']) => boolean = () => true) =>
      waitFor(
        () =>
          (events as { event: string; data: LiveEvent<N>['data'] }[]).find(
            ({ event, data }) => event === name && fits(data),
          ),
        { what: `the event ${name}` },
      ),
    close: () => abort.abort(),
  };
}
