import { beforeEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-server.ts';
import { createSharedStreams, type FromWorker } from './shared-streams.ts';

beforeEach(() => {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});

const names = ['snapshot', 'resumed', 'ping', 'devices', 'closed'];
const snapshot = { now: 1, last_data: [], online: [], commands: [] };

function start() {
  const streams = createSharedStreams();
  return function openWindow(change: { deviceIds?: string[]; login?: string } = {}) {
    const received: string[] = [];
    const one = {
      send(message: FromWorker) {
        if (message === 'joined') return;
        received.push('name' in message ? message.name : message.isRefused ? 'refused' : 'lost');
      },
    };
    const wish = { url: '/stream', deviceIds: [], login: 'a', names, ...change };
    const join = () => streams.join(one, wish);
    join();
    return { received, join, leave: () => streams.leave(one) };
  };
}
const openStreams = () => FakeEventSource.opened.filter(({ readyState }) => readyState !== 2);
const newest = () => FakeEventSource.current;

it('windows that join before the state has come share one stream and its snapshot', () => {
  const openWindow = start();
  const windows = Array.from({ length: 20 }, () => openWindow());
  expect(FakeEventSource.opened).toHaveLength(1);
  newest().emit('snapshot', snapshot);
  newest().emit('devices', {});
  for (const { received } of windows) expect(received).toEqual(['snapshot', 'devices']);
});

it('a window that joins later gets a snapshot of its own, and no other window loses an event', () => {
  const openWindow = start();
  const first = openWindow();
  const earlier = newest();
  earlier.emit('snapshot', snapshot);
  const second = openWindow();
  earlier.emit('devices', {});
  newest().emit('snapshot', snapshot);
  // On its way when the new stream began.
  earlier.emit('devices', {});
  newest().emit('ping', { now: 2 });
  expect(first.received).toEqual(['snapshot', 'devices', 'devices', 'ping']);
  expect(second.received).toEqual(['snapshot', 'ping']);
  expect(openStreams()).toEqual([newest()]);
});

it('the stream names the devices of all its windows', () => {
  const openWindow = start();
  openWindow({ deviceIds: ['m2'] });
  const other = openWindow({ deviceIds: ['m1'] });
  expect(newest().url).toBe('/stream?device_id=m2&device_id=m1');
  newest().emit('snapshot', snapshot);
  other.leave();
  openWindow();
  expect(newest().url).toBe('/stream?device_id=m2');
});

it('a window whose devices the server would refuse together with those of others gets another stream', () => {
  const openWindow = start();
  const many = (from: string) => Array.from({ length: 150 }, (_, n) => `${from}${n}`);
  const [first, second] = [openWindow({ deviceIds: many('a') }), openWindow({ deviceIds: many('b') })];
  for (const one of openStreams()) one.emit('snapshot', snapshot);
  expect(openStreams()).toHaveLength(2);
  expect([first.received, second.received]).toEqual([['snapshot'], ['snapshot']]);
});

it('the stream goes on when the window that opened it closes, and ends with the last one', () => {
  const openWindow = start();
  const windows = [openWindow(), openWindow()];
  newest().emit('snapshot', snapshot);
  windows[0]?.leave();
  newest().emit('devices', {});
  expect(windows[1]?.received).toEqual(['snapshot', 'devices']);
  expect(openStreams()).toHaveLength(1);
  windows[1]?.leave();
  expect(openStreams()).toEqual([]);
});

it('R1.5 R3.8 windows of another login never share a stream: those of the earlier one are refused', () => {
  const openWindow = start();
  const before = openWindow({ login: 'a' });
  const earlier = newest();
  earlier.emit('snapshot', snapshot);
  const after = openWindow({ login: 'b' });
  expect(earlier.readyState).toBe(FakeEventSource.CLOSED);
  newest().emit('snapshot', snapshot);
  before.join();
  expect(before.received).toEqual(['snapshot', 'refused', 'refused']);
  expect(after.received).toEqual(['snapshot']);
  expect(openStreams()).toHaveLength(1);
});

it('all windows hear of a lost stream, and of its return', () => {
  const openWindow = start();
  const windows = [openWindow(), openWindow()];
  newest().emit('snapshot', snapshot);
  newest().disconnect();
  newest().emit('resumed', { now: 3 });
  for (const { received } of windows) expect(received).toEqual(['snapshot', 'lost', 'resumed']);
});

it('windows that wait for a lost stream take the snapshot of the next one', () => {
  const openWindow = start();
  const waiting = openWindow();
  newest().emit('snapshot', snapshot);
  newest().disconnect();
  openWindow();
  newest().emit('snapshot', snapshot);
  newest().emit('devices', {});
  expect(waiting.received).toEqual(['snapshot', 'lost', 'snapshot', 'devices']);
  expect(openStreams()).toEqual([newest()]);
});

it('a stream that is refused is refused to the windows that wait for it alone', () => {
  const openWindow = start();
  const first = openWindow();
  const current = newest();
  current.emit('snapshot', snapshot);
  const second = openWindow();
  newest().refuse();
  current.emit('devices', {});
  expect(first.received).toEqual(['snapshot', 'devices']);
  expect(second.received).toEqual(['refused']);
});

it('a stream that the server closes for the new one stops no window', () => {
  const openWindow = start();
  const first = openWindow();
  const current = newest();
  current.emit('snapshot', snapshot);
  openWindow();
  newest().emit('snapshot', snapshot);
  current.emit('closed', { reason: 'too_many_streams' });
  current.disconnect();
  newest().emit('devices', {});
  expect(first.received).toEqual(['snapshot', 'devices']);
});
