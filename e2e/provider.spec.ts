import { launchChromium } from '@manoboard/testkit/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Provider, startProvider } from './provider.ts';
import { controlsCard, motorCard, motorIs, openMotor, pumpSwitch } from './pump-page.ts';
import { texts } from './texts.ts';

let provider: Provider;
let browser: Browser;
beforeAll(async () => {
  [provider, browser] = await Promise.all([startProvider(), launchChromium()]);
});
afterAll(() => Promise.all([provider.stop(), browser.close()]));

const { app, auth, control, dashboard, device, fcState, nav, pressure, problem, pump, stats, top } = texts.sk;
const OVERVIEW = '/admin/overview?device=MNB-AB0001';
const DASHBOARD = '/admin/dashboard';

/** Errors of scripts on a page. */
const errors: unknown[] = [];

async function visit(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: provider.url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript(() => localStorage.setItem('values-open', 'true'));
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error));
  return page;
}

async function login(page: Page) {
  await page.goto('/auth/login');
  await page.getByLabel(auth.email).fill('eva@example.sk');
  await page.getByLabel(auth.password, { exact: true }).fill('Voda1234');
  await page.getByRole('button', { name: auth.submitLogin, exact: true }).click();
}

/** A logged-in page of a provider that answers these calls differently. */
async function open(path: string, calls: Record<string, () => Answer>): Promise<Page> {
  provider.answer(calls);
  const page = await visit();
  await login(page);
  await page.getByRole('button', { name: top.account }).waitFor();
  if (path !== DASHBOARD) await page.goto(path);
  return page;
}

it('R8 R5.13 with the fields of the specification an owner logs in, sees, switches, locks, sets the pressure, resets and logs out', async () => {
  provider.answer();
  const page = await visit();
  await login(page);
  await page.waitForURL('**/admin/dashboard**');
  await page.getByText('Studňa').first().waitFor();
  const meters = page.getByRole('region', { name: stats.title });
  await meters.getByText(/123,4/).waitFor();
  await page
    .getByRole('button', { name: stats.resetOf.replace('{name}', `${stats.electro_meter}, Studňa`) })
    .click();
  await meters.getByRole('button', { name: stats.reset, exact: true }).click();
  await meters.getByText(/0,0/).waitFor();
  expect(provider.sent('POST /devices/MNB-AB0001/reset-fc-config')).toEqual([
    { config_value_name: 'electro_meter' },
  ]);

  await page.goto(OVERVIEW);
  const card = controlsCard(page);
  const toggle = pumpSwitch(page);
  await expect.poll(() => toggle.isChecked()).toBe(true);
  await motorIs(page, 'running').waitFor();
  await page.getByText('41,5').first().waitFor();
  await page.getByText('GD10').first().waitFor();

  await card.getByText('max. 5,5 bar, min. 3,0 bar').waitFor();
  await card.getByRole('button', { name: pressure.more }).click();
  await page.getByRole('alert').getByText(pressure.sent, { exact: true }).waitFor();
  expect(provider.sent('POST /mqtt/MNB-AB0001/write')).toEqual([{ what: 'Required pressure', value: 4.3 }]);
  const motor = await openMotor(page);
  await motor.getByRole('radio', { name: device.control.local }).click({ force: true });
  await expect.poll(() => provider.values().pressure_control).not.toBe(0);

  await motorCard(motor).getByRole('switch', { name: pump.lock }).click();
  await expect.poll(() => provider.values().modbus).toBe(0);
  await page.keyboard.press('Escape');
  await card.getByText(pump.localControl).waitFor();
  await card.getByRole('button', { name: pump.lockNow }).click();
  await expect.poll(() => provider.values().modbus).toBe(2);
  await expect.poll(() => toggle.isEnabled()).toBe(true);
  await toggle.click();
  await expect.poll(() => provider.values().on_off_state_r).toBe(3);
  await expect.poll(() => toggle.isChecked()).toBe(false);
  expect(await page.getByText(pressure.notSent).count()).toBe(0);
  const writes = provider.received.filter(({ call }) => call.startsWith('POST /mqtt'));
  expect(writes.map(({ headers }) => headers['idempotency-key'] ?? headers['expected-value'])).toEqual(
    writes.map(() => undefined),
  );

  await page.getByRole('button', { name: top.account }).click();
  await page.getByRole('button', { name: top.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: top.logout }).click();
  await page.waitForURL('**/auth/login');
  expect(provider.sent('POST /auth/jwt/logout')).toHaveLength(1);
  expect(errors).toEqual([]);
  await page.context().close();
});

it('R8 R5.13 unknown roles, odd rows and values as text cost only themselves; an unknown outcome is called unknown', async () => {
  const rows = [
    { id_dev: 'MNB-AB0001', version: 21, alias: 'Studňa' },
    { name: 'no id' },
    { id_dev: 'MNB-AB0002', version: '2.0', alias: 'Skleník' },
  ];
  const data = {
    on_off_state_r: '1',
    modbus: '2',
    frequency_fc: '41.5',
    pressure_control: '0',
    required_pressure: '4.2',
  };
  const page = await open(OVERVIEW, {
    'GET /roles/check': () => ({ json: ['Technician', 'Admin'] }),
    'GET /users-devices/get-devices': () => ({ json: rows }),
    'GET /users-devices/get-all-fc-devices': () => ({
      json: [{ id: 77, fc_type: 'GD10', owner_dev_id: 'MNB-AB0001' }, null],
    }),
    'GET /actual-data/all-last-data': () => ({
      json: [{ device_id: 'MNB-AB0001', data }, { device_id: 'MNB-AB0002' }],
    }),
    'POST /mqtt/MNB-AB0001/write': () => ({ status: 502, text: '<html>Bad gateway' }),
  });
  await page.getByRole('link', { name: nav.technician, exact: true }).waitFor();
  const card = controlsCard(page);
  await expect.poll(() => pumpSwitch(page).isChecked()).toBe(true);
  await page.getByText('41,5').first().waitFor();
  await card.getByRole('button', { name: pressure.more }).click();
  await page.getByText(control.outcomeUnknown).first().waitFor();
  expect(await page.getByText(pressure.notSent).count()).toBe(0);
  const state = (await openMotor(page)).getByRole('region', { name: fcState.title });
  await state.waitFor();
  expect(await state.getByText(fcState.unknown, { exact: true }).count()).toBe(0);
  await page.goto(DASHBOARD);
  await page.getByText('Skleník').first().waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it('R8 failed lists are an error of the server, not of the network', async () => {
  const failed = () => ({ status: 500, json: { detail: 'Internal Server Error' } });
  const page = await open(DASHBOARD, {
    'GET /users-devices/get-devices': failed,
    'GET /users-devices/get-all-fc-devices': failed,
    'GET /actual-data/all-last-data': failed,
    'GET /api-requests/online-devices': failed,
  });
  await page.getByText(dashboard.failed).waitFor();
  await page.getByText(problem.INTERNAL).waitFor();
  await page.getByText(device.serverError).waitFor();
  expect(await page.getByText(device.linkDown).count()).toBe(0);
  await page.context().close();
});

it('R8 a user that is not understood is named on a page, and leads not to the login', async () => {
  provider.answer({ 'GET /users/me': () => ({ text: '<html>Welcome' }) });
  const page = await visit();
  await login(page);
  await page.getByRole('heading', { name: app.oddAnswer }).waitFor();
  await page.getByText(problem.BAD_ANSWER).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/admin/);
  await page.context().close();
});
