import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launchChromium } from '@manoboard/testkit/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchWithCamera } from './fake-camera.ts';
import type { FreeBoard } from './free-board.ts';
import { login, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
let boards: Record<'camera' | 'picture' | 'away' | 'first', FreeBoard>;
beforeAll(async () => {
  product = await startProduct();
  const [camera, picture, away, first] = await Promise.all([
    product.startFreeBoard('MNB-00CA01'),
    product.startFreeBoard('MNB-00CA02'),
    product.startFreeBoard('MNB-00CA03'),
    product.startFreeBoard('MNB-00CA04'),
  ]);
  boards = { camera, picture, away, first };
  await away.stop();
});
afterAll(async () => {
  for (const board of Object.values(boards)) {
    await board.stop();
    await rm(dirname(board.label), { recursive: true });
  }
  await product.stop();
});

const { addDevice, auth, firstPump, nav, place, problem } = texts.sk;
const OWNER = 'owner@demo.local';

async function openIn(browser: Browser, locale: 'sk' | 'gb' = 'sk'): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' });
  await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  const page = await context.newPage();
  await login(page, OWNER, locale);
  await page.getByRole('link', { name: texts[locale].nav.addDevice }).click();
  await page.getByRole('heading', { name: texts[locale].addDevice.title, level: 1 }).waitFor();
  return page;
}

/** Milliseconds from the camera's first frame on the page to the ID in its field. */
async function watchScan(page: Page, deviceId: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const times = { frame: 0, id: 0 };
    Object.assign(window, { scanTimes: times });
    document.addEventListener('loadeddata', () => (times.frame ||= performance.now()), true);
    const check = () => {
      const field = document.querySelector<HTMLInputElement>('input[name=id_dev]');
      if (field?.value === wanted) times.id = performance.now();
      else requestAnimationFrame(check);
    };
    check();
  }, deviceId);
  return async () => {
    const times = await page.waitForFunction(() => {
      const { scanTimes } = window as unknown as { scanTimes: { frame: number; id: number } };
      return scanTimes.id > 0 && scanTimes;
    });
    const { frame, id } = (await times.jsonValue()) as { frame: number; id: number };
    expect(frame).toBeGreaterThan(0);
    return id - frame;
  };
}

it('R4.1 the camera reads the label in under a second, and the device is added and opened', async () => {
  const browser = await launchWithCamera(boards.camera.label);
  const page = await openIn(browser);
  const foreign: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) refused.push(message.text());
  });
  const { deviceId } = boards.camera;
  const scanMs = await watchScan(page, deviceId);
  await page.getByRole('button', { name: addDevice.scan }).click();
  expect(await scanMs()).toBeLessThan(1000);
  await page.getByText(addDevice.readWithCode.replace('{id}', deviceId)).waitFor();
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.srcObject)).toBeNull();

  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/new-pump?device=${deviceId}`);
  await page.getByText(addDevice.added.replace('{name}', deviceId)).waitFor();
  await page.getByRole('button', { name: firstPump.done.show }).click();
  await page.waitForURL(`**/admin/overview?device=${deviceId}`);
  await page.getByRole('heading', { name: deviceId, level: 1 }).waitFor();
  expect(foreign).toEqual([]);
  expect(refused).toEqual([]);
  await browser.close();
});

it('R4.1 a photo of the label works too, in English without a password field; other files show an error', async () => {
  const browser = await launchChromium();
  const page = await openIn(browser, 'gb');
  const { addDevice } = texts.gb;
  const choose = (file: string) => page.getByLabel(addDevice.picture).setInputFiles(file);
  const noPicture = join(dirname(boards.picture.label), 'words.txt');
  await writeFile(noPicture, 'no picture');
  await choose(noPicture);
  await page.getByText(addDevice.scanProblem.notAPicture).waitFor();

  await choose(boards.picture.label);
  await page.getByText(addDevice.readWithCode.replace('{id}', boards.picture.deviceId)).waitFor();
  for (const slovakOnly of [addDevice.password, addDevice.alias])
    expect(await page.getByLabel(slovakOnly, { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: addDevice.submit }).click();
  await page.waitForURL(`**/admin/new-pump?device=${boards.picture.deviceId}`);
  await browser.close();
});

it('R4.1 a denied camera shows an error, and typed input survives every error', async () => {
  const browser = await launchChromium({ args: ['--deny-permission-prompts'] });
  const page = await openIn(browser);
  await page.getByRole('button', { name: addDevice.scan }).click();
  await page
    .getByText(addDevice.scanProblem.refused)
    .or(page.getByText(addDevice.scanProblem.absent))
    .waitFor();

  for (const column of [addDevice.id, addDevice.list.version])
    await page.getByRole('columnheader', { name: column, exact: true }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'MNB-DE0001' });
  await row.getByRole('cell', { name: '1.4.2', exact: true }).waitFor();
  const requested = page.waitForRequest('**/users-devices/get-devices');
  await page.getByRole('button', { name: addDevice.list.refresh }).click();
  await requested;

  const id = page.getByLabel(addDevice.id, { exact: true });
  const alias = page.getByLabel(addDevice.alias);
  const send = page.getByRole('button', { name: addDevice.submit });
  await alias.fill('Záhradná studňa');
  await id.fill('mnb-nobody');
  await send.click();
  await page.getByText(addDevice.refused.DEVICE_NOT_FOUND).waitFor();
  await id.fill('MNB-DE0001');
  await send.click();
  await page.getByText(addDevice.refused.yours).waitFor();
  await id.fill(` ${boards.away.deviceId.toLowerCase()} `);
  await send.click();
  await page.getByText(problem.DEVICE_PASSWORD_REQUIRED).waitFor();
  const password = page.getByLabel(addDevice.password, { exact: true });
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await alias.inputValue()).toBe('Záhradná studňa');

  await password.fill(boards.away.code.toLowerCase());
  await send.click();
  await page.getByText(addDevice.refused.DEVICE_OFFLINE).waitFor();
  await page.getByText(addDevice.wifi.power).waitFor();
  await browser.close();
});

it('R4.1 a user without a device is led to adding one', async () => {
  const page = await product.visit();
  await login(page, 'super@demo.local');
  await page.getByText(texts.sk.dashboard.empty).waitFor();
  await page.getByRole('link', { name: nav.addDevice }).click();
  await page.getByText(addDevice.list.empty).waitFor();
  await page.context().close();
});

/** Stands for a push service of the browser, which the tests cannot reach. */
const simulatePush = (page: Page) =>
  page.addInitScript(() => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    let subscription: object | null = null;
    const subscribe = async () => {
      const endpoint = 'https://push.example.com/send/first';
      subscription = { endpoint, toJSON: () => ({ endpoint, keys }) };
      return subscription;
    };
    const registration = { pushManager: { subscribe, getSubscription: async () => subscription } };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(new EventTarget(), {
        controller: null,
        ready: Promise.resolve(registration),
        register: async () => registration,
        getRegistration: async () => registration,
      }),
    });
    Notification.requestPermission = async () => 'granted';
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });

it('R3.1 R4.1 R4.17 a newcomer with a label has a named pump with notifications in three screens', async () => {
  const page = await product.visit({ viewport: { width: 390, height: 844 } });
  await simulatePush(page);
  const { deviceId, code } = boards.first;
  await page.goto('/auth/signup');
  await page.getByRole('link', { name: auth.startByLabel }).click();

  await page.getByRole('button', { name: firstPump.label.type }).click();
  await page.getByLabel(addDevice.id, { exact: true }).fill(deviceId.toLowerCase());
  await page.getByLabel(firstPump.label.code).fill('AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: firstPump.label.find }).click();
  await page.getByText(texts.sk.problem.LABEL_UNKNOWN).waitFor();
  await page.getByLabel(firstPump.label.code).fill(code);
  await page.getByRole('button', { name: firstPump.label.find }).click();

  await page.getByRole('heading', { name: firstPump.found.title }).waitFor();
  await page.getByText(/^\d+,\d$/).waitFor();
  await page.getByLabel(auth.name, { exact: true }).fill('Eva');
  await page.getByLabel(auth.surname).fill('Kováčová');
  await page.getByLabel(auth.email).fill('eva.kovacova@example.com');
  const password = page.getByLabel(auth.password, { exact: true });
  await password.fill('Heslo1234');
  await page.getByText(texts.sk.validation.password_common).waitFor();
  expect(await page.getByText(auth.passwordGood).count()).toBe(0);
  await password.fill('Studna7Hladina');
  await page.getByText(auth.passwordGood).waitFor();
  await page.getByLabel(auth.passwordConfirmation, { exact: true }).fill('Studna7Hladina');
  await page.getByText(auth.passwordsEqual).waitFor();
  await page.getByLabel(auth.terms).check();
  await page.getByRole('button', { name: firstPump.found.mine }).click();

  await page.getByRole('heading', { name: firstPump.done.title }).waitFor();
  await page.getByRole('button', { name: firstPump.done.names.cottage }).click();
  await page.getByLabel(place.address).fill('Lesná 14, Donovaly');
  await page.getByLabel(place.key).fill('u Jána');
  const push = page.getByRole('switch', { name: firstPump.done.push });
  await push.click();
  await expect.poll(() => push.isChecked()).toBe(true);
  await page.getByRole('button', { name: firstPump.done.show }).click();
  await page.waitForURL(`**/admin/overview?device=${deviceId}`);
  await page.getByRole('heading', { name: firstPump.done.names.cottage, level: 1 }).waitFor();
  await page.context().close();
});
