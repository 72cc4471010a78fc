import type { Commissioning, CommissioningList } from '@manoboard/contract/device/commissioning';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { freePort } from '@manoboard/testkit/free-port';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

const DEVICE = 'MNB-C00001';
const { commissioning: words } = texts.sk;
const SLOW = { timeout: 40_000 };
const PHONE = { width: 390, height: 844 };

let product: Product;
let board: Awaited<ReturnType<Product['startFreeBoard']>>;
let panelPort: number;
beforeAll(async () => {
  product = await startProduct({ START_GAP_S: '0', STARTS_PER_HOUR: '3600' });
  panelPort = await freePort();
  board = await product.startFreeBoard(DEVICE, '--scenario', 'asleep', '--panel', `${panelPort}`);
});
afterAll(async () => {
  await board.stop();
  await product.stop();
});

async function switchFault(fault: string, on: boolean, params?: Record<string, number>) {
  const answer = await fetch(`http://127.0.0.1:${panelPort}/boards/${DEVICE}/faults/${fault}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on, ...(params && { params }) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
/** Water that leaves the pipe, as an open tap does. */
const tap = (flow_lpm: number) => switchFault('leak', flow_lpm > 0, flow_lpm > 0 ? { flow_lpm } : undefined);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** A value of the page as a number. */
const shownNumber = async (page: Page, name: string) => {
  const shown = await page
    .locator('dl > div', { hasText: name })
    .getByRole('definition')
    .first()
    .textContent();
  return Number.parseFloat((shown ?? '').replace(',', '.'));
};
const pressure = (page: Page) => shownNumber(page, words.values.pressure);
const speed = (page: Page) => shownNumber(page, words.values.frequency_fc);

async function stopPump(page: Page) {
  await button(page, words.pump.stop).click();
  await expect.poll(() => speed(page), SLOW).toBe(0);
}
/** The resting pump loses its pressure: a tap would take twenty seconds, a burst pipe five. */
async function lowerPressure(page: Page) {
  await switchFault('pipe_burst', true, { flow_lpm: 150 });
  await expect.poll(() => pressure(page), SLOW).toBeLessThan(2);
  await switchFault('pipe_burst', false);
}
async function record(page: Page) {
  await button(page, words.record).click();
  await button(page, words.end).waitFor(SLOW);
}
async function startPump(page: Page) {
  await button(page, words.pump.start).click();
  await button(page, words.pump.startYes).click();
  await expect.poll(() => speed(page), SLOW).toBeGreaterThan(20);
}
async function endAccepted(page: Page) {
  await button(page, words.end).click();
  await page.getByText(words.result.accepted).waitFor(SLOW);
  await button(page, words.next).click();
}
/** Skips a step: without a reason it is not possible, and nothing covers Stop meanwhile. */
async function skip(page: Page, reason: string) {
  await button(page, words.skip).click();
  expect(await button(page, words.skipYes).isDisabled()).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel(words.skipReason).fill(reason);
  await button(page, words.skipYes).click();
  await page.getByText(reason).waitFor();
}
async function stepOf(page: Page, index: number) {
  const path = `/api/devices/${DEVICE}/commissionings`;
  const { open, finished } = (await (await page.request.get(path)).json()) as CommissioningList;
  const number = open ?? finished[0]?.number;
  const found = (await (await page.request.get(`${path}/${number}`)).json()) as Commissioning;
  return found.steps[index];
}
/** Waits until the server has stored enough points like these of the step. */
const waitForPoints = (page: Page, index: number, count: number, isCounted: (hz: number) => boolean) =>
  expect
    .poll(
      async () => (await stepOf(page, index))?.points.filter(({ hz }) => isCounted(hz ?? -1)).length,
      SLOW,
    )
    .toBeGreaterThanOrEqual(count);

it('a technician with a phone commissions a simulated pump, skips two steps with a reason, and prints the report', async () => {
  const page = await product.visit({ locale: 'sk', viewport: PHONE, hasTouch: true });
  await enter(page, 'technician@demo.local', `/admin/overview?device=${DEVICE}&tool=commissioning`);
  await button(page, words.start).click(SLOW);
  await button(page, words.confirm).click(SLOW);
  await button(page, words.next).click();

  // Whether the converter may start by itself, beside what it is set to.
  await button(page, words.selfStart.read).click();
  await page.getByText('sa menič sám nespustí (P01.21 = 0)').waitFor(SLOW);
  await button(page, words.selfStart.never).click();
  await page.getByText(words.selfStart.long.never).waitFor(SLOW);
  await button(page, words.next).click();

  // Direction of rotation: the pump rests at a low pressure.
  await page.getByRole('heading', { name: words.heading.rotation }).waitFor();
  await stopPump(page);
  await lowerPressure(page);
  await record(page);
  await startPump(page);
  await expect.poll(() => pressure(page), SLOW).toBeGreaterThan(3);
  await endAccepted(page);

  // The sensor at rest, with Stop as one click.
  await page.getByRole('heading', { name: words.heading.sensor }).waitFor();
  expect(await button(page, words.pump.stop).isEnabled()).toBe(true);
  await stopPump(page);
  await record(page);
  await waitForPoints(page, 3, 3, (hz) => hz === 0);
  const shownBar = await pressure(page);
  await page.getByLabel(words.manometer).fill(`${shownBar}`.replace('.', ','));
  await endAccepted(page);

  const reason = 'Zhlavie studne je zavarené, sonda sa nedá spustiť.';
  await skip(page, reason);

  // The state is on the server: a reload continues at the first step that waits.
  await page.reload();
  await page.getByRole('heading', { name: words.heading.closed_valve }).waitFor(SLOW);
  await lowerPressure(page);
  await switchFault('blocked_outlet', true, { sensor_side: 1 });
  await record(page);
  const dock = await button(page, words.pump.stop).boundingBox();
  const lowest = await page.locator('dl > div').nth(3).boundingBox();
  expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThan(dock?.y ?? 0);
  await startPump(page);
  await expect.poll(() => speed(page), SLOW).toBeGreaterThan(33);
  await stopPump(page);
  // Two frames after the stop show that the pressure stays.
  await expect
    .poll(async () => (await stepOf(page, 5))?.points.slice(-2).every(({ hz }) => hz === 0), SLOW)
    .toBe(true);
  await endAccepted(page);
  const closed = (await stepOf(page, 5))?.result;
  // The simulated pump takes 896 W at a closed valve and 50 Hz.
  expect(closed?.figures.no_flow_w).toBeGreaterThan(850);
  expect(closed?.figures.no_flow_w).toBeLessThan(940);
  await switchFault('blocked_outlet', false);

  await page.getByRole('heading', { name: words.heading.open_tap }).waitFor();
  await tap(20);
  await record(page);
  await startPump(page);
  await expect.poll(() => pressure(page), SLOW).toBeGreaterThan(3.8);
  const settled = (await stepOf(page, 6))?.points.length ?? 0;
  await waitForPoints(page, 6, settled + 12, () => true);
  await endAccepted(page);

  // Sleep and wake take a minute; their judgement has tests of its own.
  await page.getByRole('heading', { name: words.heading.hold }).waitFor();
  await skip(page, 'Dom je obývaný, odber sa nedá zastaviť.');
  await button(page, words.next).click();
  await tap(0);

  await page.getByLabel(words.finish.takenBy).fill('Martin Novák');
  await button(page, words.finish.submit).click();
  await page.getByRole('heading', { name: words.report.title }).waitFor(SLOW);
  await page.getByText('Martin Novák').waitFor();
  await page.getByText(`„${reason}“`).waitFor();
  const card = (await (await page.request.get(`/api/devices/${DEVICE}/pump-card`)).json()) as PumpCard;
  // The simulated board reports its own power at no flow, which stays in force; the measured one is stored beside it.
  expect(card.entered.no_flow_w).toBe(closed?.figures.no_flow_w);
  expect(card.sources.find(({ name }) => name === 'no_flow_bar')?.source).toBe('measured');
  await page.emulateMedia({ media: 'print' });
  expect(await button(page, words.report.print).isVisible()).toBe(false);
  await page.context().close();
}, 420_000);
