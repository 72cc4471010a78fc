import type { LastData } from '@manoboard/contract/device/device';
import { type LiveEventName, PING_INTERVAL_MS } from '@manoboard/contract/live';
import { vi } from 'vitest';

/** The part of EventSource that the console uses; the test emits the events of the server. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];

  static get current(): FakeEventSource {
    const current = FakeEventSource.opened.at(-1);
    if (!current) throw new Error('no stream was opened');
    return current;
  }

  readonly url: string;
  readonly withCredentials: boolean;
  readyState = FakeEventSource.CONNECTING;
  onerror: (() => void) | null = null;

  constructor(url: string, options?: EventSourceInit) {
    super();
    this.url = url;
    this.withCredentials = options?.withCredentials ?? false;
    FakeEventSource.opened.push(this);
  }

  #pinger: ReturnType<typeof setInterval> | undefined;

  /** Sends pings until the connection closes; without it only the test sends events. */
  startPings() {
    const ping = () => this.emit('ping', { now: Math.floor(Date.now() / 1000) });
    this.#pinger = setInterval(ping, PING_INTERVAL_MS);
  }

  stopPings() {
    clearInterval(this.#pinger);
  }

  close() {
    this.stopPings();
    this.readyState = FakeEventSource.CLOSED;
  }

  emit(name: LiveEventName, data: unknown) {
    this.emitText(name, JSON.stringify(data));
  }

  emitText(name: LiveEventName, data: string) {
    if (this.readyState === FakeEventSource.CLOSED) return;
    this.readyState = FakeEventSource.OPEN;
    this.dispatchEvent(new MessageEvent(name, { data }));
  }

  /** The connection breaks and the browser reconnects. */
  disconnect() {
    this.stopPings();
    this.readyState = FakeEventSource.CONNECTING;
    this.onerror?.();
  }

  /** The server answers with a status other than 200: the browser does not reconnect. */
  refuse() {
    this.stopPings();
    this.readyState = FakeEventSource.CLOSED;
    this.onerror?.();
  }
}

type Answer = { status?: number; json?: unknown; headers?: Record<string, string> } | 'network error';
interface FakeRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | null | undefined;
}
export type Handler = (request: FakeRequest) => Answer | Promise<Answer>;

/** Answers requests below `/api` by path; a path without a route is a 404. */
export function startFakeServer(routes: Record<string, Handler>) {
  const requests: FakeRequest[] = [];
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const [path = ''] = url.replace(/^\/api/, '').split('?');
    const text = typeof init.body === 'string' ? init.body : undefined;
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/api/, ''),
      headers: new Headers(init.headers),
      body: text === undefined ? undefined : JSON.parse(text),
      signal: init.signal,
    };
    requests.push(request);
    const answer = await (routes[path]?.(request) ?? { status: 404, json: { detail: 'NOT_FOUND' } });
    if (answer === 'network error') throw new TypeError('Failed to fetch');
    const { status = 200, json, headers = {} } = answer;
    return new Response(json === undefined ? null : JSON.stringify(json), { status, headers });
  });
  return {
    routes,
    requests,
    requestsTo: (path: string) => requests.filter((request) => request.path.split('?')[0] === path),
  };
}

/** Routes that the live poll requests: last values and online devices. */
export const pollRoutes = (lastData: LastData[], online: string[]): Record<string, Handler> => ({
  '/actual-data/all-last-data': () => ({ json: lastData }),
  '/api-requests/online-devices': () => ({ json: online }),
});
