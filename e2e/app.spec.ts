import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from '@manoboard/testkit/free-port';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overflowsAt, stopTransitions, violations } from './looks/screen-checks.ts';
import { login, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

/** The server behind a proxy that can be away, and that can deliver the next build. */
async function startDeployment(product: Product) {
  const server = new URL(product.url);
  let isNext = false;
  /** The next build has another identity, and its page another language of its root element. */
  const toNext = (text: string, build: string) =>
    text.replaceAll(build, 'next').replace('lang="sk"', 'lang="en"');
  const buildOf = (html: string) => /name="build" content="(\w+)"/.exec(html)?.[1] ?? '';

  async function sendNext(path: string, response: ServerResponse) {
    const build = buildOf(await (await fetch(product.url)).text());
    const file = await fetch(product.url + path, { headers: { 'accept-encoding': 'identity' } });
    const headers = Object.fromEntries(
      [...file.headers].filter(([name]) => !/^(content-length|content-encoding|etag)$/.test(name)),
    );
    response.writeHead(file.status, headers).end(toNext(await file.text(), build));
  }

  function forward(incoming: IncomingMessage, response: ServerResponse) {
    const headers = { ...incoming.headers, host: server.host };
    if (headers.origin) headers.origin = server.origin;
    const { url: path, method } = incoming;
    const behind = request({ host: server.hostname, port: server.port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    behind.on('error', () => response.destroy());
    response.on('close', () => behind.destroy());
    incoming.pipe(behind);
  }

  const listener = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    const isBuilt = incoming.method === 'GET' && /^\/($|admin|auth|app-worker\.js)/.test(path);
    if (isNext && isBuilt) void sendNext(path, response);
    else forward(incoming, response);
  });
  const port = await freePort();
  const start = () => new Promise<void>((done) => listener.listen(port, server.hostname, done));
  const stop = () =>
    new Promise((done) => {
      listener.close(done);
      listener.closeAllConnections();
    });
  await start();
  return {
    url: `http://${server.hostname}:${port}`,
    start,
    stop,
    deployNext() {
      isNext = true;
    },
  };
}

let product: Product;
let deployment: Awaited<ReturnType<typeof startDeployment>>;
beforeAll(async () => {
  product = await startProduct();
  deployment = await startDeployment(product);
});
afterAll(async () => {
  await deployment.stop();
  await product.stop();
});

const { app, device, control } = texts.sk;

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
/** Paths of all cached files, and the keys of the storage. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
    return {
      caches: await caches.keys(),
      paths: requests.map(({ url }) => new URL(url).pathname),
      keys: Object.keys(localStorage),
    };
  });

/** Delivers a push message to the worker of the page, as the push service of the browser does. */
async function pushTo(page: Page, data: string) {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) done(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const message = { origin: deployment.url, registrationId: await registered, data };
  await devTools.send('ServiceWorker.deliverPushMessage', message);
  await devTools.detach();
}
const worker = (page: Page) => page.context().serviceWorkers()[0];
/** A browser without a screen shows no notifications: the worker records them instead. */
const recordNotifications = (page: Page) =>
  worker(page)?.evaluate(`self.shown = [];
    registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });`);
/** A click on the first of them, which a browser without a screen cannot receive either. */
const clickNotification = (page: Page) =>
  worker(page)?.evaluate(`dispatchEvent(Object.assign(new Event('notificationclick'), {
    notification: { data: self.shown[0].data, close() {} },
    waitUntil: (opening) => opening.catch(() => {}),
  }))`);

it('the installed app starts without the server, shows notifications, updates on a click and keeps nothing after the logout', async () => {
  const page = await product.visit({ baseURL: deployment.url, serviceWorkers: 'allow' });
  await stopTransitions(page);
  await login(page, 'owner@demo.local');
  await page.goto('/admin/overview?device=MNB-DE0001');
  await page.getByText('kWh').first().waitFor();
  await waitForWorker(page);
  await expect.poll(async () => (await stored(page)).keys).toContain('lastKnown');
  const before = await stored(page);
  expect(before.paths).toContain('/');
  expect(before.paths.filter((path) => !/^\/(assets\/|$)/.test(path))).toEqual([]);

  // Without the server: the last known values, marked, and nothing to control.
  await deployment.stop();
  await page.reload();
  await page.getByText(device.linkDown).waitFor();
  await page.getByText(control.serverDown).waitFor();
  await page.getByText('kWh').first().waitFor();
  expect(await page.getByText(/Posledné spojenie so serverom/).count()).toBe(1);
  for (const each of await page.getByRole('switch').all())
    expect(await each.getAttribute('aria-disabled')).toBe('true');
  expect(await violations(page, 'body')).toEqual([]);

  // The server is back: the page recovers by itself.
  await deployment.start();
  await page.getByText(device.linkDown).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('switch').first().getAttribute('aria-disabled')).not.toBe('true');

  // Push messages are shown, also one that cannot be read: a browser revokes the permission otherwise.
  await recordNotifications(page);
  const alert = { version: 1, title: 'Studňa: Chod nasucho', body: 'Bez vody.', path: '/admin/alerts/1' };
  await pushTo(page, JSON.stringify(alert));
  await pushTo(page, 'unreadable');
  await expect
    .poll(() => worker(page)?.evaluate('self.shown'))
    .toMatchObject([{ title: alert.title, body: alert.body }, { title: 'MaNoBoard' }]);
  await clickNotification(page);
  await page.waitForURL(`**${alert.path}`);

  // A new build: two tabs get the notice, one click updates one of them.
  const other = await page.context().newPage();
  await other.goto('/admin/dashboard');
  deployment.deployNext();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const reload = (tab: Page) => tab.getByRole('button', { name: app.updateReload, exact: true });
  await reload(page).waitFor();
  await reload(other).waitFor();
  expect(await overflowsAt(page, 390)).toBe(false);
  expect(await violations(page, `section[aria-label="${app.update}"]`)).toEqual([]);
  const isNew = (tab: Page) => tab.locator('meta[name=build][content=next]').count();
  expect(await isNew(page)).toBe(0);
  await reload(page).click();
  await expect.poll(() => isNew(page).catch(() => 0)).toBe(1);
  expect(await isNew(other)).toBe(0);
  await reload(other).click();
  await expect.poll(() => isNew(other).catch(() => 0)).toBe(1);
  await expect.poll(async () => (await stored(page)).caches).toEqual(['console-next']);
  await other.close();

  // The logout removes the last known values.
  await page.getByRole('button', { name: texts.sk.top.account }).click();
  await page.getByRole('button', { name: texts.sk.top.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.sk.top.logout }).click();
  await page.waitForURL('**/auth/login');
  const after = await stored(page);
  expect(after.keys).not.toContain('lastKnown');
  expect(after.paths.filter((path) => path.startsWith('/api'))).toEqual([]);
  await page.context().close();
});
