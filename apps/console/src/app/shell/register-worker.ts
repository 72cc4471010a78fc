import type { WorkerRequest } from '../../app-worker/cache-rules.ts';

const CHECK_MS = 15 * 60_000;
/** The new worker takes over at once; if it does not, the page reloads nevertheless and gets the new version. */
const TAKE_OVER_MS = 3000;

const ownBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;
const send = (worker: ServiceWorker, request: WorkerRequest, ports: MessagePort[] = []) =>
  worker.postMessage(request, ports);

const buildOf = (worker: ServiceWorker) =>
  new Promise<unknown>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    send(worker, 'build', [port2]);
  });

function activateAndReload({ waiting }: ServiceWorkerRegistration) {
  const reload = () => window.location.reload();
  if (!waiting) return reload();
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && reload());
  setTimeout(reload, TAKE_OVER_MS);
  send(waiting, 'activate');
}

/**
 * Reports how to reload when a worker of another build is ready, also one that another tab has activated. A page that
 * already is of that build, since navigation uses the network first, activates the worker without a notice.
 */
export async function registerWorker(
  container: ServiceWorkerContainer,
  onUpdate: (reload: (() => void) | null) => void,
) {
  const registration = await container.register('/app-worker.js');
  async function compare(worker: ServiceWorker | null) {
    if (!worker) return;
    const isOther = (await buildOf(worker)) !== ownBuild();
    onUpdate(isOther ? () => activateAndReload(registration) : null);
    if (!isOther && worker === registration.waiting) send(worker, 'activate');
  }
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && void compare(worker));
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  container.addEventListener('controllerchange', () => void compare(container.controller));
  await compare(registration.waiting);

  const update = () => void registration.update().catch(() => undefined);
  setInterval(update, CHECK_MS);
  document.addEventListener('visibilitychange', () => document.hidden || update());
}
