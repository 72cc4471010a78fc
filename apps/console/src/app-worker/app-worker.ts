import { buildOfPage, isServerAway, ruleOf, type WorkerRequest } from './cache-rules.ts';
import { noticeOf, openNotice } from './push-notice.ts';

/** The service worker of the installed app (docs/decisions/0023). It caches the page and its files, never data; it shows notifications. */
declare const self: ServiceWorkerGlobalScope;
/** Written by `vite-app-worker.ts`. */
declare const BUILD: string;
declare const FILES: readonly string[];

const PREFIX = 'console-';
const CACHE = `${PREFIX}${BUILD}`;
const PAGE = '/';
/** A network that is slower than this counts as none, if there is a cached page. */
const PAGE_TIMEOUT_MS = 3000;
const files = new Set(FILES);

const cached = async (path: string) => (await caches.open(CACHE)).match(path);

/** The page of another build would name files that this cache does not have: fail, the browser tries again later. */
async function fetchPage() {
  const page = await fetch(PAGE, { cache: 'no-store' });
  if (buildOfPage(await page.clone().text()) !== BUILD) throw new Error('The server has another build');
  return page;
}

/** One file at a time: over HTTP/1.1 a browser has six connections, and a STOP must find a free one. */
async function fillCache() {
  const page = await fetchPage();
  const cache = await caches.open(CACHE);
  for (const file of files) {
    const known = await caches.match(file);
    await (known ? cache.put(file, known) : cache.add(file));
  }
  await cache.put(PAGE, page);
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

const timeout = () => new Promise<undefined>((done) => setTimeout(done, PAGE_TIMEOUT_MS));

/** Network first, so that an old page never hides a new version. */
async function openPage(request: Request) {
  const coming = fetch(request);
  const answer = await Promise.race([coming, timeout()]).catch(() => undefined);
  if (answer && !isServerAway(answer.status)) return answer;
  return (await cached(PAGE)) ?? coming;
}

const textOf = (data: PushMessageData | null) => {
  try {
    return data?.text() ?? '';
  } catch {
    return '';
  }
};

function showNotice(data: PushMessageData | null) {
  const { title, options } = noticeOf(textOf(data), self.navigator.language);
  return self.registration.showNotification(title, options);
}

self.addEventListener('install', (event) => event.waitUntil(fillCache()));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const rule = ruleOf(request, self.location.origin, files);
  if (rule === 'page') event.respondWith(openPage(request));
  if (rule === 'file')
    event.respondWith(cached(new URL(request.url).pathname).then((file) => file ?? fetch(request)));
});
self.addEventListener('message', ({ data, ports }: ExtendableMessageEvent & { data: WorkerRequest }) => {
  if (data === 'activate') void self.skipWaiting();
  if (data === 'build') ports[0]?.postMessage(BUILD);
});
self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotice(event.notification, self.clients, self.location.origin, event.action)),
);
