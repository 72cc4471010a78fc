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
  await page.getByText(sk.config.restored).waitFor();
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
