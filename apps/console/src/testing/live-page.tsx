import type { Command } from '@manoboard/contract/command/command';
import type { LastData } from '@manoboard/contract/device/device';
import type { DiskSpace } from '@manoboard/contract/live';
import type { Locale } from '@manoboard/contract/locales';
import { aCommand, aLastData, someLastValues } from '@manoboard/testkit/factories';
import { act, type ReactNode } from 'react';
import { beforeEach, vi } from 'vitest';
import { resetLive } from '../device/live/live.ts';
import { useLiveLink } from '../device/live/use-link.ts';
import { FakeEventSource, type Handler, pollRoutes, startFakeServer } from './fake-server.ts';
import { showPage } from './page.tsx';

export const ID = 'MNB-TE0001';
export const T = 1_800_000_000;

/** Fake timers and an empty live store for each test. */
export function freezeTime() {
  beforeEach(() => {
    vi.useFakeTimers({ now: T * 1000 });
    resetLive();
    return () => {
      resetLive();
      // Requests that a test did not await must end here, not in the next test.
      vi.runOnlyPendingTimers();
      vi.restoreAllMocks();
      vi.useRealTimers();
    };
  });
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const { setTimeout: setRealTimeout } = globalThis;
/** Fake time passes in steps until the condition holds; in real time, in which lazy modules load, up to 15 s. */
export async function passUntil(isMet: () => boolean, stepMs = 0) {
  for (let step = 0; step < 15_000 && !isMet(); step++) {
    await act(() => new Promise<void>((done) => setRealTimeout(done, 1)));
    await pass(stepMs);
  }
}

/** The live store notifies subscribers once per animation frame. */
async function arrive(event: () => void) {
  await act(async () => event());
  await pass(20);
}

export type Values = Partial<{ [F in keyof LastData['data']]: LastData['data'][F] | null | undefined }>;

/** Last values of a device, measured `ageS` ago. */
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

/** Renders a page with a live link that has received a snapshot. */
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
    /** Simulates a suspended server process: connections stay open without answers until the returned function runs. */
    hangServer() {
      const answering = { ...server.routes };
      for (const path of Object.keys(answering)) server.routes[path] = () => new Promise<never>(() => {});
      FakeEventSource.current.stopPings();
      return async () => {
        Object.assign(server.routes, answering);
        await sendSnapshot();
      };
    },
    /** The browser goes offline. */
    async loseNetwork() {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      await act(async () => window.dispatchEvent(new Event('offline')));
      await loseServer();
    },
    loseServer,
  };
}
