import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '@manoboard/testkit/chromium';
import { freePort } from '@manoboard/testkit/free-port';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { login, type Product, startProduct } from './product.ts';
import { motorIs, pumpSwitch as toggleOf } from './pump-page.ts';

const DEVICE = 'MNB-DE0001';
/** A name of the local network: by plain http its pages are no secure context. */
const LAN_NAME = 'pumps.lan';
const hasProgram = (name: string, flag: string) => !spawnSync(name, [flag]).error;
/** For a certificate. */
const hasOpenssl = hasProgram('openssl', 'version');
const hasNginx = hasOpenssl && hasProgram('nginx', '-v');

const folder = mkdtempSync(join(tmpdir(), 'manoboard-windows-'));
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
let browser: Browser;
beforeAll(async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  spawnSync('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', '2', ...subject]);
  // Of the whole browser: requests of workers do not belong to a page.
  browser = await launchChromium({
    args: ['--ignore-certificate-errors', `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`],
  });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const showsPump = (page: Page) => motorIs(page, 'running').waitFor();

/** Windows of one browser, which all show the pump. A window that another one opens shares its process: they load faster. */
async function openWindows(baseURL: string, count: number) {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(() => localStorage.setItem('locale', 'sk'));
  const first = await context.newPage();
  await login(first, 'owner@demo.local');
  await first.goto(`/admin/overview?device=${DEVICE}`);
  await showsPump(first);
  const windows = [first];
  while (windows.length < count) {
    const opened = context.waitForEvent('page');
    await first.evaluate(() => void window.open(location.href));
    const page = await opened;
    // One after the other: twenty at once would wait for the processor, not for the server.
    await showsPump(page);
    windows.push(page);
  }
  return { windows, last: windows.at(-1) ?? first, close: () => context.close() };
}

async function openStreams(page: Page): Promise<number> {
  const text = await page.evaluate(async () => (await fetch('/metrics')).text());
  return Number(/^manoboard_streams (\d+)$/m.exec(text)?.[1]);
}
const protocols = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ nextHopProtocol }) => nextHopProtocol,
      ),
    ),
  ]);

/** Headless browsers cannot hide a window, so the page gets a synthetic visibility change. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

async function start(page: Page) {
  await expect.poll(() => toggleOf(page).isEnabled()).toBe(true);
  await toggleOf(page).dispatchEvent('click');
  await expect.poll(() => toggleOf(page).isChecked()).toBe(true);
}

/** The board confirms the stop, and the other windows show it, also when the first one has closed. */
async function stopFrom(last: Page, windows: readonly Page[]) {
  await windows[0]?.close();
  await expect.poll(() => toggleOf(last).isEnabled()).toBe(true);
  // A real click waits for a frame, and twenty windows of one process draw without a graphics processor.
  await toggleOf(last).dispatchEvent('click');
  for (const page of windows.slice(1)) await motorIs(page, 'stopped').waitFor();
}

/** Six was the most by HTTP/1.1; twenty take two minutes on two cores (`WINDOWS=20`). */
const WINDOWS = Number(process.env.WINDOWS ?? 8);

describe.skipIf(!hasOpenssl)('windows by the built-in TLS (skipped without openssl)', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ TLS_CERT: certFile, TLS_KEY: keyFile });
  });
  afterAll(() => product?.stop());

  it('R6 all windows show values over HTTP/2 with one stream, and a stop works in the last one', async () => {
    const { windows, last, close } = await openWindows(product.url, WINDOWS);
    expect(await protocols(last)).toEqual(['h2']);
    await expect.poll(() => openStreams(last), { timeout: 10_000 }).toBe(1);
    await stopFrom(last, windows);
    await close();
  }, 240_000);
});

describe('windows by plain http', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ ALLOWED_HOSTS: `${LAN_NAME},localhost`, TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => product?.stop());

  it('R6 three windows at an address of the local network share one stream, which hidden ones release', async () => {
    const url = product.url.replace('127.0.0.1', LAN_NAME);
    const { windows, last, close } = await openWindows(url, 3);
    expect(await last.evaluate(() => window.isSecureContext)).toBe(false);
    await expect.poll(() => openStreams(last), { timeout: 10_000 }).toBe(1);
    for (const page of windows) await setHidden(page, true);
    await expect.poll(() => openStreams(last), { timeout: 10_000 }).toBe(0);
    for (const page of windows) await setHidden(page, false);
    await expect.poll(() => openStreams(last), { timeout: 10_000 }).toBe(1);
    await stopFrom(last, windows);
    await start(last);
    await close();
  });

  it.skipIf(!hasNginx)(
    'R6 three windows behind nginx with HTTP/2 show values, and a stop works in the last one (skipped without nginx)',
    async () => {
      const proxy = await startNginx(new URL(product.url).port);
      onTestFinished(proxy.stop);
      const { windows, last, close } = await openWindows(proxy.url, 3);
      expect(await protocols(last)).toEqual(['h2']);
      await stopFrom(last, windows);
      await close();
    },
  );
});

/** The example of the guide, on a free port with its own files. */
async function startNginx(serverPort: string) {
  const port = await freePort();
  const guide = readFileSync(new URL('../docs/guide/server.md', import.meta.url), 'utf8');
  const [example = ''] = /^server \{[\s\S]*?^\}/m.exec(guide.slice(guide.indexOf('With nginx:'))) ?? [];
  const site = example
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/server_name .*;/, 'server_name localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certFile};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${keyFile};`)
    // With the port, which the guide has not.
    .replace('$host', '$http_host')
    .replace('127.0.0.1:8080', `127.0.0.1:${serverPort}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${paths.join(' ')} ${site} }`,
  );
  const nginx: ChildProcess = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder]);
  const url = `https://localhost:${port}`;
  return {
    url,
    async stop() {
      nginx.kill();
      if (nginx.exitCode === null) await once(nginx, 'exit');
    },
  };
}
