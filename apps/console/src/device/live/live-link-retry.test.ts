import { PING_INTERVAL_MS } from '@manoboard/contract/live';
import { expect, it } from 'vitest';
import { FakeEventSource } from '../../testing/fake-server.ts';
import { broken, freezeLink, startLink } from '../../testing/live-link.ts';
import { T } from '../../testing/live-page.tsx';

/** An open stream that is silent for this long is replaced. */
const SILENCE_MS = 5 * PING_INTERVAL_MS;

freezeLink();

it('a silent stream is replaced', async () => {
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

it('after a disconnect the browser resumes the stream once, then retries back off exponentially', async () => {
  const { pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  FakeEventSource.current.disconnect();
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(1);
  FakeEventSource.current.disconnect();
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
    FakeEventSource.current.disconnect();
  }
  close();
});

it('R6 a stream that breaks before its first event is retried without the browser, which has nothing to resume', async () => {
  const { pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  window.dispatchEvent(new Event('online'));
  expect(FakeEventSource.opened).toHaveLength(2);
  FakeEventSource.current.disconnect();
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(3);
  close();
});

it('R6 the stream is retried every second while the server is down, also after an hour', async () => {
  const { server, pass, close } = startLink();
  FakeEventSource.current.emit('resumed', { now: T });
  Object.assign(server.routes, broken);
  await pass(3600_000);
  const tried = FakeEventSource.opened.length;
  for (const attempt of [1, 2, 3]) {
    FakeEventSource.current.disconnect();
    await pass(1000);
    expect(FakeEventSource.opened).toHaveLength(tried + attempt);
  }
  close();
});

it('R6 a failed retry polls at once, so a server that goes down during polling is retried every second', async () => {
  const { server, pass, close } = startLink();
  FakeEventSource.current.disconnect();
  for (const waitMs of [1000, 2000, 4000, 8000]) {
    await pass(waitMs);
    FakeEventSource.current.disconnect();
  }
  const tried = FakeEventSource.opened.length;
  Object.assign(server.routes, broken);
  await pass(16_000);
  const sinceGone = FakeEventSource.opened.length;
  expect(sinceGone).toBeGreaterThan(tried);
  for (const attempt of [1, 2, 3]) {
    FakeEventSource.current.disconnect();
    await pass(1000);
    expect(FakeEventSource.opened).toHaveLength(sinceGone + attempt);
  }
  close();
});

it('R6 the first poll that succeeds again retries the stream at once and reports missed events', async () => {
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

it('R3.8 a refused stream checks the session and is retried', async () => {
  const { checkSession, pass, close } = startLink();
  FakeEventSource.current.refuse();
  expect(checkSession).toHaveBeenCalledTimes(1);
  await pass(1000);
  expect(FakeEventSource.opened).toHaveLength(2);
  close();
});

it('R3.8 a poll that is answered 401 checks the session', async () => {
  const { checkSession, pass, close } = startLink({
    '/actual-data/all-last-data': () => ({ status: 401, json: { detail: 'UNAUTHORIZED' } }),
    '/api-requests/online-devices': () => ({ json: [] }),
  });
  await pass(0);
  expect(checkSession).toHaveBeenCalledTimes(1);
  close();
});

it('a second snapshot reports missed events, the first one does not', async () => {
  const { onLiveEvent, close } = startLink();
  const eventNames = () => onLiveEvent.mock.calls.map(([{ event }]) => event);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(eventNames()).toEqual(['snapshot']);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(eventNames()).toEqual(['snapshot', 'snapshot', 'missed']);
  close();
});

it('a first snapshot after a failed attempt reports missed events', async () => {
  const { onLiveEvent, pass, close } = startLink();
  FakeEventSource.current.refuse();
  await pass(1000);
  FakeEventSource.current.emit('snapshot', { now: T, last_data: [], online: [], commands: [] });
  expect(onLiveEvent).toHaveBeenLastCalledWith({ event: 'missed', data: null });
  close();
});
