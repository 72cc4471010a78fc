import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { beforeEach, vi } from 'vitest';
import { type LinkSettings, type LinkState, openLink } from '../device/live/live-link.ts';
import { createLiveStore } from '../device/live/live-store.ts';
import { type Handler, pollRoutes, startFakeServer } from './fake-server.ts';
import { T } from './live-page.tsx';

/** Fake timers, and the longest reconnect delay instead of a random one. */
export function freezeLink() {
  beforeEach(() => {
    vi.useFakeTimers({ now: T * 1000 });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    return () => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    };
  });
}

/** Opens the live link against a fake server and records its states. */
export function startLink(
  routes: Record<string, Handler> = pollRoutes([], []),
  change: Pick<Partial<LinkSettings>, 'deviceIds'> = {},
) {
  const server = startFakeServer(routes);
  const states: LinkState[] = [];
  const settings = {
    apiBase: '/api',
    store: createLiveStore((flush) => flush()),
    deviceIds: [],
    isFirst: true,
    onLink: (state: LinkState) => void (state !== states.at(-1) && states.push(state)),
    onServerTime: vi.fn(),
    onLiveEvent: vi.fn(),
    onServerAlive: vi.fn(),
    checkSession: vi.fn(),
    ...change,
  };
  const close = openLink(settings);
  return { ...settings, server, states, close, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
export const withPressure = (ts: number, pressure: number) =>
  aLastData({ ts, received_at: ts, data: someLastValues({ pressure }) });
export const broken: Record<string, Handler> = {
  '/actual-data/all-last-data': () => 'network error',
  '/api-requests/online-devices': () => 'network error',
};
export const silent: Record<string, Handler> = {
  '/actual-data/all-last-data': () => new Promise<never>(() => {}),
  '/api-requests/online-devices': () => new Promise<never>(() => {}),
};
