import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { sk, gb } = texts;
const DEVICE = 'MNB-DE0001';
const UPDATED = 'MNB-DE0002';
/** Offline, and its board has reported nothing of its pump. */
const AWAY = 'MNB-DE0006';
const SLOW = { timeout: 60_000 };

async function open(email: string, device: string, locale: 'sk' | 'gb' = 'sk'): Promise<Page> {
  const page = await product.visit({ locale });
  await enter(page, email, `/admin/overview?device=${device}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
async function choose(page: Page, item: string, locale: 'sk' | 'gb' = 'sk') {
  const opener = texts[locale].deviceMenu.opener.split('{')[0] ?? '';
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('link', { name: item, exact: true }).click();
}

it('R4.2 an owner updates a board from its menu: progress survives closing and a reload, and ends with success', async () => {
  const page = await open('owner@demo.local', UPDATED);
  await choose(page, sk.deviceTools.update);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(sk.firmware.warnUse).waitFor();
  await dialog.getByText(sk.firmware.warnPower).waitFor();
  await dialog.getByText(sk.firmware.part['fc-registers']).waitFor();
  await dialog.getByRole('button', { name: sk.firmware.start.replace('{version}', '') }).click();
  await dialog.getByRole('progressbar').waitFor();

  await dialog.getByRole('button', { name: sk.common.close }).click();
  await page.waitForURL((url) => !url.searchParams.has('tool'));
  const notice = page.getByText(sk.deviceTools.updateRunning.split('{')[0] ?? '');
  await notice.waitFor();
  await page.reload();
  await page.goto(`/admin/overview?device=${UPDATED}&tool=update`);
  await page.getByRole('dialog').getByText(sk.firmware.success).waitFor(SLOW);
  await page.getByRole('dialog').getByText(sk.firmware.newest).waitFor(SLOW);
  await page.context().close();
});

it('R4.11 a technician configures a board, unsaved changes require a confirmation, and the owner sees the result', async () => {
  const page = await open('technician@demo.local', DEVICE);
  await choose(page, sk.deviceTools.config);
  const { field, error, stateShort } = sk.config;
  const most = page.getByLabel(field.pressure.max);
  await most.fill('12');
  await page.getByRole('button', { name: sk.config.save }).click();
  await page.getByText(error.above_sensor).waitFor();

  // A reload shows the browser's dialog; Back shows ours.
  const opened = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const question = await opened;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reloaded;
  await page.getByText(sk.common.restored).waitFor();
  await page.evaluate(() => history.back());
  const unsaved = page.getByRole('dialog', { name: sk.config.unsaved.title });
  await unsaved.getByText('Studňa – záhrada').waitFor();
  await unsaved.getByRole('button', { name: sk.config.unsaved.stay }).click();
  await unsaved.waitFor({ state: 'detached' });
  expect(await most.inputValue()).toBe('12');

  await most.fill('5,3');
  await page.getByLabel(field.pressure.min).fill('3');
  await page.getByRole('button', { name: sk.config.save }).click();
  await page.getByText(sk.config.saved).waitFor();
  await page.getByText(stateShort.applied, { exact: true }).waitFor(SLOW);
  await page.context().close();

  const owner = await open('owner@demo.local', DEVICE, 'gb');
  await choose(owner, gb.deviceTools.config, 'gb');
  await owner.getByText(gb.config.readOnly).waitFor();
  const read = owner.getByRole('region', { name: gb.config.main }).getByRole('definition');
  expect(await read.allTextContents()).toEqual(['3', '5.3']);
  await owner.context().close();
});

it('R4.12 the chooser opens the registers: one is found and read, then all of them', async () => {
  const page = await open('technician@demo.local', DEVICE);
  await choose(page, sk.deviceTools.diagnostics);
  await page.getByRole('link', { name: sk.diagnostics.registers }).click();
  await page.getByLabel(sk.registers.search).fill('identifikacny 2103');
  const row = page.getByRole('row').filter({ hasText: '2103H' });
  await row.getByRole('button', { name: sk.registers.readOne.replace('{label}', '2103H') }).click();
  await row.getByText('0x010D').waitFor(SLOW);
  await page.getByLabel(sk.registers.search).fill('');
  await page.getByRole('button', { name: sk.registers.readAll }).click();
  await page.getByRole('progressbar').waitFor();
  await expect.poll(() => page.getByText(sk.registers.neverRead, { exact: true }).count(), SLOW).toBe(0);
  await page.context().close();
});

it('R4.5 the popover shows no fault, then names the Wi-Fi of a board that went offline', async () => {
  const page = await open('owner@demo.local', DEVICE);
  await page.getByRole('button', { name: sk.deviceTools.status }).click();
  await page.getByText(sk.deviceStatus.well).waitFor(SLOW);
  await page.getByText(sk.deviceStatus.secured, { exact: true }).first().waitFor();
  await product.stopBoards();
  await page.getByText(sk.deviceStatus.hop.wifi.title).waitFor(SLOW);
  await page.context().close();
  await product.startBoards();
});

/** The range in the address, Unix seconds. */
function rangeOf(page: Page): { fromS: number; toS: number } {
  const [, from, to] = /view=(\d+)-(\d+)/.exec(decodeURIComponent(page.url())) ?? [];
  return { fromS: Number(from), toS: Number(to) };
}

/** Waits until the address has this range, give or take some seconds: it follows when a gesture has ended. */
const showsRange = (page: Page, fromS: number, toS: number, withinS = 15) =>
  expect
    .poll(() => {
      const range = rangeOf(page);
      return Math.max(Math.abs(range.fromS - fromS), Math.abs(range.toS - toS));
    }, SLOW)
    .toBeLessThan(withinS);

/** A history of this range: a new installation has none. */
function historyOf(address: string) {
  const query = new URL(address).searchParams;
  const [from, to] = [Number(query.get('from')), Number(query.get('to') ?? Date.now() / 1000)];
  const step_s = Math.max(1, Math.ceil((to - from) / 100));
  const t = Array.from({ length: Math.ceil((to - from) / step_s) }, (_, at) => from + at * step_s);
  // From 3 to 5, so that the values under the pointer differ from the newest ones.
  const values = t.map((_, at) => 3 + (2 * at) / (t.length - 1 || 1));
  const series = { avg: values, last: values, min: values, max: values, gaps: [] };
  const all = query.getAll('metrics').map((metric) => [metric, series]);
  return { level: 'raw', step_s, to: Math.floor(to), since: null, t, series: Object.fromEntries(all) };
}

it('R4.13 the graphs are zoomed and moved by wheel, mouse, keys and fingers, and saved as a picture of both devices', async () => {
  const page = await product.visit({ locale: 'sk', hasTouch: true });
  const nowS = Math.floor(Date.now() / 1000);
  const [from, to] = [nowS - 7200, nowS - 3600];
  const path = `/admin/overview?device=${DEVICE}&tool=graphs&view=${from}-${to}`;
  await page.route('**/history?**', (route) => route.fulfill({ json: historyOf(route.request().url()) }));
  await enter(page, 'owner@demo.local', path);
  const board = page.getByRole('region', { name: sk.graphs.of.split('{')[0] ?? '' }).first();
  const plot = board.locator('.u-over').first();
  await plot.waitFor(SLOW);
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error('the plot has no box');
  const [left, middle, y] = [box.x + box.width * 0.25, box.x + box.width / 2, box.y + box.height / 2];
  // The values under the pointer, and the newest ones again when it leaves the plots.
  const pressure = board.getByText(sk.graphs.panel.pressure, { exact: true }).locator('..');
  await expect.poll(() => pressure.textContent(), SLOW).toMatch(/5,00 bar.+\d\d:\d\d/);
  const newest = await pressure.textContent();
  await page.mouse.move(left, y);
  await expect.poll(() => pressure.textContent()).toMatch(/3,[45]\d bar/);
  await page.mouse.move(box.x + box.width / 2, box.y - 200);
  await expect.poll(() => pressure.textContent()).toBe(newest);
  // By half about the moment under the pointer.
  await page.mouse.move(left, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, Math.log(0.5) / 0.0025);
  await page.keyboard.up('Control');
  await showsRange(page, from + 450, from + 2250);

  await page.mouse.down();
  await page.mouse.move(middle, y, { steps: 4 });
  await page.mouse.up();
  await showsRange(page, from + 900, from + 1350);

  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(middle + box.width / 3, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await showsRange(page, from + 750, from + 1200);

  await board.getByRole('group', { name: /\+ a −/ }).focus();
  await page.keyboard.press('-');
  await showsRange(page, from + 525, from + 1425);
  await page.keyboard.press('ArrowLeft');
  await showsRange(page, from + 300, from + 1200);

  const touches = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', byPx: number) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [-byPx, byPx].map((x) => ({ x: middle + x, y })),
    });
  await touch('touchStart', 50);
  for (const byPx of [60, 70, 80, 90, 100]) await touch('touchMove', byPx);
  await touch('touchEnd', 0);
  await showsRange(page, from + 525, from + 975, 30);

  await page.getByLabel(sk.graphs.second.label).selectOption(UPDATED);
  await expect.poll(() => page.locator('canvas').count()).toBe(16);
  await page.getByRole('button', { name: sk.graphs.export.title }).click();
  const saved = page.waitForEvent('download');
  await page.getByText(sk.graphs.export.picture).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${DEVICE}-${UPDATED}-graphs.png`);
  const picture = await readFile(await download.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  const canvasPx = await page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.width);
  expect(picture.readUInt32BE(16)).toBeGreaterThan(2 * canvasPx);
  await page.context().close();
});

it('a technician enters the rated power of an unknown pump on a phone: it has its source, and the rules wait no more', async () => {
  const page = await product.visit({ locale: 'sk', viewport: { width: 390, height: 844 } });
  await enter(page, 'technician@demo.local', `/admin/overview?device=${AWAY}&tool=config`);
  const { pumpCard, alertRule } = sk;
  await page.getByRole('button', { name: sk.config.parts.pump, exact: true }).click(SLOW);
  const waiting = page.getByRole('region', { name: pumpCard.waiting.title });
  await waiting.getByText(alertRule.dry_run.title, { exact: true }).waitFor(SLOW);
  await page.getByRole('button', { name: pumpCard.edit }).click();
  const power = page.getByLabel(pumpCard.field.motor_kw);
  await power.fill('-1');
  await page.getByRole('button', { name: pumpCard.save, exact: true }).click();
  await page.getByText(pumpCard.error.least.replace('{n}', '0,05')).waitFor();
  await power.fill('1,5');
  await page.getByLabel(pumpCard.catalogue, { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: pumpCard.save, exact: true }).click();
  const motor = page.getByRole('region', { name: pumpCard.group.motor });
  await motor.getByText('1,5 kW').waitFor(SLOW);
  await motor.getByText(pumpCard.source.person).waitFor();
  await waiting.waitFor();
  expect(await waiting.getByText(alertRule.dry_run.title, { exact: true }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: pumpCard.history.open.split('{')[0] ?? '' }).click();
  await page
    .getByRole('dialog')
    .getByText(`${pumpCard.field.motor_kw}: ${pumpCard.missing} → 1,5 kW`)
    .waitFor();
  await page.context().close();
});
