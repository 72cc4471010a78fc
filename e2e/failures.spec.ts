import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningAnimations, showMotion } from './motion.ts';
import { enter, type Product, startProduct } from './product.ts';
import { texts } from './texts.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const { pump, pressure, control, device, deviceStatus, deviceTools, activity, faultReset } = texts.sk;
/** Restarted boards reconnect by themselves, and their pumps start too. */
const LONG_WAIT = { timeout: 60_000 };

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
  const card = page.getByRole('region', { name: pump.title });
  await card.getByText(pump.state.running, { exact: true }).waitFor();

  await product.stopBoards();
  await card.getByText(pump.state.offline, { exact: true }).waitFor({ timeout: 15_000 });
  await page.getByText(device.offlineBanner).waitFor();
  await expect.poll(() => runningAnimations(card, 'rotate')).toBe(0);
  expect(await card.getByRole('switch', { name: pump.title }).isDisabled()).toBe(true);
  expect(await card.getByText('bar').count()).toBe(1);

  await product.startBoards();
  await card.getByText(pump.state.running, { exact: true }).waitFor(LONG_WAIT);
  await page.context().close();
});

it('R5.9 a fault is reset remotely when its cause is gone, and a pump that was on starts again', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0001');
  const card = page.getByRole('region', { name: pump.title });
  await card.getByText(pump.state.running, { exact: true }).waitFor(LONG_WAIT);
  await product.switchFault('MNB-DE0001', 'under_voltage', { on: true });
  await card.getByText(pump.state.fault, { exact: true }).waitFor(LONG_WAIT);

  await card.getByRole('link', { name: pump.faultReset }).click();
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
  await card.getByText(pump.state.running, { exact: true }).waitFor(LONG_WAIT);
  await page.context().close();
});

it('a stopped server is shown at once, no value is shown as live, and the page recovers without a reload', async () => {
  const page = await product.visit();
  await showMotion(page);
  await enter(page, 'owner@demo.local', '/admin/dashboard?device=MNB-DE0001');
  const card = page.getByRole('region', { name: pump.title });
  await card.getByText(pump.state.running, { exact: true }).waitFor(LONG_WAIT);

  await product.killServer();
  await page.getByText(device.linkDown).waitFor();
  expect(await card.getByRole('switch', { name: pump.title }).isDisabled()).toBe(true);
  await card.getByText(pump.state.stale, { exact: true }).waitFor();
  await expect.poll(() => runningAnimations(card, 'rotate')).toBe(0);

  await page.getByRole('link', { name: 'Skleník' }).click();
  await card.getByRole('heading', { name: 'Skleník' }).waitFor();
  await page.getByText(device.linkDown).waitFor();
  await page.getByRole('link', { name: 'Studňa – záhrada' }).click();

  await product.startServer();
  await card.getByText(pump.state.running, { exact: true }).waitFor(LONG_WAIT);
  await page.getByText(device.linkDown).waitFor({ state: 'detached' });
  await page.context().close();
});

it('R4.5 a hanging server is named, its boards are never shown as silent, and the page recovers', async () => {
  const page = await product.visit();
  await enter(page, 'owner@demo.local', '/admin/overview?device=MNB-DE0001');
  const card = page.getByRole('region', { name: pump.title });
  await card.getByText(pump.state.running, { exact: true }).waitFor(LONG_WAIT);
  await page.getByRole('button', { name: deviceTools.status }).click();
  await page.getByText(deviceStatus.well).waitFor(LONG_WAIT);
  const textsSince = await recordTexts(page);

  product.hangServer();
  await page.getByText(device.linkDown).waitFor();
  await page.getByText(deviceStatus.hop.server.title).waitFor();
  expect(await card.getByRole('switch', { name: pump.title }).isDisabled()).toBe(true);
  // Long enough for two frames of the board to be missing.
  await card.getByText(pump.state.stale, { exact: true }).waitFor();

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
  const activityFile = '**/assets/activity-card-*.js';
  await page.route(activityFile, (route) => route.abort());
  await page.goto('/admin/overview?device=MNB-DE0001');
  const card = page.getByRole('region', { name: pump.title });
  const lost = page.getByRole('alert').filter({ hasText: texts.sk.app.partMissing });
  await lost.waitFor();
  await card.getByText(pump.state.running, { exact: true }).waitFor();
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
  await page.getByRole('button', { name: pressure.set, exact: true }).click();
  await page.getByText(control.outcomeUnknown).waitFor();
  await page.getByRole('button', { name: deviceTools.status }).click();
  await page.getByText(deviceStatus.hop.browser.title).waitFor();
  expect(assetRequests).toBeLessThan(10);
  await page.context().close();
});
