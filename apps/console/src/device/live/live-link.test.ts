import { PING_INTERVAL_MS } from '@manoboard/contract/live';
import { expect, it, vi } from 'vitest';
import { FakeEventSource, type Handler, pollRoutes } from '../../testing/fake-server.ts';
import { broken, freezeLink, silent, startLink, withPressure } from '../../testing/live-link.ts';
import { ID, T } from '../../testing/live-page.tsx';
import { POLL_INTERVAL_MS } from './live-link.ts';

/** A stream that was up and says nothing for this long is replaced. */
const SILENCE_MS = 5 * PING_INTERVAL_MS;

freezeLink();

it('stream and poll write into one store, and the older of the two loses', async () => {
  const { store, pass, close } = startLink(pollRoutes([withPressure(T - 6, 3)], [ID]));
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
  const { server, store, pass, close } = startLink({
    '/actual-data/all-last-data': lastData,
    '/api-requests/online-devices': () => ({ json: [ID] }),
  });
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.startPings();
  await pass(12_000);
  const asked = server.askedFor('/actual-data/all-last-data');
  expect(asked.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"', '"1"']);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  close();
});

it('the link is live with the stream, polling without it, down without both, and live again', async () => {
  const { server, states, pass, close } = startLink();
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
  const { states, pass, close } = startLink(silent);
  FakeEventSource.current.breakOff();
  expect(states).toEqual(['connecting']);
  await pass(POLL_INTERVAL_MS);
  expect(states).toEqual(['connecting', 'down']);
  close();
});

it('R4.5 a server that hangs with its connections open is down within one poll interval of its last sign of life', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.startPings();
  await pass(10 * PING_INTERVAL_MS);
  FakeEventSource.current.stopPings();
  Object.assign(server.routes, silent);
  await pass(POLL_INTERVAL_MS);
  expect(states).toEqual(['live', 'down']);
  close();
});

it('R4.5 a hanging server stays down while the stream is replaced, and is live with its first word', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  const working = { ...server.routes };
  Object.assign(server.routes, silent);
  await pass(60_000);
  expect(states).toEqual(['live', 'down']);
  Object.assign(server.routes, working);
  FakeEventSource.current.emit('snapshot', { now: T + 60, last_data: [], online: [], commands: [] });
  expect(states).toEqual(['live', 'down', 'live']);
  close();
});

it('R4.5 a hanging server that goes on is live with the first ping, on the same stream', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  Object.assign(server.routes, silent);
  await pass(POLL_INTERVAL_MS);
  FakeEventSource.current.emit('ping', { now: T + 6 });
  expect(states).toEqual(['live', 'down', 'live']);
  expect(FakeEventSource.opened).toHaveLength(1);
  close();
});

it('R6 a stream that the server closes for too many streams is not opened again; the poll goes on', async () => {
  const { server, states, onLiveEvent, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  FakeEventSource.current.emit('closed', { reason: 'too_many_streams' });
  expect(onLiveEvent).toHaveBeenLastCalledWith({ event: 'closed', data: { reason: 'too_many_streams' } });
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
  const asked = server.asked.length;
  await pass(10 * POLL_INTERVAL_MS);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(states.at(-1)).toBe('polling');
  expect(server.asked.length).toBeGreaterThanOrEqual(asked + 20);
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R4.5 a quiet stream beside a server that answers polls is polling, not down', async () => {
  const { states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(POLL_INTERVAL_MS);
  expect(states).toEqual(['live', 'polling']);
  FakeEventSource.current.emit('ping', { now: T + 6 });
  expect(states).toEqual(['live', 'polling', 'live']);
  close();
});

it('R6.3 a poll that hangs beside a stream that pings changes nothing', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.startPings();
  Object.assign(server.routes, silent);
  await pass(30_000);
  expect(states).toEqual(['live']);
  close();
});

it.each([502, 503, 504])('R4.5 a proxy that answers %i in place of the server: down', async (status) => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  for (const path of Object.keys(server.routes)) server.routes[path] = () => ({ status });
  FakeEventSource.current.refuse();
  await pass(0);
  expect(states).toEqual(['live', 'connecting', 'down']);
  close();
});

it('an event that is not JSON, or of another shape, is dropped, and the stream goes on', () => {
  const { store, states, close } = startLink();
  FakeEventSource.current.emitText('last-data', '{');
  FakeEventSource.current.emit('last-data', { device_id: ID, data: 'none' });
  expect(states).toEqual([]);
  FakeEventSource.current.emit('last-data', withPressure(T, 4));
  expect(store.device(ID).last?.data.pressure).toBe(4);
  close();
});

it('a row of the poll that does not fit is dropped, and the others count', async () => {
  const { store, pass, close } = startLink({
    '/actual-data/all-last-data': () => ({ json: [{ device_id: ID }, withPressure(T, 4)] }),
    '/api-requests/online-devices': () => ({ json: [7, ID] }),
  });
  await pass(0);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  close();
});

it('a stream that falls silent is replaced', async () => {
  const { states, pass, close } = startLink();
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
  const { pass, close } = startLink();
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
  const { pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(2);
  FakeEventSource.current.breakOff();
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(3);
  close();
});

it('R6 a server that is away is knocked at every second, also after an hour', async () => {
  const { server, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  Object.assign(server.routes, broken);
  await pass(3600_000);
  const tried = FakeEventSource.opened.length;
  for (const attempt of [1, 2, 3]) {
    FakeEventSource.current.breakOff();
    await pass(1000);
    expect(FakeEventSource.opened).toHaveLength(tried + attempt);
  }
  close();
});

it('R6 so is one that went while only polls came through: a failed attempt asks whether it is still there', async () => {
  const { server, pass, close } = startLink();
  FakeEventSource.current.breakOff();
  for (const waitMs of [1000, 2000, 4000, 8000]) {
    await pass(waitMs);
    FakeEventSource.current.breakOff();
  }
  const tried = FakeEventSource.opened.length;
  Object.assign(server.routes, broken);
  await pass(16_000);
  const sinceGone = FakeEventSource.opened.length;
  expect(sinceGone).toBeGreaterThan(tried);
  for (const attempt of [1, 2, 3]) {
    FakeEventSource.current.breakOff();
    await pass(1000);
    expect(FakeEventSource.opened).toHaveLength(sinceGone + attempt);
  }
  close();
});

it('R6 the first poll that a server answers again brings the stream at once, and says that much was missed', async () => {
  const { server, onLiveEvent, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  const working = { ...server.routes };
  Object.assign(server.routes, broken);
  FakeEventSource.current.refuse();
  await pass(6000);
  const tried = FakeEventSource.opened.length;
  onLiveEvent.mockClear();
  Object.assign(server.routes, working);
  await pass(6000);
  expect(FakeEventSource.opened).toHaveLength(tried + 1);
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CONNECTING);
  expect(onLiveEvent).toHaveBeenCalledWith({ event: 'missed', data: null });
  close();
});

it('R3.8 a refused stream makes the console ask who it is, and tries again', async () => {
  const { checkSession, pass, close } = startLink();
  FakeEventSource.current.refuse();
  expect(checkSession).toHaveBeenCalledTimes(1);
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R3.8 so does a poll that is answered 401', async () => {
  const { checkSession, pass, close } = startLink({
    '/actual-data/all-last-data': () => ({ status: 401, json: { detail: 'UNAUTHORIZED' } }),
    '/api-requests/online-devices': () => ({ json: [] }),
  });
  await pass(0);
  expect(checkSession).toHaveBeenCalledTimes(1);
  close();
});

it('R7.2 a device outside the own list is named to the stream and to the poll', async () => {
  const { server, pass, close } = startLink(pollRoutes([], []), { deviceIds: [ID] });
  await pass(0);
  expect(FakeEventSource.current).toMatchObject({
    url: `/api/actual-data/stream?device_id=${ID}`,
    withCredentials: true,
  });
  expect(server.askedFor('/actual-data/all-last-data')[0]?.path).toContain(`?device_id=${ID}`);
  close();
});

it('the server tells its time in events and in the Date of its answers', async () => {
  const { onServerTime, pass, close } = startLink({
    ...pollRoutes([], []),
    '/api-requests/online-devices': () => ({ json: [], headers: { Date: new Date(T * 1000).toUTCString() } }),
  });
  FakeEventSource.current.emit('resumed', { now: T + 1 });
  await pass(0);
  expect(onServerTime.mock.calls).toEqual([[T + 1], [T]]);
  close();
});

it('a stream that could not resume says that something may have been missed, the first one does not', async () => {
  const { onLiveEvent, close } = startLink();
  const told = () => onLiveEvent.mock.calls.map(([{ event }]) => event);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(told()).toEqual(['snapshot']);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(told()).toEqual(['snapshot', 'snapshot', 'missed']);
  close();
});

it('a first snapshot that came only at a later attempt says so, too', async () => {
  const { onLiveEvent, pass, close } = startLink();
  FakeEventSource.current.refuse();
  await pass(1000);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(onLiveEvent).toHaveBeenLastCalledWith({ event: 'missed', data: null });
  close();
});

it('R6.2 a closed link asks nothing more and leaves no timer', async () => {
  const { server, onLiveEvent, pass, close } = startLink();
  await pass(0);
  FakeEventSource.current.emit('devices', {});
  expect(onLiveEvent.mock.calls).toEqual([[{ event: 'devices', data: {} }]]);
  close();
  expect(vi.getTimerCount()).toBe(0);
  window.dispatchEvent(new Event('online'));
  await pass(60_000);
  expect(server.asked).toHaveLength(2);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
});
