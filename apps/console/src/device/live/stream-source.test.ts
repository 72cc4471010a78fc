import { beforeEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-server.ts';
import type { FromWorker, ToWorker } from './shared-streams.ts';

class FakeSharedWorker {
  static started: FakeSharedWorker[] = [];
  onerror: (() => void) | null = null;
  readonly sent: string[] = [];
  readonly port = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    postMessage: (message: ToWorker) => this.sent.push(message === 'close' ? message : message.login),
    close: vi.fn(),
  };
  constructor() {
    FakeSharedWorker.started.push(this);
  }
  answer(data: FromWorker) {
    this.port.onmessage?.({ data });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeSharedWorker.started = [];
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** The module begins anew: it remembers a worker that has failed. */
async function start(Worker?: unknown) {
  vi.stubGlobal('SharedWorker', Worker);
  const { openSource } = await import('./stream-source.ts');
  const received: string[] = [];
  const open = () =>
    openSource({
      url: '/api/stream',
      deviceIds: ['m1'],
      login: 'a',
      onEvent: (name, text) => received.push(`${name} ${text}`),
      onError: (isRefused) => received.push(isRefused ? 'refused' : 'lost'),
    });
  return { open, received };
}
const worker = () => FakeSharedWorker.started.at(-1) as FakeSharedWorker;
const ownStreams = () => FakeEventSource.opened.map(({ url }) => url);

it('the stream of the shared worker reaches the window until it closes', async () => {
  const { open, received } = await start(FakeSharedWorker);
  const close = open();
  worker().answer('joined');
  worker().answer({ name: 'ping', text: '{}' });
  worker().answer({ isRefused: false });
  worker().answer({ isRefused: true });
  close();
  worker().answer({ name: 'ping', text: '{}' });
  expect(received).toEqual(['ping {}', 'lost', 'refused']);
  expect(worker().sent).toEqual(['a', 'close']);
  expect(ownStreams()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a page that is left and kept by the browser joins again when it is shown', async () => {
  const { open } = await start(FakeSharedWorker);
  open();
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(worker().sent).toEqual(['a', 'close', 'a']);
});

it.each([
  ['cannot be loaded', () => worker().onerror?.()],
  ['does not answer', () => vi.advanceTimersByTime(5000)],
])('after a worker that %s the window opens a stream of its own', async (_case, fail) => {
  const { open, received } = await start(FakeSharedWorker);
  const close = open();
  fail();
  expect(received).toEqual(['lost']);
  close();
  open();
  expect(ownStreams()).toEqual(['/api/stream?device_id=m1']);
});

it.each([
  ['without shared workers', undefined],
  [
    'that refuses them',
    class {
      constructor() {
        throw new DOMException('denied', 'SecurityError');
      }
    },
  ],
])('in a browser %s the window has a stream of its own', async (_case, Worker) => {
  const { open, received } = await start(Worker);
  open();
  FakeEventSource.current.emit('ping', { now: 1 });
  FakeEventSource.current.refuse();
  expect(received).toEqual(['ping {"now":1}', 'refused']);
  expect(ownStreams()).toEqual(['/api/stream?device_id=m1']);
});
