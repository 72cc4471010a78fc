import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { lift } from '../motion.ts';
import { fcIdOf } from '../scripted-board.ts';
import { texts } from '../texts.ts';
import { world } from './world.ts';

const { common, order, stats } = texts.sk;
const panel = (page: Page) => page.getByRole('region', { name: stats.title });
const card = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name });
const dashboardOf = (deviceId: string) => `/admin/dashboard?device=${deviceId}`;
const meterOf = (id: string) => `/api/devices/${id}/get-fc-config/electro_meter`;

it('R6.4 staff request by the converter’s ID, other users by the board’s; without a converter by the board’s', async () => {
  const { measured, nameless } = world.boards;
  const visit = async (who: 'owner' | 'technician', deviceId: string) => {
    const requested = new Set<string>();
    const page = await world.open(dashboardOf(deviceId), {
      who,
      before: async (fresh) =>
        fresh.on('request', (request) => {
          const { pathname } = new URL(request.url());
          // The pressure card requests its own two values.
          if (/get-fc-(config|data-last)\/(electro|motor)/.test(pathname)) requested.add(pathname);
        }),
    });
    await card(page, stats.electro_meter).getByText(/120,5/).waitFor();
    return { page, requested };
  };
  const idsIn = (paths: Set<string>) => new Set([...paths].map((path) => path.split('/')[3]));
  const [staff, owner, ofNameless] = await Promise.all([
    visit('technician', measured.deviceId),
    visit('owner', measured.deviceId),
    visit('owner', nameless.deviceId),
  ]);
  await expect.poll(() => staff.requested.size).toBe(3);
  expect(idsIn(staff.requested)).toEqual(new Set([fcIdOf(measured.deviceId)]));
  await expect.poll(() => ofNameless.requested.size).toBe(3);
  expect(idsIn(ofNameless.requested)).toEqual(new Set([nameless.deviceId]));
  expect(owner.requested).toEqual(new Set());
  for (const { page } of [staff, owner, ofNameless]) await page.context().close();
});

it('R6.5 a reset updates the card from its response; a failure is silent, and the value stays', async () => {
  const board = world.boards.measured;
  await board.publishValues({ electro_meter: 120.5, motor_operating_hours: 810 });
  const page = await world.open(dashboardOf(board.deviceId), { who: 'technician' });
  const reset = async (name: string) => {
    await panel(page)
      .getByRole('button', { name: stats.resetOf.replace('{name}', name) })
      .click();
    await panel(page).getByText(stats.resetQuestion.replace('{name}', name)).waitFor();
    await panel(page).getByRole('button', { name: stats.reset, exact: true }).click();
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'reset' });
    return cmd;
  };
  await card(page, stats.electro_meter).getByText('120,5').waitFor();
  const refused = await reset(stats.motor_operating_hours);
  const answered = page.waitForResponse('**/reset-fc-config');
  await board.ack(refused, { st: 'rejected', err: 'busy' });
  expect((await answered).status()).toBe(409);
  expect(await card(page, stats.motor_operating_hours).textContent()).toContain('810');

  await board.done(await reset(stats.electro_meter));
  await card(page, stats.electro_meter).getByText('0,0').waitFor();
  expect(await card(page, stats.electro_meter).textContent()).toContain('kWh');
  await page.route('**/reset-fc-config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { data: 7 } });
  });
  await board.done(await reset(stats.electro_meter));
  await card(page, stats.electro_meter).getByText('7,0').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

it('R4.7 a card shows the unit of the server or its default, and the card order is stored', async () => {
  const { deviceId } = world.boards.measured;
  const answers: Record<string, unknown> = {
    [meterOf(fcIdOf(deviceId))]: { value: 12 },
    [meterOf(fcIdOf(deviceId)).replace('electro_meter', 'motor_operating_hours')]: {
      data: { motor_operating_hours: { value: 34, unit: 'd' } },
    },
  };
  const page = await world.open(dashboardOf(deviceId), {
    who: 'technician',
    before: (fresh) =>
      fresh.route('**/get-fc-config/*', (route) =>
        route.fulfill({ json: answers[new URL(route.request().url()).pathname] }),
      ),
  });
  await card(page, stats.electro_meter).getByText('kW', { exact: true }).waitFor();
  await card(page, stats.motor_operating_hours).getByText('d', { exact: true }).waitFor();

  // Warning and primary colours of the theme.
  const colours = await panel(page)
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => getComputedStyle(term.querySelector('svg') ?? term).stroke));
  const theme = await page.evaluate(() =>
    ['--wait', '--accent'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }),
  );
  expect(colours).toEqual(theme);

  const titles = () => panel(page).getByRole('term').allInnerTexts();
  expect(await titles()).toEqual([stats.electro_meter, stats.motor_operating_hours]);
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  const grip = panel(page).getByRole('button', {
    name: order.grip.replace('{name}', stats.motor_operating_hours),
    exact: true,
  });
  await lift(grip);
  await expect.poll(() => panel(page).getByRole('list').getAttribute('data-dragging')).not.toBeNull();
  const announcements = async () => (await page.locator('[aria-live=assertive]').allInnerTexts()).join();
  const expectPlace = (place: number) =>
    expect.poll(announcements).toContain(`${stats.motor_operating_hours}: miesto ${place} z 2`);
  await expectPlace(2);
  await page.keyboard.press('ArrowUp');
  await expectPlace(1);
  await page.keyboard.press('Space');
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect.poll(titles).toEqual([stats.motor_operating_hours, stats.electro_meter]);
  expect(await page.getByText(common.retry).count()).toBe(0);
  await page.context().close();
});
