import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lift } from './motion.ts';
import { enter, type Product, startProduct, type Visit } from './product.ts';
import { controlsCard, pumpSwitch, waterCard, whatToDo } from './pump-page.ts';
import { texts } from './texts.ts';

const {
  activity,
  boardEvent,
  chooser,
  control,
  dashboard,
  device,
  firstSteps,
  nav,
  order,
  pump,
  pressure,
  water,
} = texts.sk;
const HERE = '/admin/overview?device=MNB-DE0001';

/** Generous for a machine with two busy cores. */
const LONG_WAIT = { timeout: 40_000 };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

async function open(options: Visit = {}, email = 'owner@demo.local') {
  const page = await product.visit(options);
  await enter(page, email, HERE);
  return page;
}
const grip = (page: Page, name: string) =>
  page.getByRole('button', { name: order.grip.replace('{name}', name), exact: true });
/** What loads above the values would move them during a drag. */
const showEarlierParts = async (page: Page) => {
  await page.getByRole('region', { name: activity.title }).waitFor(LONG_WAIT);
  await page.getByText(firstSteps.title).waitFor(LONG_WAIT);
};
const tiles = async (page: Page) =>
  (await page.locator('li dt').allInnerTexts()).map((text) => text.trim()).slice(0, 4);

/** Waits until the order is stored in the account. */
const saved = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/users/me/personalization') && response.request().method() === 'PUT',
  );

const announcements = async (page: Page) =>
  (await page.locator('[aria-live=assertive]').allInnerTexts()).join();

/** Waits until the element is still and not covered. */
const waitUntilStill = (place: Locator) => place.click({ trial: true });

async function middleOf(page: Page, name: string) {
  const box = await grip(page, name).boundingBox();
  if (!box) throw new Error(`no grip of ${name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

it('R4.6 values are reordered by mouse and keyboard, and another browser shows the same order', async () => {
  const page = await open({ viewport: { width: 1440, height: 1200 } });
  const { pressure: first, frequency_fc: second, motor_current: third, motor_power: fourth } = device.field;
  await showEarlierParts(page);
  // Near the edge of the screen a drag would scroll the page.
  await page
    .locator('li dt')
    .nth(3)
    .evaluate((row) => row.scrollIntoView({ block: 'center' }));
  await grip(page, first).waitFor();
  expect(await tiles(page)).toEqual([first, second, third, fourth]);

  const expectAnnounced = (place: string) =>
    expect.poll(() => announcements(page), LONG_WAIT).toContain(place);
  await waitUntilStill(grip(page, first));
  const [from, to] = [await middleOf(page, first), await middleOf(page, third)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await page.locator('ul[data-dragging]').waitFor();
  await expectAnnounced(`${first}: miesto 3 z`);
  const byMouse = saved(page);
  await page.mouse.up();
  await byMouse;
  await expect.poll(() => tiles(page), LONG_WAIT).toEqual([second, third, first, fourth]);

  // Immediately: the cards may still be animated.
  await lift(grip(page, fourth));
  await expectAnnounced(`${fourth}: miesto 4 z`);
  await page.keyboard.press('ArrowLeft');
  await expectAnnounced(`${fourth}: miesto 3 z`);
  const byKeys = saved(page);
  await page.keyboard.press('Space');
  await byKeys;
  await expect.poll(() => tiles(page), LONG_WAIT).toEqual([second, third, fourth, first]);
  await page.context().close();

  const other = await open();
  await expect.poll(() => tiles(other), LONG_WAIT).toEqual([second, third, fourth, first]);
  await other.context().close();
});

it('R4.6 a touch drag moves a card by its grip', async () => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const name = device.field.required_pressure;
  await showEarlierParts(page);
  // Above the row there must be room for the finger.
  await page.locator('li dt', { hasText: name }).evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await grip(page, name).waitFor();
  await waitUntilStill(grip(page, name));
  const before = await page.locator('li dt').allInnerTexts();
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const { x, y } = await middleOf(page, name);
  await touch('touchStart', x, y);
  let up = 0;
  const moveOn = async () => {
    up = Math.min(up + 15, y / 2);
    await touch('touchMove', x, y - up);
    return Number((await announcements(page)).match(/miesto (\d+) z/)?.[1]);
  };
  await expect.poll(moveOn, LONG_WAIT).toBeLessThanOrEqual(before.indexOf(name));
  const byFinger = saved(page);
  await touch('touchEnd');
  await byFinger;
  const after = await page.locator('li dt').allInnerTexts();
  expect(after.indexOf(name)).toBeLessThan(before.indexOf(name));
  await page.context().close();
});

const PHONE = { width: 390, height: 844 };
/** Made by the simulated boards; the fault of the last two is switched on first. */
const STATES = [
  ['flowing', 'MNB-DE0001', water.reason.running],
  ['resting', 'MNB-DE0005', water.reason.resting],
  ['off', 'MNB-DE0003', water.next.staysOff],
  ['tripped', 'MNB-DE0004', /^Porucha meniča/],
  ['offline', 'MNB-DE0005', /bez spojenia/i, 'wifi_loss'],
  ['dry run', 'MNB-DE0002', /chod nasucho.* Samo sa spustí/i, 'dry_run'],
] as const;

it('R9.1 without a tap the first screen of a phone holds state, reason, what to do and the switch in every state; why is one tap', async () => {
  // A pump does not fall asleep while water flows.
  for (const board of ['MNB-DE0001', 'MNB-DE0002'])
    await product.switchFault(board, 'leak', { on: true, params: { flow_lpm: 20 } });
  await product.switchFault('MNB-DE0002', 'dry_run', { on: true });
  const page = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
  for (const [state, board, reason, fault] of STATES) {
    if (fault) await product.switchFault(board, fault, { on: true });
    await page.goto(`/admin/overview?device=${board}`);
    const card = waterCard(page);
    await card.getByText(reason).waitFor({ timeout: 120_000 });
    const reset = whatToDo(page).getByRole('link', { name: pump.faultReset });
    const isWell = ['flowing', 'resting', 'off'].includes(state);
    const isTripped = state === 'tripped';
    const parts = [
      card.locator('[aria-live]'),
      card.getByText(reason),
      isTripped ? reset : controlsCard(page).locator('input').first(),
      ...(isWell ? [] : [whatToDo(page)]),
    ];
    const bar = await page.getByRole('navigation', { name: nav.bottom }).boundingBox();
    for (const part of parts) {
      await part.waitFor(LONG_WAIT);
      const box = await part.boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0), `${state}: ${part}`).toBeLessThanOrEqual(bar?.y ?? 0);
    }
    expect(await whatToDo(page).count(), state).toBe(isWell ? 0 : 1);
    expect(await reset.count(), state).toBe(isTripped ? 1 : 0);
  }
  await whatToDo(page).getByRole('link', { name: water.do.why }).click();
  await page.getByRole('main').getByText(boardEvent.DRY_RUN).first().waitFor(LONG_WAIT);
  await product.switchFault('MNB-DE0005', 'wifi_loss', { on: false });
  await page.context().close();
}, 240_000);

/** R4.15: the heading and the URL belong to this device. */
async function expectDevice(page: Page, name: string, id: string) {
  await page.getByRole('heading', { name, exact: true }).waitFor(LONG_WAIT);
  await expect.poll(() => page.url(), LONG_WAIT).toContain(`device=${id}`);
  await expect.poll(() => page.title(), LONG_WAIT).toContain(name);
}

it('R4.15 the selected device stays selected across the sidebar, a reload and a second tab', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Studňa – záhrada', exact: true }).click(LONG_WAIT);
  await page.getByRole('combobox', { name: chooser.search }).fill('donovaly');
  await page.getByRole('option', { name: /Chata Donovaly/ }).click();
  await expectDevice(page, 'Chata Donovaly', 'MNB-DE0005');
  await page.getByRole('link', { name: nav.dashboard, exact: true }).click();
  await page.getByRole('heading', { name: dashboard.title, exact: true }).waitFor(LONG_WAIT);
  await page.getByRole('link', { name: nav.overview, exact: true }).click();
  await expectDevice(page, 'Chata Donovaly', 'MNB-DE0005');
  await page.getByRole('switch', { name: `${pump.title} Chata Donovaly` }).waitFor(LONG_WAIT);
  await page.reload();
  await expectDevice(page, 'Chata Donovaly', 'MNB-DE0005');
  const tab = await page.context().newPage();
  await tab.goto('/admin/overview');
  await expectDevice(tab, 'Chata Donovaly', 'MNB-DE0005');
  await page.context().close();
});

it('R4.15 with several devices and no selection a phone shows a chooser, usable by keyboard, and no switch', async () => {
  const page = await product.visit({ viewport: { width: 390, height: 844 } });
  await enter(page, 'owner@demo.local', '/admin/overview');
  const search = page.getByRole('combobox', { name: chooser.search });
  await search.waitFor(LONG_WAIT);
  expect(await page.getByRole('switch').count()).toBe(0);
  await search.focus();
  await page.keyboard.type('de0003');
  await page.keyboard.press('Enter');
  await expectDevice(page, 'Skleník', 'MNB-DE0003');

  const opener = page.getByRole('button', { name: 'Skleník', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await search.waitFor(LONG_WAIT);
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('studna');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expectDevice(page, 'Studňa – záhrada', 'MNB-DE0001');
  await page.context().close();
});

it("R4.6 'Change pressure' opens the pressure control", async () => {
  const page = await open();
  await page.getByRole('button', { name: texts.sk.overview.changePressure }).click(LONG_WAIT);
  await expect
    .poll(() => page.getByRole('spinbutton').evaluate((field) => field === document.activeElement), LONG_WAIT)
    .toBe(true);
  await page.context().close();
});

/** Cumulative layout shift. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

const sendingOff = control.sendingWished.replace('{wished}', pump.off);

it('late content and a pending command cause no layout shift', async () => {
  const widths = [390, 768, 1440].map(async (width) => {
    const page = await product.visit({ viewport: { width, height: 844 } });
    const shifts = await watchShifts(page);
    await enter(page, 'owner@demo.local', HERE);
    const step = page.getByRole('button', { name: pressure.more });
    await step.waitFor({ timeout: 40_000 });
    const events = page.getByRole('region', { name: activity.title });
    await events.getByRole('listitem').or(events.getByText(activity.empty)).first().waitFor(LONG_WAIT);
    const shifted = await shifts();

    const before = await step.boundingBox();
    // The command stays pending, with the longest text, until the request is aborted: the end of the page would send it.
    const held: Route[] = [];
    await page.route('**/start-stop', (route) => void held.push(route));
    await pumpSwitch(page).click(LONG_WAIT);
    await page.getByText(sendingOff).waitFor(LONG_WAIT);
    const moved = ((await step.boundingBox())?.y ?? 0) - (before?.y ?? 0);
    for (const route of held) await route.abort();
    await page.context().close();
    return { width, moved, isStill: shifted < 0.1, shifted };
  });
  for (const at of await Promise.all(widths))
    expect(at, JSON.stringify(at)).toMatchObject({ moved: 0, isStill: true });
});
