import { PING_INTERVAL_MS } from '@manoboard/contract/live';
import { expect, it, vi } from 'vitest';
import { FakeEventSource, type Handler, pollRoutes } from '../../testing/fake-server.ts';
import { broken, freezeLink, silent, startLink, withPressure } from '../../testing/live-link.ts';
import { ID, T } from '../../testing/live-page.tsx';
import { POLL_INTERVAL_MS } from './live-link.ts';

freezeLink();

it('stream and poll write into one store, and newer data wins', async () => {
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

it('R6.1 the poll runs every 6 s beside the stream and sends conditional requests', async () => {
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
  const requests = server.requestsTo('/actual-data/all-last-data');
  expect(requests.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"1"', '"1"']);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  close();
});

it('R4.4 a poll tells a board whose server has gone from one that is offline, without a stream', async () => {
  const rows = [{ ...withPressure(T, 4), connecting: true as const }];
  const { server, store, pass, close } = startLink(pollRoutes(rows, []));
  await pass(0);
  expect(store.device(ID)).toMatchObject({ last: { data: { pressure: 4 } } });
  expect(store.device(ID).isOnline).toBeUndefined();
  expect(store.device(ID).last).not.toHaveProperty('connecting');
  Object.assign(server.routes, pollRoutes([withPressure(T, 4)], []));
  await pass(POLL_INTERVAL_MS);
  expect(store.device(ID).isOnline).toBe(false);
  close();
});

it('the link state is live with the stream, polling without it, down without both, and live again after a reconnect', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  expect(states).toEqual(['live']);
  await pass(0);
  FakeEventSource.current.disconnect();
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

it('the link state is connecting, not down, until the first poll has failed', async () => {
  const { states, pass, close } = startLink(silent);
  FakeEventSource.current.disconnect();
  expect(states).toEqual(['connecting']);
  await pass(POLL_INTERVAL_MS);
  expect(states).toEqual(['connecting', 'down']);
  close();
});

it('R4.5 the link state is down within one poll interval after a server hangs with open connections', async () => {
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

it('R4.5 the link state stays down while the stream to a hanging server is replaced, and is live after its first event', async () => {
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

it('R4.5 the link state is live with the first ping of a server that resumes, on the same stream', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  Object.assign(server.routes, silent);
  await pass(POLL_INTERVAL_MS);
  FakeEventSource.current.emit('ping', { now: T + 6 });
  expect(states).toEqual(['live', 'down', 'live']);
  expect(FakeEventSource.opened).toHaveLength(1);
  close();
});

it('R6 a stream that the server closes for too many streams is not reopened, and polling continues', async () => {
  const { server, states, onLiveEvent, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  FakeEventSource.current.emit('closed', { reason: 'too_many_streams' });
  expect(onLiveEvent).toHaveBeenLastCalledWith({ event: 'closed', data: { reason: 'too_many_streams' } });
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
  const requestCount = server.requests.length;
  await pass(10 * POLL_INTERVAL_MS);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(states.at(-1)).toBe('polling');
  expect(server.requests.length).toBeGreaterThanOrEqual(requestCount + 20);
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R6 a stream that the server closes because it stops is opened again at once, without a word to the page', async () => {
  const { onLiveEvent, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(0);
  FakeEventSource.current.emit('closed', { reason: 'moving' });
  await pass(500);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(onLiveEvent).not.toHaveBeenCalledWith(expect.objectContaining({ event: 'closed' }));
  close();
});

it('R4.5 the link state is polling, not down, when the stream is quiet and polls succeed', async () => {
  const { states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  await pass(POLL_INTERVAL_MS);
  expect(states).toEqual(['live', 'polling']);
  FakeEventSource.current.emit('ping', { now: T + 6 });
  expect(states).toEqual(['live', 'polling', 'live']);
  close();
});

it('R6.3 a hanging poll does not change the link state while the stream sends pings', async () => {
  const { server, states, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.startPings();
  Object.assign(server.routes, silent);
  await pass(30_000);
  expect(states).toEqual(['live']);
  close();
});

it.each([502, 503, 504])(
  'R4.5 the link state is down when a proxy answers %i for the server',
  async (status) => {
    const { server, states, pass, close } = startLink();
    FakeEventSource.current.emit('resumed', { now: T });
    for (const path of Object.keys(server.routes)) server.routes[path] = () => ({ status });
    FakeEventSource.current.refuse();
    await pass(0);
    expect(states).toEqual(['live', 'connecting', 'down']);
    close();
  },
);

it('an event that is not JSON or fails its schema is dropped, and the stream stays open', () => {
  const { store, states, close } = startLink();
  FakeEventSource.current.emitText('last-data', '{');
  FakeEventSource.current.emit('last-data', { device_id: ID, data: 'none' });
  expect(states).toEqual([]);
  FakeEventSource.current.emit('last-data', withPressure(T, 4));
  expect(store.device(ID).last?.data.pressure).toBe(4);
  close();
});

it('a row of the poll that fails its schema is dropped, and the others are stored', async () => {
  const { store, pass, close } = startLink({
    '/actual-data/all-last-data': () => ({ json: [{ device_id: ID }, withPressure(T, 4)] }),
    '/api-requests/online-devices': () => ({ json: [7, ID] }),
  });
  await pass(0);
  expect(store.device(ID)).toMatchObject({ isOnline: true, last: { data: { pressure: 4 } } });
  close();
});

it('R8 values of a provider without times are those of each answer', async () => {
  const data = {
    on_off_state_r: '1',
    modbus: 2,
    frequency_fc: 40,
    pressure_control: 0,
    required_pressure: 4,
  };
  const { store, pass, close } = startLink({
    '/actual-data/all-last-data': () => ({ json: [{ device_id: ID, data }] }),
    '/api-requests/online-devices': () => ({ json: [ID] }),
  });
  for (const atS of [T, T + POLL_INTERVAL_MS / 1000]) {
    await pass(0);
    const { last } = store.device(ID);
    expect(last).toMatchObject({ ts: atS, received_at: atS, fc: null, data: { on_off_state_r: 1 } });
    await pass(POLL_INTERVAL_MS);
  }
  close();
});

it('R7.2 stream and poll request a device outside the own list by its ID', async () => {
  const { server, pass, close } = startLink(pollRoutes([], []), { deviceIds: [ID] });
  await pass(0);
  expect(FakeEventSource.current).toMatchObject({
    url: `/api/actual-data/stream?device_id=${ID}`,
    withCredentials: true,
  });
  expect(server.requestsTo('/actual-data/all-last-data')[0]?.path).toContain(`?device_id=${ID}`);
  close();
});

it('the link reads the time of the server from events and from the Date header', async () => {
  const { onServerTime, pass, close } = startLink({
    ...pollRoutes([], []),
    '/api-requests/online-devices': () => ({ json: [], headers: { Date: new Date(T * 1000).toUTCString() } }),
  });
  FakeEventSource.current.emit('resumed', { now: T + 1 });
  await pass(0);
  expect(onServerTime.mock.calls).toEqual([[T + 1, false], [T]]);
  close();
});

it('R6.2 a closed link sends no requests and leaves no timer', async () => {
  const { server, onLiveEvent, pass, close } = startLink();
  await pass(0);
  FakeEventSource.current.emit('devices', {});
  expect(onLiveEvent.mock.calls).toEqual([[{ event: 'devices', data: {} }]]);
  close();
  expect(vi.getTimerCount()).toBe(0);
  window.dispatchEvent(new Event('online'));
  await pass(60_000);
  expect(server.requests).toHaveLength(2);
  expect(FakeEventSource.opened).toHaveLength(1);
  expect(FakeEventSource.current.readyState).toBe(FakeEventSource.CLOSED);
});
