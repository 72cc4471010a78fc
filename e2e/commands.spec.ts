import type { LastData } from '@manoboard/contract/device/device';
import { locales } from '@manoboard/contract/locales';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmStart } from './confirm-start.ts';
import { enter, type Product, startProduct } from './product.ts';
import { controlsCard, motorCard, openMotor, pumpSwitch } from './pump-page.ts';
import { installClock } from './stopped-clock.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { activity, control, lockOut, pump, registers, start, startUndo } = texts.sk;
const newest = (page: Page) =>
  page.getByRole('region', { name: activity.title }).getByRole('listitem').first();

async function open(email: string, device: string, locale: 'sk' | 'gb' = 'sk', more = '') {
  const page = await product.visit({ locale });
  await installClock(page);
  await enter(page, email, `/admin/overview?device=${device}${more}`);
  return page;
}
/** Last value published by the board, as on the wire. */
async function lastOf(page: Page, device: string) {
  const answer = await page.request.get(`/api/actual-data/all-last-data?device_id=${device}`);
  const row = ((await answer.json()) as LastData[]).find(({ device_id }) => device_id === device);
  return row?.data ?? { required_pressure: null };
}
/** R5.1: tests do not wait for the spinner. */
const afterSpinner = (page: Page) => page.clock.fastForward(5000);

it('R5.1 R5.6 one click switches the pump off, one on; the list shows both commands, also after a reload', async () => {
  const page = await open('owner@demo.local', 'MNB-DE0001');
  const toggle = pumpSwitch(page);
  await expect.poll(() => toggle.isEnabled()).toBe(true);
  await toggle.click();
  await controlsCard(page).getByText(control.confirmed).waitFor();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await newest(page).getByText(activity.stop).waitFor();
  await newest(page).getByText(activity.status.done).first().waitFor();

  await afterSpinner(page);
  await toggle.click();
  await newest(page).getByText(activity.start).waitFor();
  await newest(page).getByText(activity.status.done).first().waitFor();
  await newest(page).getByText(activity.start).click();
  await newest(page).getByText(activity.status.published).waitFor();

  await page.reload();
  // The event of the start may be above it.
  const started = page.getByRole('listitem').filter({ hasText: activity.start }).first();
  await started.getByText(activity.status.done).first().waitFor();
  await page.context().close();
});

it('R5.12 a pump that stood for days asks with its reasons, starts after a hold, and the undo stops it', async () => {
  const page = await open('owner@demo.local', 'MNB-DE0003');
  const toggle = pumpSwitch(page);
  await expect.poll(() => toggle.isEnabled()).toBe(true);
  expect(await toggle.isChecked()).toBe(false);
  await toggle.click();
  const dialog = page.getByRole('dialog');
  // The history of the tests begins with them.
  await dialog.getByText(/čerpadlo (je )?vypnuté/i).waitFor();
  await dialog.getByText(/Tlak v potrubí je 0,0\d/).waitFor();
  await dialog.getByRole('button', { name: start.leaveOff }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await newest(page).getByText(activity.start).count()).toBe(0);

  await toggle.click();
  await confirmStart(page);
  await page.getByText(startUndo.on.replace('{name}', 'Skleník')).waitFor();
  await page.getByRole('button', { name: `${startUndo.stop} Skleník` }).click();
  await newest(page).getByText(activity.stop).waitFor();
  await newest(page).getByText(activity.status.done).first().waitFor();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await page.context().close();
});

it('R5.10 a lock-out tag appears on another open page, stops the pump, blocks start and allows stop', async () => {
  const owner = await open('owner@demo.local', 'MNB-DE0001');
  const toggle = pumpSwitch(owner);
  await expect.poll(() => toggle.isChecked()).toBe(true);
  const technician = await open('technician@demo.local', 'MNB-DE0001', 'sk', '&tool=lock-out');
  const dialog = technician.getByRole('dialog');
  await dialog.getByLabel(lockOut.dialog.reason).fill('výmena ventilu');
  await dialog.getByRole('button', { name: lockOut.dialog.submit }).click();

  const tag = controlsCard(owner).getByRole('region', { name: lockOut.title });
  await tag.getByText('„výmena ventilu“').waitFor();
  await controlsCard(owner).getByText(lockOut.blocked).waitFor();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  expect(await toggle.isEnabled()).toBe(false);
  await tag.getByText(lockOut.unconfirmed).waitFor({ state: 'detached' });
  const send = (value: boolean) =>
    owner.request.post('/api/mqtt/MNB-DE0001/start-stop', {
      data: { what: 'start-stop', value },
      headers: { origin: product.url },
    });
  expect(await (await send(true)).json()).toMatchObject({
    detail: 'LOCKED_OUT',
    lock_out: { reason: 'výmena ventilu' },
  });
  expect((await send(false)).status()).toBe(200);

  await controlsCard(technician).getByRole('button', { name: lockOut.remove }).click();
  await dialog.getByRole('button', { name: lockOut.remove }).click();
  await tag.waitFor({ state: 'detached' });
  await expect.poll(() => toggle.isEnabled()).toBe(true);
  await owner.context().close();
  await technician.context().close();
});

it('R5.2 under local control the page offers to lock; locked, the pump obeys, and the keypad can get control back', async () => {
  const page = await open('owner@demo.local', 'MNB-DE0005');
  const card = controlsCard(page);
  await card.getByText(pump.localControl).waitFor();
  const refused = await page.request.post('/api/mqtt/MNB-DE0005/start-stop', {
    data: { what: 'start-stop', value: false },
    headers: { origin: product.url },
  });
  expect(refused.status()).toBe(409);
  await newest(page).getByText(activity.status.rejected).first().waitFor();

  await card.getByRole('button', { name: pump.lockNow }).click();
  const toggle = pumpSwitch(page);
  await expect.poll(() => toggle.isEnabled()).toBe(true);
  const motor = motorCard(await openMotor(page));
  const lock = motor.getByRole('switch', { name: pump.lock });
  expect(await lock.isChecked()).toBe(true);
  await afterSpinner(page);
  await lock.click();
  await motor.getByText(pump.localControl).waitFor();
  await page.context().close();
});

it.each([
  ['sk', 'MNB-DE0001', 1],
  ['gb', 'MNB-DE0002', 10],
] as const)(
  'R5.5 R5.6 the required pressure, %s, %s, mode %i: 0.3 bar more by three taps alone, refused by the server',
  async (locale, device, mode) => {
    const t = texts[locale].pressure;
    const page = await open('owner@demo.local', device, locale);
    const card = controlsCard(page, texts[locale]);
    const field = card.getByRole('spinbutton');
    await expect.poll(() => field.isEnabled()).toBe(true);
    const before = Number((await field.inputValue()).replace(',', '.'));
    for (let tap = 0; tap < 3; tap++) await card.getByRole('button', { name: t.more }).click();
    await page.clock.fastForward(2000);
    await page.getByRole('alert').getByText(t.sent, { exact: true }).waitFor();
    const requested = (before + 0.3).toFixed(1).replace('.', locales[locale].decimal);
    await page
      .getByRole('region', { name: texts[locale].activity.title })
      .getByRole('listitem')
      .first()
      .getByText(`${requested} bar`)
      .waitFor();
    await expect
      .poll(async () => (await lastOf(page, device)).required_pressure)
      .toBeCloseTo((before + 0.3) / mode, 2);

    await page.route('**/write', (route) => {
      const body = route.request().postDataJSON() as { value: number };
      return route.continue({ postData: JSON.stringify({ ...body, value: 900 }) });
    });
    await afterSpinner(page);
    await card.getByRole('button', { name: t.less }).click();
    await page.getByText(t.notSent).first().waitFor();
    await page.context().close();
  },
);

it('R4.10 R7.5 a technician writes a register: read before, confirmed, read back', async () => {
  const page = await open('technician@demo.local', 'MNB-DE0001', 'sk', '&tool=registers');
  await page.getByRole('button', { name: registers.setOne.replace('{label}', 'P01.20') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(registers.warning).waitFor();
  await dialog
    .getByText(/\d,\d s/)
    .first()
    .waitFor();
  await dialog.getByLabel(registers.newValue).fill('12,5');
  await dialog.getByRole('button', { name: registers.write }).click();
  await dialog.getByText('12,5 s.', { exact: false }).waitFor();
  await page.context().close();
});

it('R1.7 a message appears on the owner’s open page; once read, it stays read', async () => {
  const { top } = texts.sk;
  const owner = await open('owner@demo.local', 'MNB-DE0003');
  await controlsCard(owner).waitFor();
  const messages = owner.getByRole('button', { name: top.messages });
  await messages.waitFor();
  const technician = await open('technician@demo.local', 'MNB-DE0001');
  const sent = await technician.request.post('/api/devices/MNB-DE0001/messages', {
    data: { text: 'Prídem v utorok.' },
    headers: { origin: product.url },
  });
  expect(sent.status()).toBe(201);
  const isUnread = async () => (await messages.textContent())?.includes(top.unread.replace('{count}', '1'));
  await expect.poll(isUnread).toBe(true);
  await messages.click();
  await owner.getByRole('link', { name: /Prídem v utorok\./ }).click();
  await owner.waitForURL('**/admin/overview?device=MNB-DE0001');
  expect(await isUnread()).toBe(false);
  await owner.reload();
  await controlsCard(owner).waitFor();
  await messages.click();
  await owner.getByRole('link', { name: /Prídem v utorok\./ }).waitFor();
  expect(await isUnread()).toBe(false);
  await owner.context().close();
  await technician.context().close();
});
