import type { DiskSpace } from '@manoboard/contract/live';
import type { Command } from '@manoboard/contract/nouns/command';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { Locale } from '@manoboard/i18n/locales';
import { aCommand, aLastData, someLastValues } from '@manoboard/testkit/factories';
import { act, type ReactNode } from 'react';
import { beforeEach, vi } from 'vitest';
import { resetLive } from '../device/live/live.ts';
import { useLiveLink } from '../device/live/use-link.ts';
import { FakeEventSource, type Handler, pollRoutes, startFakeServer } from './fake-server.ts';
import { showPage } from './page.tsx';

export const ID = 'MNB-TE0001';
export const T = 1_800_000_000;

/** A clock that stands until a test moves it, and a page that starts with nothing known. */
export function freezeTime() {
  beforeEach(() => {
    vi.useFakeTimers({ now: T * 1000 });
    resetLive();
    return () => {
      resetLive();
      // What a test has sent and not awaited ends here, and not in the next test.
      vi.runOnlyPendingTimers();
      vi.restoreAllMocks();
      vi.useRealTimers();
    };
  });
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** What has arrived is on the page with the next frame. */
async function arrive(event: () => void) {
  await act(async () => event());
  await pass(20);
}

export type Values = Partial<{ [F in keyof LastData['data']]: LastData['data'][F] | null | undefined }>;

/** A device that measured `ageS` ago. */
export const measured = (values: Values, change: Partial<LastData> = {}, ageS = 0): LastData =>
  aLastData({
    ts: T - ageS,
    received_at: T - ageS,
    ...change,
    data: someLastValues(values as Parameters<typeof someLastValues>[0]),
  });

function WithLink({ children }: { children: ReactNode }) {
  useLiveLink();
  return children;
}

interface Setting {
  last?: LastData[];
  online?: string[];
  locale?: Locale;
  routes?: Record<string, Handler>;
}

/** A page behind a fake server whose stream has just told all it knows. */
export async function showLive(
  children: ReactNode,
  { last = [], online = [ID], locale = 'sk', routes = {} }: Setting = {},
) {
  const server = startFakeServer({ ...pollRoutes(last, online), ...routes });
  const shown = await showPage(<WithLink>{children}</WithLink>, locale);
  async function sendSnapshot() {
    const now = Math.floor(Date.now() / 1000);
    await arrive(() =>
      FakeEventSource.current.emit('snapshot', { now, last_data: last, online, commands: [] }),
    );
    FakeEventSource.current.startPings();
  }
  await sendSnapshot();
  async function loseServer() {
    for (const path of Object.keys(server.routes)) server.routes[path] = () => 'network error';
    await arrive(() => FakeEventSource.current.disconnect());
    await pass(6000);
  }
  return {
    ...shown,
    server,
    /** A new frame of the board, as the stream tells it. */
    receiveFrame: (data: LastData) => arrive(() => FakeEventSource.current.emit('last-data', data)),
    receiveCommand(change: Partial<Command>) {
      const command = aCommand({ device_id: ID, ...change });
      return arrive(() => FakeEventSource.current.emit('command', command));
    },
    receiveOnline: (isOnline: boolean) =>
      arrive(() => FakeEventSource.current.emit('online', { device_id: ID, online: isOnline })),
    receiveClosed: () => arrive(() => FakeEventSource.current.emit('closed', { reason: 'too_many_streams' })),
    receiveDatabase: (up: boolean) => arrive(() => FakeEventSource.current.emit('database', { up })),
    receiveDisk: (space: DiskSpace) => arrive(() => FakeEventSource.current.emit('disk', { space })),
    receiveBroker: (up: boolean) => arrive(() => FakeEventSource.current.emit('broker', { up })),
    /** As a process that was stopped: connections stay open, and nothing is answered until it goes on. */
    hangServer() {
      const answering = { ...server.routes };
      for (const path of Object.keys(answering)) server.routes[path] = () => new Promise<never>(() => {});
      FakeEventSource.current.stopPings();
      return async () => {
        Object.assign(server.routes, answering);
        await sendSnapshot();
      };
    },
    /** The browser's own network is gone, and with it all behind it. */
    async loseNetwork() {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      await act(async () => window.dispatchEvent(new Event('offline')));
      await loseServer();
    },
    loseServer,
  };
}
