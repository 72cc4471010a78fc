import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerWorker } from './register-worker.ts';

/** A worker that answers with its build. */
class FakeWorker extends EventTarget {
  state = 'installing';
  received: unknown[] = [];
  readonly build: string;
  constructor(build: string) {
    super();
    this.build = build;
  }
  postMessage(data: unknown, [port]: MessagePort[] = []) {
    this.received.push(data);
    if (data === 'build') port?.postMessage(this.build);
    if (data === 'activate') this.move('activated');
  }
  move(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  update = vi.fn(async () => undefined);
  find(worker: FakeWorker) {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }
  install(worker: FakeWorker) {
    this.find(worker);
    Object.assign(this, { installing: null, waiting: worker });
    worker.move('installed');
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
  document.head.innerHTML = '<meta name="build" content="old" />';
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.innerHTML = '';
});

async function register(waiting: FakeWorker | null = null) {
  const registration = Object.assign(new FakeRegistration(), { waiting });
  const container = Object.assign(new EventTarget(), {
    register: async () => registration,
    controller: null as FakeWorker | null,
  });
  const onUpdate = vi.fn<(reload: (() => void) | null) => void>();
  await registerWorker(container as unknown as ServiceWorkerContainer, onUpdate);
  return { registration, container, onUpdate, reload: () => onUpdate.mock.lastCall?.[0] };
}
const spyReload = () => vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);

it('a new build is reported when its worker is installed, not before', async () => {
  const { registration, onUpdate, reload } = await register();
  const worker = new FakeWorker('new');
  registration.find(worker);
  expect(onUpdate).not.toHaveBeenCalled();
  registration.install(worker);
  await vi.waitFor(() => expect(reload()).toBeTypeOf('function'));
});

it('a worker that waits when the page opens is reported', async () => {
  const { reload } = await register(new FakeWorker('new'));
  expect(reload()).toBeTypeOf('function');
});

it('the page reloads on request only, after the new worker has taken over', async () => {
  const reloadPage = spyReload();
  const waiting = new FakeWorker('new');
  const { reload } = await register(waiting);
  expect(waiting.received).toEqual(['build']);
  expect(reloadPage).not.toHaveBeenCalled();
  reload()?.();
  expect(waiting.received).toEqual(['build', 'activate']);
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('a page of the new build activates the worker and reports nothing', async () => {
  const waiting = new FakeWorker('old');
  const { reload } = await register(waiting);
  expect(reload()).toBeNull();
  expect(waiting.received).toEqual(['build', 'activate']);
});

it('a page is told when another tab has activated a new build, and reloads without a waiting worker', async () => {
  const reloadPage = spyReload();
  const { container, reload } = await register();
  container.controller = new FakeWorker('new');
  container.dispatchEvent(new Event('controllerchange'));
  await vi.waitFor(() => expect(reload()).toBeTypeOf('function'));
  expect(reloadPage).not.toHaveBeenCalled();
  reload()?.();
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('an open page checks for a new build every 15 minutes', async () => {
  const { registration } = await register();
  vi.advanceTimersByTime(15 * 60_000);
  expect(registration.update).toHaveBeenCalledOnce();
});
