import { connect } from 'node:net';
import type { AlertPage } from '@manoboard/contract/alert/alert';
import { topicPath } from '@manoboard/contract/mqtt/topics';
import { MINUTE_MS } from '@manoboard/domain/time';
import type { BoardClient } from '@manoboard/testkit/board-client';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

const BOARDS = 200;
let world: World;
let aheadMs = 0;
let staff: Awaited<ReturnType<World['user']>>;
let owner: Awaited<ReturnType<World['user']>>;
let devices: Awaited<ReturnType<World['enrol']>>[];
let boards: BoardClient[] = [];

beforeAll(async () => {
  world = await startWorld({ now: () => Date.now() + aheadMs });
  staff = await world.user({}, ['Super Seller']);
  owner = await world.user();
  devices = await Promise.all(Array.from({ length: BOARDS }, () => world.enrol(owner.id)));
  await comeBack();
});
afterAll(() => world.stop());

async function comeBack() {
  boards = await Promise.all(devices.map((device) => device.connect()));
  await Promise.all(boards.map((board) => board.publishStatus()));
}
const loseAll = () => Promise.all(boards.map((board) => board.drop()));
const waitForConnected = (count: number) =>
  waitFor(async () => (await world.server.metrics.boardsConnected.get()).values[0]?.value === count, {
    what: `${count} connected boards`,
  });

async function report(passedMs = 0) {
  aheadMs += passedMs;
  await world.server.reportOutage();
}
const alerts = () =>
  world.db
    .selectFrom('alert')
    .where('kind', '=', 'site_outage')
    .select(['device_id', 'severity', 'numbers', 'cleared_at', 'occurrences'])
    .orderBy('id')
    .execute();

it('R4.5 a board that sends nothing for 1.5 keep-alives is offline', async () => {
  const device = await world.enrol(owner.id);
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const packet = (header: number, body: Buffer) => Buffer.concat([Buffer.from([header, body.length]), body]);
  const socket = connect(Number(new URL(world.server.mqttUrl).port), '127.0.0.1');
  const login = [device.deviceId, device.deviceId, device.secret].map(text);
  const KEEP_ALIVE_S = 1;
  socket.write(
    packet(0x10, Buffer.concat([text('MQTT'), Buffer.from([4, 0b1100_0010, 0, KEEP_ALIVE_S]), ...login])),
  );
  const birth = Buffer.from(JSON.stringify({ v: 1, online: 1, boot: 1 }));
  socket.write(
    packet(0x32, Buffer.concat([text(topicPath('status', device.deviceId)), Buffer.from([0, 1]), birth])),
  );
  const isOnline = async () =>
    ((await owner.get('/api-requests/online-devices')).body as string[]).includes(device.deviceId);
  await waitFor(isOnline, { what: 'the board online' });
  // No packet from here on; the socket stays open until the broker closes it.
  await waitFor(async () => !(await isOnline()), { what: 'the board offline' });
  socket.destroy();
});

it('200 boards that are lost at once are one alert for staff, and none for the owner', async () => {
  await report(10 * MINUTE_MS);
  await loseAll();
  await waitForConnected(0);
  await report();
  expect(await alerts()).toEqual([]);
  await report(MINUTE_MS);
  await report(10 * MINUTE_MS);
  expect(await alerts()).toMatchObject([
    { device_id: null, severity: 'alarm', numbers: { devices: BOARDS, cause: 2 }, cleared_at: null },
  ]);
  const mails = await world.db.selectFrom('alert_delivery').select('user_id').execute();
  expect([...new Set(mails.map(({ user_id }) => user_id))].filter((id) => id !== staff.id)).toEqual([]);
  expect(mails.length).toBeLessThanOrEqual(1);
});

it('staff see the alert of the installation and may take it; the owner of a device does not see it', async () => {
  const [alert] = ((await staff.get('/alerts')).body as AlertPage).items;
  expect(alert).toMatchObject({ kind: 'site_outage', id_dev: null, owner_id: null });
  expect((await staff.send('PUT', `/alerts/${alert?.id}/assignee`)).status).toBe(200);
  expect((await owner.get('/alerts')).body).toMatchObject({ items: [], total: 0 });
  expect((await owner.send('POST', `/alerts/${alert?.id}/resolve`)).status).toBe(404);
});

it('a second server adds no second alert', async () => {
  const second = await world.startSecond();
  await second.reportOutage();
  expect(await alerts()).toHaveLength(1);
  await second.stop();
});

it('the alert ends when the boards are back', async () => {
  await comeBack();
  await waitForConnected(BOARDS);
  await report();
  expect((await alerts()).filter(({ cleared_at }) => cleared_at === null)).toEqual([]);
});

it('a server that was down for an hour raises one alert at its start, until the boards are back', async () => {
  await report(60 * MINUTE_MS);
  const before = (await alerts()).length;
  const isStopped = world.restart();
  aheadMs += 60 * MINUTE_MS;
  await isStopped;
  await report();
  expect((await alerts()).slice(before)).toMatchObject([
    { numbers: { devices: BOARDS, cause: 1 }, cleared_at: null },
  ]);
  await comeBack();
  await waitForConnected(BOARDS);
  await report();
  expect((await alerts()).filter(({ cleared_at }) => cleared_at === null)).toEqual([]);
});
