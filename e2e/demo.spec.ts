import type { AlertPage } from '@manoboard/contract/alert/alert';
import type { LastData } from '@manoboard/contract/device/device';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from './product.ts';

let product: Product;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  page = await product.visit();
  await page.request.post('/api/auth/jwt/login', {
    form: { username: 'super@demo.local', password: 'Demo1234' },
    headers: { origin: product.url },
  });
});
afterAll(() => product.stop());

const get = async <T>(path: string) => (await (await page.request.get(`/api${path}`)).json()) as T;
const lastOf = async (deviceId: string) =>
  (await get<LastData[]>(`/actual-data/all-last-data?device_id=${deviceId}`))[0]?.data;
/** Waits up to a minute for a value of the board. */
const waitForData = (deviceId: string, is: (data: LastData['data']) => boolean) =>
  waitFor(
    async () => {
      const data = await lastOf(deviceId);
      return data && is(data) ? data : undefined;
    },
    { what: `${deviceId} to report it`, timeoutMs: 60_000 },
  );

it('R4.4 six boards are online, one of them without an owner; one is offline', async () => {
  const online = await waitFor(async () => {
    const ids = await get<string[]>('/api-requests/online-devices');
    return ids.length >= 6 ? ids.sort() : undefined;
  });
  expect(online).toEqual([1, 2, 3, 4, 5, 7].map((n) => `MNB-DE000${n}`));
});

it('R4.11 the boards have applied the desired config', async () => {
  for (const deviceId of ['MNB-DE0001', 'MNB-DE0002', 'MNB-DE0003'])
    await waitFor(async () => (await get<ConfigState>(`/devices/${deviceId}/config`)).state === 'applied', {
      what: `${deviceId} applies its config`,
    });
});

it('R5.5 a GD200A in mode 10 holds 8 bar; the wire carries a tenth', async () => {
  const types = await get<{ owner_dev_id: string; fc_type: string }[]>('/users-devices/get-all-fc-devices');
  expect(types.find(({ owner_dev_id }) => owner_dev_id === 'MNB-DE0002')?.fc_type).toBe('GD200A');
  const data = await waitForData('MNB-DE0002', ({ pressure }) => (pressure ?? 0) > 7.5);
  expect(data).toMatchObject({ required_pressure: 0.8, on_off_state_r: 1, fault: 0 });
  expect(data.pressure).toBeLessThan(8.7);
});

it('R5.1 R7.4 a drive is in fault, and its alert is open', async () => {
  await waitForData('MNB-DE0004', ({ on_off_state_r, fault }) => on_off_state_r === 4 && fault === 10);
  const alerts = await waitFor(async () => {
    const { items } = await get<AlertPage>('/alerts?device_id=MNB-DE0004&resolved=false');
    return items.length > 0 ? items : undefined;
  });
  expect(alerts).toMatchObject([{ code: 'FC_FAULT', owner_id: 'FC-DE0004', cleared_timestamp: null }]);
  expect(alerts[0]?.description).toContain('podpätie');
});

it('R5.2 R5.3 one pump runs, one is off, one waits under keypad control', async () => {
  await waitForData('MNB-DE0001', ({ frequency_fc }) => (frequency_fc ?? 0) > 0);
  await waitForData('MNB-DE0003', ({ on_off_state_r }) => on_off_state_r === 3);
  await waitForData(
    'MNB-DE0005',
    ({ on_off_state_r, frequency_fc, modbus }) => on_off_state_r === 1 && frequency_fc === 0 && modbus === 0,
  );
});

it('R7.4 the fault stays one alert across a restart of the boards', async () => {
  await product.stopBoards();
  await product.startBoards();
  await waitForData('MNB-DE0004', ({ on_off_state_r }) => on_off_state_r === 4);
  expect(await get<AlertPage>('/alerts?device_id=MNB-DE0004')).toMatchObject({ total: 1 });
});
