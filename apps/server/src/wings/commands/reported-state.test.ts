import { randomUUID } from 'node:crypto';
import { emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aPump, auditOf, commandsOf } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createMemoryBus } from '../../bus/bus.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { CommandRequest } from './command-request.ts';
import { createCommands } from './commands.service.ts';
import { createExpiredCommands } from './expired-commands.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('R5.5 a board with a foreign configuration gets no pressure until it applies one of this server', async () => {
  const { owner, device, board } = await aPump(world, { required_pressure: 0.4 });
  const technician = await world.user({}, ['Technician']);
  await board.publish('cfg/reported', { v: 1, ver: 7, st: 'applied', ts: 1_800_000_000 });
  const unknown = { status: 409, body: { detail: 'CONFIG_UNKNOWN' } };
  const write = (value: number) =>
    owner.post(`/mqtt/${device.deviceId}/write`, { what: 'Required pressure', value });
  expect(await write(4)).toMatchObject(unknown);
  const setPoint = { register: 2305, value: 400 };
  expect(await technician.post(`/mqtt/${device.deviceId}/write-register`, setPoint)).toMatchObject(unknown);
  expect(board.commands).toEqual([]);
  const [row] = await commandsOf(world, device.id);
  expect(row).toMatchObject({ problem: 'CONFIG_UNKNOWN', normalizer: null });
  const pressureOf = async (path: string) => (await owner.get(`/devices/${device.deviceId}/${path}`)).body;
  expect(await pressureOf('get-fc-data-last/required_pressure')).toMatchObject({ value: null });
  expect(await pressureOf('basic-info')).toMatchObject({ required_pressure: { value: null } });
  const { values } = (await pressureOf('diagnostics')) as { values: { name: string }[] };
  expect(values.map(({ name }) => name)).not.toContain('required_pressure');

  const desired = { version: 0, config: { pressure: { normalizer: 10 } } };
  await technician.send('PUT', `/devices/${device.deviceId}/config`, desired);
  expect(await write(1.2), 'not yet applied').toMatchObject(unknown);
  await board.publish('cfg/reported', { v: 1, ver: 8, st: 'applied', ts: 1_800_000_001 });
  const answer = write(1.2);
  await board.ack(await board.nextCommand(), { st: 'done', d: { required_pressure: 1.2 } });
  expect((await answer).status).toBe(200);
  await board.leave();
});

it('R5.5 a board that is applying another pressure mode gets no pressure: it would mean another one', async () => {
  const { owner, device, board } = await aPump(world);
  const technician = await world.user({}, ['Technician']);
  const write = (value: number) =>
    owner.post(`/mqtt/${device.deviceId}/write`, { what: 'Required pressure', value });
  const configure = (version: number, config: object) =>
    technician.send('PUT', `/devices/${device.deviceId}/config`, { version, config });
  const report = (ver: number) =>
    board.publish('cfg/reported', { v: 1, ver, st: 'applied', ts: 1_800_000_000 });
  const isWritten = async (value: number) => {
    const answer = write(value);
    await board.ack(await board.nextCommand(), { st: 'done', d: { required_pressure: value } });
    return (await answer).status;
  };

  await configure(0, { pressure: { min: 1, max: 8 } });
  expect(await isWritten(4), 'the same mode').toBe(200);
  await report(1);
  await configure(1, { pressure: { min: 1, max: 30, normalizer: 10 } });
  // The board may have applied it already, and not this one.
  await configure(2, { pressure: { min: 1, max: 8 } });
  const unknown = { status: 409, body: { detail: 'CONFIG_UNKNOWN' } };
  expect(await write(2)).toMatchObject(unknown);
  const setPoint = { register: 2305, value: 400 };
  expect(await technician.post(`/mqtt/${device.deviceId}/write-register`, setPoint)).toMatchObject(unknown);
  expect(board.commands).toHaveLength(1);
  await report(2);
  expect(await write(2), 'the older mode is coming').toMatchObject(unknown);
  await report(3);
  expect(await isWritten(2)).toBe(200);
  await board.leave();
});

it('R5.5 a board that never answers another pressure mode gets pressures again, only while it shows that it has not applied it', async () => {
  const { owner, device, board } = await aPump(world, { required_pressure: 4.2 });
  const technician = await world.user({}, ['Technician']);
  const write = (value: number) =>
    owner.post(`/mqtt/${device.deviceId}/write`, { what: 'Required pressure', value });
  const config = { pressure: { min: 1, max: 30, normalizer: 10, sensor_max: 40 } };
  await technician.send('PUT', `/devices/${device.deviceId}/config`, { version: 0, config });
  const unknown = { status: 409, body: { detail: 'CONFIG_UNKNOWN' } };
  expect(await write(4)).toMatchObject(unknown);
  const sentBefore = async (seconds: number) =>
    sql`update device_config set sent_at = now() - make_interval(secs => ${seconds}) where device_id = ${device.id}`.execute(
      world.db,
    );
  // Sent longer ago than its last frame by the time in which a board answers.
  await sentBefore(700);
  const answer = write(4);
  await board.ack(await board.nextCommand(), { st: 'done', d: { required_pressure: 4 } });
  expect((await answer).status).toBe(200);
  // 29 bar, if it has applied it.
  await board.publishTele({ d: { required_pressure: 2.9 } });
  await waitFor(async () => (await write(4)).status === 409, { what: 'the doubt' });
  await board.publishTele({ d: { required_pressure: 4.2 } });
  const again = write(5);
  await board.ack(await board.nextCommand(), { st: 'done', d: { required_pressure: 5 } });
  expect((await again).status).toBe(200);
  // It is sent again at the next birth: the board may apply it now.
  await board.publishStatus();
  await waitFor(async () => (await write(4)).status === 409, { what: 'the renewed doubt' });
  expect(board.commands).toHaveLength(2);
  await board.leave();
});

it('R5.2 after a lock command start and stop are sent before the next frame confirms it', async () => {
  const { owner, device, board } = await aPump(world, { modbus: 0 });
  expect(await owner.startStop(device.deviceId, false)).toMatchObject({ body: { detail: 'LOCAL_CONTROL' } });
  const lock = owner.post(`/mqtt/${device.deviceId}/set-lock`, { what: 'lock', value: true });
  await board.done(await board.nextCommand());
  expect((await lock).status).toBe(200);
  for (const value of [false, true]) {
    const answer = owner.startStop(device.deviceId, value);
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'start_stop', val: value });
    await board.done(cmd);
    expect((await answer).status).toBe(200);
  }
  await board.leave();
});

it('R5.7 the old value of a register is the one that the board read, not the last written one', async () => {
  const { device, board } = await aPump(world);
  const technician = await world.user({}, ['Technician']);
  const write = async (value: number, d: object) => {
    const answer = technician.post(`/mqtt/${device.deviceId}/write-register`, { register: 2308, value });
    await board.ack(await board.nextCommand(), { st: 'done', d: { reg: 2308, val: value, ...d } });
    return (await answer).body;
  };
  expect(await write(5, { old: 4 })).toMatchObject({ old_value: 4 });
  expect(await write(6, {})).toMatchObject({ old_value: null });
  await board.leave();
});

it.each([
  ['a stop', 'mqtt/{id}/start-stop', { what: 'start', value: false }, {}],
  [
    'R5.1 a start that ends in fault',
    'mqtt/{id}/start-stop',
    { what: 'start', value: true },
    { on_off_state_r: 4 },
  ],
  [
    'R6.5 a reset without a read value',
    'devices/{id}/reset-fc-config',
    { config_value_name: 'electro_meter' },
    {},
  ],
])('contract 1.2: an ack without the requested state is a failure: %s', async (_case, path, body, d) => {
  const { owner, device, board } = await aPump(world);
  const answer = owner.post(`/${path.replace('{id}', device.deviceId)}`, body);
  await board.ack(await board.nextCommand(), { st: 'done', d });
  expect(await answer).toMatchObject({ status: 409, body: { detail: 'FAILED' } });
  expect(await commandsOf(world, device.id)).toMatchObject([{ status: 'failed' }]);
  await board.leave();
});

it('contract 1.2: an ack that reports another value is a failure', async () => {
  const { owner, device, board } = await aPump(world);
  const answer = owner.startStop(device.deviceId, false);
  await board.ack(await board.nextCommand(), { st: 'done', d: { on_off_state_r: 1 } });
  expect(await answer).toMatchObject({ status: 409, body: { detail: 'FAILED' } });
  expect(await commandsOf(world, device.id)).toMatchObject([{ status: 'failed', reported_value: true }]);
  await board.leave();
});

it('contract 1.2: a command that another process ended keeps that final state, also in the answer', async () => {
  const { owner, device, board } = await aPump(world);
  const stream = await owner.stream();
  const answer = owner.startStop(device.deviceId, false);
  const cmd = await board.nextCommand();
  await stream.next('command', ({ status }) => status === 'published');
  await world.db
    .updateTable('command')
    .set({ status: 'timeout', problem: 'NO_ANSWER', finished_at: new Date() })
    .where('id', '=', cmd.id)
    .execute();
  await board.done(cmd);
  expect(await answer).toMatchObject({ status: 504, body: { detail: 'NO_ANSWER', command_id: cmd.id } });
  expect((await auditOf(world, device.deviceId)).map(({ event }) => event)).toEqual(['asked']);
  const statuses = stream.events.flatMap(({ event, data }) => (event === 'command' ? [data.status] : []));
  expect(statuses).toEqual(['created', 'published']);
  stream.close();
  await board.leave();
});

/** Commands of a server whose broker never confirms a message. */
function commandsOfHangingBroker(
  afterDecision: () => void,
  now: () => number,
  cluster?: Parameters<typeof createCommands>[0]['cluster'],
) {
  const bus = createMemoryBus();
  const statuses: string[] = [];
  bus.subscribe('command', ({ status }) => {
    if (status === 'created') afterDecision();
    statuses.push(status);
  });
  const commands = createCommands({
    db: world.db,
    bus,
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    now,
    send: () => new Promise(() => {}),
    isPressureInForce: async () => true,
    findLockOut: async () => null,
    profileOf: async () => undefined,
    isOnline: () => true,
    isUpdating: () => false,
    lastData: emptyLastData,
    appliedConfig: async () => ({}),
    startLimits: { gapS: 0, perHour: 1 },
    faultResetsPerHour: 1,
    canEndRetries: async () => true,
    takeDeniedTry: () => true,
    journalFolder: world.dataDir,
    isDatabaseUp: () => true,
    serverId: 'a',
    cluster,
    isElsewhere: undefined,
    serverOf: () => undefined,
  });
  return { commands, statuses };
}
const restartOf = (userId: number, { id }: { id: DeviceKey }) => ({
  device_id: id,
  user_id: userId,
  role: null,
  op: 'restart' as const,
  what: 'restart',
  target: 'restart',
  value: 'null',
  old_value: 'null',
  reported_value: null,
  expires_at: new Date(),
});
const stopOf = (userId: number, { deviceId, id }: { deviceId: string; id: DeviceKey }): CommandRequest => ({
  user: { id: userId, sessionId: '', roles: [] },
  device: { deviceId, deviceKey: id, relation: 'owner', expiresAtS: null, visibleFromS: null },
  payload: { op: 'start_stop', val: false },
  what: 'start',
  value: false,
});

it('contract 1.2: a request times out with its command while the broker hangs', async () => {
  const { owner, device, board } = await aPump(world);
  let nowMs = Math.floor(Date.now() / 1000) * 1000;
  const { commands, statuses } = commandsOfHangingBroker(
    () => {
      nowMs += 10_900;
    },
    () => nowMs,
  );
  await expect(commands.request(stopOf(owner.id, device))).rejects.toMatchObject({
    code: 'NO_ANSWER',
  });
  expect(statuses).toEqual(['created', 'timeout']);
  await board.leave();
});

it('contract 1.2: a server start emits the commands that it closes', async () => {
  const { owner, device, board } = await aPump(world);
  const before = commandsOfHangingBroker(() => {}, Date.now);
  const cut = before.commands.request(stopOf(owner.id, device)).catch(() => {});
  await expect.poll(() => before.statuses).toEqual(['created']);
  const after = commandsOfHangingBroker(() => {}, Date.now);
  await after.commands.start();
  expect(after.statuses).toEqual(['timeout']);
  after.commands.stop();
  before.commands.stop();
  await cut;
  expect(before.statuses).toEqual(['created']);
  await board.leave();
});

it('denied requests of a stranger are limited over known and unknown devices, and not logged beyond', async () => {
  const { device, board } = await aPump(world);
  const stranger = await world.user();
  for (let n = 0; n < 50; n++)
    for (const id of [device.deviceId, 'MNB-NOBODY'])
      expect((await stranger.startStop(id, true)).status).toBe(404);
  for (const id of [device.deviceId, 'MNB-NOBODY'])
    expect(await stranger.startStop(id, true)).toMatchObject({
      status: 429,
      body: { detail: 'TOO_MANY_REQUESTS' },
    });
  expect(await auditOf(world, device.deviceId)).toHaveLength(50);
  await board.leave();
});

it('denied requests skip the device lock', async () => {
  const { device, board } = await aPump(world);
  const stranger = await world.user();
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('device').where('id', '=', device.id).select('id').forNoKeyUpdate().execute();
    expect((await stranger.startStop(device.deviceId, true)).status).toBe(404);
  });
  expect(await auditOf(world, device.deviceId)).toMatchObject([{ event: 'refused' }]);
  await board.leave();
});

it('a clock that is set forward ends neither a command whose request waits nor one of another server', async () => {
  const { owner, device, board } = await aPump(world);
  const cluster = {
    living: () => ['a', 'other'],
    calls: { handle() {} },
    peers: { publish() {}, subscribe() {} },
  };
  let nowMs = Date.now();
  const { commands, statuses } = commandsOfHangingBroker(
    () => {},
    () => nowMs,
    cluster as never,
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await commands.start();
  const [elsewhere, left] = [randomUUID(), randomUUID()];
  const open = { status: 'published', created_at: new Date(nowMs), finished_at: null } as const;
  await world.db
    .insertInto('command')
    .values([
      { ...restartOf(owner.id, device), ...open, id: elsewhere, server_id: 'other' },
      { ...restartOf(owner.id, device), ...open, id: left, server_id: 'a' },
    ])
    .execute();
  const answer = commands.request(stopOf(owner.id, device));
  await waitFor(() => statuses.includes('created'));
  nowMs += 60_000;
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  const statusOf = async (wanted: string) =>
    (await commandsOf(world, device.id)).find(({ id }) => id === wanted)?.status;
  await waitFor(async () => (await statusOf(left)) === 'timeout');
  expect(await statusOf(elsewhere)).toBe('published');
  const { id = '' } = (await commandsOf(world, device.id)).find(({ op }) => op === 'start_stop') ?? {};
  const ack = { v: 1, id, st: 'done', d: { on_off_state_r: 3 }, ts: 0 } as const;
  await commands.receiveAck({ deviceId: device.deviceId, deviceKey: device.id }, ack);
  expect(await answer).toMatchObject({ id, status: 'done' });
  commands.stop();
  await board.leave();
});

it('register reads are deleted after a day', async () => {
  const { owner, device, board } = await aPump(world);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000);
  const row = (op: 'reg_read' | 'restart', hours: number) => ({
    ...restartOf(owner.id, device),
    id: randomUUID(),
    op,
    what: op,
    target: op,
    status: 'done' as const,
    created_at: hoursAgo(hours),
    expires_at: hoursAgo(hours),
    finished_at: hoursAgo(hours),
  });
  await world.db
    .insertInto('command')
    .values([row('reg_read', 25), row('reg_read', 23), row('restart', 25)])
    .execute();
  const needs = { db: world.db, log: pino({ level: 'silent' }), now: Date.now };
  const nothing = () => [];
  const expired = createExpiredCommands({
    ...needs,
    listRunning: nothing,
    listOthers: nothing,
    onEnded: () => {},
  });
  await expired.sweep();
  expect((await commandsOf(world, device.id)).map(({ op }) => op)).toEqual(['restart', 'reg_read']);
  await board.leave();
});
