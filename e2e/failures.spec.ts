import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningAnimations, showMotion } from './motion.ts';
import { enter, type Product, startProduct } from './product.ts';
import { motorIs, pumpSwitch, waterCard, whatToDo } from './pump-page.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { pump, pressure, control, device, deviceStatus, deviceTools, activity, faultReset, nav, water } =
  texts.sk;
/** Restarted boards reconnect by themselves, and their pumps start too. */
const LONG_WAIT = { timeout: 60_000 };
/** A motor whose state is old. */
const motorWasRunning = water.motorWas.replace('{state}', water.motor.running);

/** Records every text of the page, including short-lived ones. */
async function recordTexts(page: Page): Promise<() => Promise<string>> {
  const recorded = await page.evaluateHandle(() => {
    const seen = new Set([document.body.textContent]);
    new MutationObserver(() => seen.add(document.body.textContent)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return seen;
  });
  return () => recorded.evaluate((seen) => [...seen].join('\n'));
}

it('R4.4 boards that disconnect are shown offline with their last values, and recover by themselves', async () => {
  const page = await product.visit();
  await showMotion(page);
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0001');
  await motorIs(page, 'running').waitFor();

  await product.stopBoards();
  await whatToDo(page).getByText(pump.state.offline, { exact: true }).waitFor({ timeout: 15_000 });
  await whatToDo(page).getByText(water.do.offline).waitFor();
  await waterCard(page).getByText(motorWasRunning, { exact: true }).waitFor();
  await expect.poll(() => runningAnimations(waterCard(page), 'rotate')).toBe(0);
  expect(await pumpSwitch(page).isDisabled()).toBe(true);
  expect(await waterCard(page).getByText('bar', { exact: true }).count()).toBe(1);

  await product.startBoards();
  await motorIs(page, 'running').waitFor(LONG_WAIT);
  await page.context().close();
});

it('R5.9 a fault is reset remotely when its cause is gone, and a pump that was on starts again', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0001');
  await motorIs(page, 'running').waitFor(LONG_WAIT);
  await product.switchFault('MNB-DE0001', 'under_voltage', { on: true });
  await motorIs(page, 'fault').waitFor(LONG_WAIT);

  await whatToDo(page).getByRole('link', { name: pump.faultReset }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10 UV', { exact: true }).waitFor(LONG_WAIT);
  await dialog.getByText(faultReset.willStart).waitFor(LONG_WAIT);
  await dialog.getByRole('checkbox').check();
  const submit = dialog.getByRole('button', { name: faultReset.submit, exact: true });
  await submit.click();
  await dialog.getByText(faultReset.causePersists).waitFor(LONG_WAIT);

  await product.switchFault('MNB-DE0001', 'under_voltage', { on: false });
  const outcome = dialog.getByText(faultReset.done).or(dialog.getByText(faultReset.causePersists));
  await expect
    .poll(async () => {
      // The button is disabled while the reset is under way, and gone when it is done.
      await submit.click({ timeout: 1000 }).catch(() => {});
      return outcome.textContent();
    }, LONG_WAIT)
    .toContain(faultReset.done);
  await motorIs(page, 'running').waitFor(LONG_WAIT);
  await page.context().close();
});

it('a stopped server is shown at once, no value is shown as live, and the page recovers without a reload', async () => {
  const page = await product.visit();
  await showMotion(page);
  // The pages of the list and of a pump are loaded before the server stops.
  await enter(page, 'owner@demo.local', '/admin/dashboard');
  const openPump = (name: string) => page.getByRole('main').getByRole('link', { name }).click();
  await openPump('Studňa – záhrada');
  await motorIs(page, 'running').waitFor(LONG_WAIT);

  await product.killServer();
  await page.getByText(device.linkDown).waitFor();
  expect(await pumpSwitch(page).isDisabled()).toBe(true);
  await waterCard(page).getByText(motorWasRunning, { exact: true }).waitFor();
  await expect.poll(() => runningAnimations(waterCard(page), 'rotate')).toBe(0);

  await page.getByRole('link', { name: nav.dashboard, exact: true }).click();
  await openPump('Skleník');
  await page.getByRole('heading', { name: 'Skleník', level: 1 }).waitFor();
  await page.getByText(device.linkDown).waitFor();
  await page.getByRole('link', { name: nav.dashboard, exact: true }).click();
  await openPump('Studňa – záhrada');

  await product.startServer();
  await motorIs(page, 'running').waitFor(LONG_WAIT);
  await page.getByText(device.linkDown).waitFor({ state: 'detached' });
  await page.context().close();
});

it('R4.5 a hanging server is named, its boards are never shown as silent, and the page recovers', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0001');
  await motorIs(page, 'running').waitFor(LONG_WAIT);
  await page.getByRole('button', { name: deviceTools.status }).click();
  await page.getByText(deviceStatus.well).waitFor(LONG_WAIT);
  const textsSince = await recordTexts(page);

  product.hangServer();
  await page.getByText(device.linkDown).waitFor();
  await page.getByText(deviceStatus.hop.server.title).waitFor();
  expect(await pumpSwitch(page).isDisabled()).toBe(true);
  // Long enough for two frames of the board to be missing.
  await waterCard(page).getByText(motorWasRunning, { exact: true }).waitFor();

  product.resumeServer();
  await page.getByText(device.linkDown).waitFor({ state: 'detached' });
  const seen = await textsSince();
  expect(seen).toContain(deviceStatus.hop.server.title);
  expect(seen).not.toContain(deviceStatus.hop.silence.title);
  expect(seen).not.toContain(deviceStatus.hop.silence.word);
  await page.context().close();
});

it('R4.5 R5.6 the page names the lost network of the browser, also after a command, and a failed chunk load breaks nothing else', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local');
  const activityFile = '**/assets/day-*.js';
  await page.route(activityFile, (route) => route.abort());
  await page.goto('/admin/overview?device=MNB-DE0001');
  const lost = page.getByRole('alert').filter({ hasText: texts.sk.app.partMissing }).first();
  await lost.waitFor();
  await motorIs(page, 'running').waitFor();
  await page.unroute(activityFile);
  await lost.getByRole('button').click();
  await page.getByRole('region', { name: activity.title }).waitFor();

  let assetRequests = 0;
  page.on('request', (request) => {
    assetRequests += Number(request.url().includes('/assets/'));
  });
  await page.route('**/mqtt/*/write', async (route) => {
    await page.context().setOffline(true);
    await route.abort();
  });
  await page.getByRole('button', { name: pressure.more }).click();
  await page.getByText(control.outcomeUnknown).waitFor();
  await page.getByRole('button', { name: deviceTools.status }).click();
  await page.getByText(deviceStatus.hop.browser.title).waitFor();
  expect(assetRequests).toBeLessThan(10);
  await page.context().close();
});
