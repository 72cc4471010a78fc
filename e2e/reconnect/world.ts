import { readFile } from 'node:fs/promises';
import { connectBoard } from '@manoboard/testkit/board-client';
import { launchChromium } from '@manoboard/testkit/chromium';
import { startServers } from '@manoboard/testkit/cluster/server-pair';
import { freePort } from '@manoboard/testkit/free-port';
import { type ServerReady, startFleetProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Page } from 'playwright-core';
import { type ApiClient, logIn, PASSWORD } from './api-client.ts';
import { startProxy } from './tcp-proxy.ts';

/** A whole board in a simulated house. */
export const DEVICE = 'MNB-DE0001';
/** A scripted board of the same owner. */
export const SCRIPTED = 'MNB-DE0002';
export const OWNER = 'owner@demo.local';

/** Allows restarts of the pump without a delay. */
const LIMITS = { START_GAP_S: '0', STARTS_PER_HOUR: '3600', LOGINS_PER_MINUTE: '10000' };

async function connectScripted({ mqttUrl: url, demo }: ServerReady) {
  const boards: { id_dev: string; secret: string }[] = JSON.parse(
    await readFile(demo?.boardsFile ?? '', 'utf8'),
  );
  const secret = boards.find(({ id_dev }) => id_dev === SCRIPTED)?.secret ?? '';
  const board = await connectBoard({ url, deviceId: SCRIPTED, secret });
  await board.publishStatus();
  return board;
}

/** The product behind a TCP proxy, with a board whose Wi-Fi can fail. */
export async function startWorld() {
  const installation = await createInstallation();
  const server = await startServers({ ...installation.env, ...LIMITS, DEMO: '1', DEMO_BOARDS: '2' });
  const panelPort = await freePort();
  const fleet = await startFleetProgram(server.ready, ['--boards', '1', '--panel', String(panelPort)]);
  const scripted = await connectScripted(server.ready);
  const browser = await launchChromium();
  const proxy = await startProxy(server.ready.url);
  const owner = await logIn(server.ready.url, OWNER);
  const technician = await logIn(server.ready.url, 'technician@demo.local');

  async function setWifi(isThere: boolean) {
    await fetch(`http://127.0.0.1:${panelPort}/boards/${DEVICE}/faults/wifi_loss`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ on: !isThere }),
    });
    await waitFor(async () => (await isOnline(owner)) === isThere, { timeoutMs: 40_000 });
  }

  return {
    browser,
    proxy,
    owner,
    technician,
    scripted,
    setWifi,
    /** Opens the device page through the proxy. */
    async open(device: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
      const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'block' });
      await context.request.post('/api/auth/jwt/login', { form: { username: OWNER, password: PASSWORD } });
      const page = await context.newPage();
      await page.addInitScript(() => localStorage.setItem('values-open', 'true'));
      await prepare?.(page);
      await page.goto(`/admin/overview?device=${device}`);
      return page;
    },
    async stop() {
      await browser.close();
      await proxy.close();
      await scripted.leave();
      await fleet.stop();
      await server.stop();
      await installation.remove();
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

export const isOnline = async (client: ApiClient) =>
  (await client.get<string[]>('/api-requests/online-devices')).includes(DEVICE);
