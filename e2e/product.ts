import { launchChromium } from '@manoboard/testkit/chromium';
import { startServers } from '@manoboard/testkit/cluster/server-pair';
import { freePort } from '@manoboard/testkit/free-port';
import { startFleetProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startFreeBoard } from './free-board.ts';
import { openOwnStreams } from './own-stream.ts';
import { startScriptedBoards } from './scripted-board.ts';
import { texts } from './texts.ts';

export interface Visit extends BrowserContextOptions {
  locale?: 'sk' | 'gb';
}

/** Requests of a page that failed or were refused, for failure reports. */
export const failedRequests = new WeakMap<Page, string[]>();

function recordFailures(page: Page): Page {
  const failures: string[] = [];
  failedRequests.set(page, failures);
  page.on('requestfailed', (request) =>
    failures.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const name = `${response.request().method()} ${response.url()} ${response.status()}`;
    const add = (text: string) => failures.push(`${name} ${text}`);
    response.text().then(add, () => add('(no body)'));
  });
  return page;
}

/** The built product: server, database, broker and simulated boards, on its own ports. */
export async function startProduct(settings: Record<string, string> = {}) {
  const installation = await createInstallation(process.env.DEMO_TEMPLATE);
  const env = { ...installation.env, DEMO: '1', LOGINS_PER_MINUTE: '10000', ...settings };
  const panelPort = await freePort();
  const startFleet = () => startFleetProgram(server.ready, ['--panel', String(panelPort)]);
  let server = await startServers(env);
  let fleet = await startFleet();
  const browser: Browser = await launchChromium();
  const { url } = server.ready;

  return {
    url,
    dataDir: installation.env.DATA_DIR,
    /**
     * A new browser; with a locale, one with that language stored. Animations are off unless a test is about
     * them: drawn without a graphics processor, those of a device page take a fifth of a core. The service worker is off
     * unless a test is about it: its requests bypass `page.route`. So is the shared event stream.
     */
    async visit({ locale, ...options }: Visit = {}): Promise<Page> {
      const context = await browser.newContext({
        baseURL: url,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
      });
      await openOwnStreams(context);
      // Values and graphs of the motor are folded until a person opens them; most tests read them.
      await context.addInitScript(() => {
        localStorage.setItem('values-open', 'true');
        localStorage.setItem('graphs-all', 'true');
      });
      if (locale) await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
      return recordFailures(await context.newPage());
    },
    /** An enrolled board without an owner, online, with its label. */
    startFreeBoard: (deviceId: string, ...options: string[]) =>
      startFreeBoard(deviceId, server.env, server.ready.mqttUrl, options),
    /** Scripted boards. */
    startScriptedBoards: <Name extends string>(ids: Record<Name, string>) =>
      startScriptedBoards(ids, server.env, server.ready.mqttUrl),
    stopBoards: () => fleet.stop(),
    async startBoards() {
      fleet = await startFleet();
    },
    /** Switches a fault of a simulated board on or off (`docs/simulator.md`), through the panel. */
    async switchFault(
      deviceId: string,
      fault: string,
      wish: { on: boolean; params?: Record<string, number> },
    ) {
      const answer = await fetch(`http://127.0.0.1:${panelPort}/boards/${deviceId}/faults/${fault}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wish),
      });
      if (!answer.ok) throw new Error(`${deviceId} ${fault}: ${await answer.text()}`);
    },
    /** SIGKILL, like a power loss of the server. */
    killServer: () => server.stop('SIGKILL'),
    /** SIGSTOP, like a hanging process: connections stay open without answers until it continues. */
    hangServer: () => server.signal('SIGSTOP'),
    resumeServer: () => server.signal('SIGCONT'),
    /** The boards reconnect by themselves, each after its own delay. */
    async startServerAlone() {
      server = await startServers(env);
    },
    async startServer() {
      await fleet.stop();
      server = await startServers(env);
      fleet = await startFleet();
    },
    async stop() {
      await browser.close();
      await fleet.stop();
      // A stopped process ignores other signals.
      server.signal('SIGCONT');
      await server.stop();
      await installation.remove();
    },
  };
}
export type Product = Awaited<ReturnType<typeof startProduct>>;

export async function login(page: Page, email: string, locale: 'sk' | 'gb' = 'sk', password = 'Demo1234') {
  const { auth } = texts[locale];
  await page.goto('/auth/login');
  await page.getByLabel(auth.email).fill(email);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
  await page.waitForURL('**/admin/**');
}

/** Logs in without the form, for tests that are not about the login. */
export async function enter(page: Page, email: string, path = '') {
  const form = { username: email, password: 'Demo1234' };
  const answer = await page.request.post('/api/auth/jwt/login', { form });
  if (answer.status() !== 204) throw new Error(`login of ${email}: ${answer.status()}`);
  if (path) await page.goto(path);
}
