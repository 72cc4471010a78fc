import type { LastData } from '@manoboard/contract/device/device';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import { aReading } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Account = { email: string; password: string };
/** A new login: a restart moves the server to another port. */
async function intervalOf({ email, password }: Account) {
  const browser = world.browser();
  await browser.login(email, password);
  return ((await browser.get('/actual-data/all-last-data')).body as LastData[])[0]?.every_s;
}

async function houseWithPump() {
  const owner = await world.user();
  const technician = await world.user({}, ['Technician']);
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  const request = (version: number, config: DeviceConfig) =>
    technician.send('PUT', `/devices/${device.deviceId}/config`, { version, config });
  const report = (ver: number, st: 'applied' | 'rejected' = 'applied') =>
    board.publish('cfg/reported', { v: 1, ver, st, ts: 1_700_000_000 });
  return { owner, device, board, request, report };
}

it('R4.4 values have the interval that the board has applied, and open pages receive a change of it', async () => {
  const { owner, board, request, report } = await houseWithPump();
  await board.publishTele();
  const page = await owner.stream();
  expect((await page.next('snapshot')).data.last_data[0]).not.toHaveProperty('every_s');

  await request(0, { tele_s: 60 });
  expect(await intervalOf(owner)).toBeUndefined();
  await report(1);
  const minute = { running: 60, asleep: 30 };
  await page.next('last-data', ({ every_s }) => every_s?.running === 60);
  expect(await intervalOf(owner)).toEqual(minute);
  await board.publishTele({ d: aReading({ pressure: 4 }) });
  expect(await intervalOf(owner)).toEqual(minute);

  await request(1, { tele_s: 1, tele_idle_s: 5 });
  await report(2, 'rejected');
  expect(await intervalOf(owner)).toEqual(minute);
  await request(2, {});
  await report(3);
  expect(await intervalOf(owner)).toBeUndefined();
  page.close();
  await board.leave();
});

it('R4.4 a configuration that this server did not send resets the interval to the default', async () => {
  const { owner, board, request, report } = await houseWithPump();
  await board.publishTele();
  await request(0, { tele_s: 60 });
  await report(1);
  expect(await intervalOf(owner)).toEqual({ running: 60, asleep: 30 });
  await report(7);
  expect(await intervalOf(owner)).toBeUndefined();
  await board.leave();
});

it('R4.4 the interval survives a restart of the server, also before the first frame', async () => {
  const reporting = await houseWithPump();
  const silent = await houseWithPump();
  await reporting.board.publishTele();
  for (const { request, report, board } of [reporting, silent]) {
    await request(0, { tele_idle_s: 300 });
    await report(1);
    await board.leave();
  }
  await world.restart();
  expect(await intervalOf(reporting.owner)).toEqual({ running: 5, asleep: 300 });
  expect(await intervalOf(silent.owner)).toBeUndefined();
  const again = await silent.device.connect();
  await again.publishTele();
  expect(await intervalOf(silent.owner)).toEqual({ running: 5, asleep: 300 });
  await again.leave();
});
