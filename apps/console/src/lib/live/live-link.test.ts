import { PING_INTERVAL_MS } from '@manoboard/contract/live';
import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource, type Handler, pollRoutes, startFakeServer } from '../../testing/fake-server.ts';
import { tab } from '../../testing/tab.ts';
import { type LinkSettings, type LinkState, openLink } from './live-link.ts';
import { createLiveStore } from './live-store.ts';
import { HIDDEN_GRACE_MS, SLEPT_MS } from './watch-tab.ts';

const ID = 'MNB-TE0001';
const T = 1_800_000_000;
const SILENCE_MS = 2.5 * PING_INTERVAL_MS;

beforeEach(() => {
  vi.useFakeTimers({ now: T * 1000 });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  return () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

function start(
  routes: Record<string, Handler> = pollRoutes([], []),
  change: Pick<Partial<LinkSettings>, 'deviceIds'> = {},
) {
  const server = startFakeServer(routes);
  const states: LinkState[] = [];
  const settings = {
    apiBase: '/api',
    store: createLiveStore((flush) => flush()),
    deviceIds: [],
    onLink: (state: LinkState) => void (state !== states.at(-1) && states.push(state)),
    onServerTime: vi.fn(),
    onHeard: vi.fn(),
    checkSession: vi.fn(),
    ...change,
  };
  const close = openLink(settings);
  return { ...settings, server, states, close, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
const withPressure = (ts: number, pressure: number) =>
  aLastData({ ts, received_at: ts, data: someLastValues({ pressure }) });
const broken: Record<string, Handler> = {
  '/actual-data/all-last-data': () => 'network error',
  '/api-requests/online-devices': () => 'network error',
};
const silent: Record<string, Handler> = {
  '/actual-data/all-last-data': () => new Promise<never>(() => {}),
  '/api-requests/online-devices': () => new Promise<never>(() => {}),
};

it('stream and poll write into one store, and the older of the two loses', async () => {
  const { store, pass, close } = start(pollRoutes([withPressure(T - 6, 3)], [ID]));
  FakeEventSource.current.emit('snapshot', {
    now: T,
    last_data: [withPressure(T, 4)],
    online: [ID],
    commands: [],
  });
  await pass(0);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  FakeEventSource.current.emit('last-data', withPressure(T + 5, 5));
  expect(store.device(ID).last?.data.pressure).toBe(5);
  FakeEventSource.current.emit('online', { device_id: ID, online: false });
  expect(store.device(ID).isOnline).toBe(false);
  close();
});

it('R6.1 the poll goes on every 6 s beside the stream and asks only for what has changed', async () => {
  const lastData: Handler = ({ headers }) =>
    headers.get('If-None-Match') === '"1"'
      ? { status: 304 }
      : { json: [withPressure(T, 4)], headers: { ETag: '"1"' } };
  const { server, store, pass, close } = start({
    '/actual-data/all-last-data': lastData,
    '/api-requests/online-devices': () => ({ json: [ID] }),
  });
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(12_000);
  const asked = server.askedFor('/actual-data/all-last-data');
  expect(asked.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"', '"1"']);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  close();
});

it('the link is live with the stream, polling without it, down without both, and live again', async () => {
  const { server, states, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  expect(states).toEqual(['live']);
  await pass(0);
  FakeEventSource.current.breakOff();
  expect(states.at(-1)).toBe('connecting');
  await pass(0);
  expect(states.at(-1)).toBe('polling');
  Object.assign(server.routes, broken);
  await pass(6000);
  expect(states.at(-1)).toBe('down');
  FakeEventSource.current.emit('resumed', { now: T + 6 });
  expect(states).toEqual(['live', 'connecting', 'polling', 'down', 'live']);
  close();
});

it('without any answer yet the link is connecting, not down', async () => {
  const { states, pass, close } = start(silent);
  FakeEventSource.current.breakOff();
  expect(states).toEqual(['connecting']);
  await pass(10_000);
  expect(states).toEqual(['connecting', 'down']);
  close();
});

it('an event that is not JSON, or of another shape, is dropped, and the stream goes on', () => {
  const { store, states, close } = start();
  FakeEventSource.current.emitText('last-data', '{');
  FakeEventSource.current.emit('last-data', { device_id: ID, data: 'none' });
  expect(states).toEqual([]);
  FakeEventSource.current.emit('last-data', withPressure(T, 4));
  expect(store.device(ID).last?.data.pressure).toBe(4);
  close();
});

it('a row of the poll that does not fit is dropped, and the others count', async () => {
  const { store, pass, close } = start({
    '/actual-data/all-last-data': () => ({ json: [{ device_id: ID }, withPressure(T, 4)] }),
    '/api-requests/online-devices': () => ({ json: [7, ID] }),
  });
  await pass(0);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  close();
});

it('a stream that falls silent is replaced', async () => {
  const { states, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  const first = FakeEventSource.current;
  await pass(SILENCE_MS);
  expect(first.readyState).toBe(FakeEventSource.CLOSED);
  await pass(0);
  expect(states.at(-1)).toBe('polling');
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(2);
  FakeEventSource.current.emit('resumed', { now: T });
  expect(states.at(-1)).toBe('live');
  close();
});

it('after a break the browser resumes by itself once; then attempts come at doubling distances', async () => {
  const { pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.breakOff();
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(1);
  FakeEventSource.current.breakOff();
  for (const [waitMs, attempts] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
    [8000, 5],
    [16_000, 6],
    [30_000, 7],
    [30_000, 8],
  ] as const) {
    await pass(waitMs - 1);
    expect(FakeEventSource.opened).toHaveLength(attempts - 1);
    await pass(1);
    expect(FakeEventSource.opened).toHaveLength(attempts);
    FakeEventSource.current.breakOff();
  }
  close();
});

it('R6 a network that is back, but not yet good: the stream does not wait for the browser, which has nothing to resume', async () => {
  const { pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(2);
  FakeEventSource.current.breakOff();
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(3);
  close();
});

it('R6 a server that was away: the first poll that it answers brings the stream at once, and says that much was missed', async () => {
  const { server, onHeard, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  const working = { ...server.routes };
  Object.assign(server.routes, broken);
  FakeEventSource.current.refuse();
  for (let failure = 0; failure < 6; failure++) {
    await pass(6000);
    if (FakeEventSource.current.readyState !== FakeEventSource.CLOSED) FakeEventSource.current.refuse();
  }
  const tried = FakeEventSource.opened.length;
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
  onHeard.mockClear();
  Object.assign(server.routes, working);
  await pass(6000);
  expect(FakeEventSource.opened).toHaveLength(tried + 1);
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CONNECTING);
  expect(onHeard).toHaveBeenCalledWith({ event: 'missed', data: null });
  close();
});

it('R3.8 a refused stream makes the console ask who it is, and tries again', async () => {
  const { checkSession, pass, close } = start();
  FakeEventSource.current.refuse();
  expect(checkSession).toHaveBeenCalledTimes(1);
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R3.8 so does a poll that is answered 401', async () => {
  const { checkSession, pass, close } = start({
    '/actual-data/all-last-data': () => ({ status: 401, json: { detail: 'UNAUTHORIZED' } }),
    '/api-requests/online-devices': () => ({ json: [] }),
  });
  await pass(0);
  expect(checkSession).toHaveBeenCalledTimes(1);
  close();
});

it('when the network comes back, stream and poll do not wait for their timers', async () => {
  const { server, pass, close } = start();
  await pass(0);
  FakeEventSource.current.refuse();
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(server.askedFor('/actual-data/all-last-data')).toHaveLength(2);
  close();
});

it('a page that is shown again keeps a stream that was heard just now, and replaces one that slept', async () => {
  const { close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  tab.show();
  expect(FakeEventSource.opened).toHaveLength(1);
  vi.setSystemTime((T + 3600) * 1000);
  tab.show();
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R6 a machine that slept with the page in sight: nothing counts as heard until the server has answered', async () => {
  const { server, states, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(2000);
  Object.assign(server.routes, silent);
  vi.setSystemTime((T + 2) * 1000 + SLEPT_MS);
  await pass(2000);
  expect(FakeEventSource.opened).toHaveLength(1);
  vi.setSystemTime((T + 3600) * 1000);
  await pass(2000);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(states).toEqual(['live', 'connecting']);
  FakeEventSource.current.emit('snapshot', { now: T + 3602, last_data: [], online: [], commands: [] });
  expect(states).toEqual(['live', 'connecting', 'live']);
  close();
});

it('R6 what was missed comes before the stream counts as up', async () => {
  const { store, states, close } = start(silent);
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.breakOff();
  FakeEventSource.current.emit('last-data', withPressure(T + 5, 5));
  expect(store.device(ID).last?.data.pressure).toBe(5);
  expect(states).toEqual(['live', 'connecting']);
  FakeEventSource.current.emit('resumed', { now: T + 6 });
  expect(states).toEqual(['live', 'connecting', 'live']);
  close();
});

it('a browser that loses its network asks at once, and says so when nobody answers', async () => {
  const { server, states, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  Object.assign(server.routes, broken);
  window.dispatchEvent(new Event('offline'));
  expect(states).toEqual(['live', 'connecting']);
  await pass(0);
  expect(states).toEqual(['live', 'connecting', 'down']);
  close();
});

it('a lost stream is followed by one question at once, not by two', async () => {
  const { server, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  FakeEventSource.current.breakOff();
  await pass(0);
  expect(server.askedFor('/actual-data/all-last-data')).toHaveLength(2);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(server.askedFor('/actual-data/all-last-data')).toHaveLength(3);
  close();
});

it('R6.1 where no stream comes through, each poll says that more may have changed than it brings', async () => {
  const { onHeard, pass, close } = start();
  await pass(0);
  expect(onHeard).not.toHaveBeenCalled();
  await pass(12_000);
  expect(onHeard.mock.calls).toEqual([[{ event: 'missed', data: null }], [{ event: 'missed', data: null }]]);
  FakeEventSource.current.emit('resumed', { now: T });
  onHeard.mockClear();
  await pass(6000);
  expect(onHeard).not.toHaveBeenCalled();
  close();
});

it('a stream that slept is not called live until the new one, or the poll, has answered', async () => {
  const { server, states, pass, close } = start();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  Object.assign(server.routes, silent);
  vi.setSystemTime((T + 3600) * 1000);
  tab.show();
  expect(states.at(-1)).toBe('connecting');
  FakeEventSource.current.emit('resumed', { now: T + 3600 });
  expect(states).toEqual(['live', 'connecting', 'live']);
  close();
});

describe('a tab that nobody sees takes no connection from the others', () => {
  const streams = () => FakeEventSource.opened.filter(({ readyState }) => readyState !== 2);

  async function startAndHide() {
    const started = start(pollRoutes([withPressure(T, 4)], [ID]));
    FakeEventSource.current.emit('resumed', { now: T });
    await started.pass(0);
    tab.hide();
    return started;
  }

  it('stream and poll end after a short grace, and the link is no longer live', async () => {
    const { server, states, pass, close } = await startAndHide();
    await pass(HIDDEN_GRACE_MS - 1);
    expect(streams()).toHaveLength(1);
    expect(states).toEqual(['live']);
    await pass(1);
    expect(streams()).toEqual([]);
    expect(states).toEqual(['live', 'connecting']);
    const asked = server.asked.length;
    window.dispatchEvent(new Event('online'));
    await pass(3_600_000);
    expect(server.asked).toHaveLength(asked);
    expect(streams()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    close();
  });

  it('a short look at another tab changes nothing', async () => {
    const { states, pass, close } = await startAndHide();
    await pass(HIDDEN_GRACE_MS - 1);
    tab.show();
    await pass(HIDDEN_GRACE_MS);
    expect(FakeEventSource.opened).toHaveLength(1);
    expect(states).toEqual(['live']);
    close();
  });

  it('shown again it catches up at once, and is live only when the server has answered', async () => {
    const { server, store, states, onHeard, pass, close } = await startAndHide();
    await pass(3_600_000);
    const asked = server.askedFor('/actual-data/all-last-data').length;
    tab.show();
    expect(streams()).toHaveLength(1);
    expect(server.askedFor('/actual-data/all-last-data')).toHaveLength(asked + 1);
    expect(onHeard).toHaveBeenLastCalledWith({ event: 'missed', data: null });
    expect(states.at(-1)).toBe('connecting');
    const last_data = [withPressure(T + 3600, 5)];
    FakeEventSource.current.emit('snapshot', { now: T + 3600, last_data, online: [], commands: [] });
    expect(store.device(ID)).toMatchObject({ isOnline: false, last: { data: { pressure: 5 } } });
    expect(states).toEqual(['live', 'connecting', 'live']);
    close();
  });

  it('the poll alone brings it back, too; without any answer it is down', async () => {
    const { server, states, pass, close } = await startAndHide();
    await pass(HIDDEN_GRACE_MS);
    tab.show();
    await pass(0);
    expect(states).toEqual(['live', 'connecting', 'polling']);
    tab.hide();
    await pass(HIDDEN_GRACE_MS);
    Object.assign(server.routes, broken);
    tab.show();
    await pass(0);
    expect(states.slice(3)).toEqual(['connecting', 'down']);
    close();
  });

  it('opened in the background it waits until it is seen', async () => {
    tab.hide();
    const { server, pass, close } = start();
    await pass(60_000);
    expect(FakeEventSource.opened).toEqual([]);
    expect(server.asked).toEqual([]);
    tab.show();
    expect(streams()).toHaveLength(1);
    close();
  });

  it('R6.2 closed while hidden it leaves no timer and does not come back', async () => {
    const { close } = await startAndHide();
    close();
    expect(vi.getTimerCount()).toBe(0);
    tab.show();
    expect(streams()).toEqual([]);
  });
});

it('R7.2 a device outside the own list is named to the stream and to the poll', async () => {
  const { server, pass, close } = start(pollRoutes([], []), { deviceIds: [ID] });
  await pass(0);
  expect(FakeEventSource.current).toMatchObject({
    url: `/api/actual-data/stream?device_id=${ID}`,
    withCredentials: true,
  });
  expect(server.askedFor('/actual-data/all-last-data')[0]?.path).toContain(`?device_id=${ID}`);
  close();
});

it('the server tells its time in events and in the Date of its answers', async () => {
  const { onServerTime, pass, close } = start({
    ...pollRoutes([], []),
    '/api-requests/online-devices': () => ({ json: [], headers: { Date: new Date(T * 1000).toUTCString() } }),
  });
  FakeEventSource.current.emit('resumed', { now: T + 1 });
  await pass(0);
  expect(onServerTime.mock.calls).toEqual([[T + 1], [T]]);
  close();
});

it('a stream that could not resume says that something may have been missed, the first one does not', async () => {
  const { onHeard, close } = start();
  const told = () => onHeard.mock.calls.map(([{ event }]) => event);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(told()).toEqual(['snapshot']);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(told()).toEqual(['snapshot', 'snapshot', 'missed']);
  close();
});

it('R6.2 a closed link asks nothing more and leaves no timer', async () => {
  const { server, onHeard, pass, close } = start();
  await pass(0);
  FakeEventSource.current.emit('devices', {});
  expect(onHeard.mock.calls).toEqual([[{ event: 'devices', data: {} }]]);
  close();
  expect(vi.getTimerCount()).toBe(0);
  window.dispatchEvent(new Event('online'));
  await pass(60_000);
  expect(server.asked).toHaveLength(2);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
});
