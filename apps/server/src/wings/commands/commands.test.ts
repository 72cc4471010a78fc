import type { FcDevice } from '@manoboard/contract/device/device';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';
import type { DeviceKey } from '../../db/device-key.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const nowS = () => Math.floor(Date.now() / 1000);
const commandsOf = (deviceKey: DeviceKey) =>
  world.db
    .selectFrom('command')
    .where('device_id', '=', deviceKey)
    .selectAll()
    .orderBy('created_at')
    .execute();

async function pump(reading = aReading()) {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  await board.listen();
  await board.publishStatus();
  await board.publishTele({ d: reading });
  return { owner, device, board };
}

describe('contract 1.2: the outcome of a command', () => {
  it('is 200 only after the board has done it, and all states are stored', async () => {
    const { owner, device, board } = await pump();
    let isAnswered = false;
    const answer = owner.startStop(device.deviceId, false).finally(() => {
      isAnswered = true;
    });
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'start_stop', val: false, by: `u:${owner.id}` });
    expect(cmd.exp - cmd.ts).toBe(10);
    await board.ack(cmd, { st: 'accepted' });
    expect(isAnswered).toBe(false);
    expect(await commandsOf(device.id)).toMatchObject([{ status: 'accepted', finished_at: null }]);
    await board.ack(cmd, { st: 'done', d: { on_off_state_r: 3 } });
    expect(await answer).toMatchObject({
      status: 200,
      body: { id: cmd.id, status: 'done', value: false, what: 'start' },
    });
    const [row] = await commandsOf(device.id);
    expect(row).toMatchObject({
      id: cmd.id,
      user_id: owner.id,
      op: 'start_stop',
      value: false,
      status: 'done',
      error: null,
    });
    for (const time of ['created_at', 'published_at', 'accepted_at', 'finished_at'] as const)
      expect(row?.[time]).toBeInstanceOf(Date);
    await board.leave();
  });

  it.each([
    ['rejected', 'not_in_comm_control', 409, 'LOCAL_CONTROL'],
    ['rejected', 'fc_fault', 409, 'FC_FAULT'],
    ['rejected', 'fc_offline', 409, 'FC_OFFLINE'],
    ['rejected', 'unknown_fc', 409, 'FC_UNKNOWN'],
    ['rejected', 'busy', 409, 'REJECTED'],
    ['failed', 'fc_offline', 409, 'FAILED'],
    ['failed', 'modbus_exception', 409, 'FAILED'],
    ['expired', undefined, 504, 'NO_ANSWER'],
  ] as const)('is derived from the ack %s (%s): %i %s', async (st, err, status, detail) => {
    const { owner, device, board } = await pump();
    const answer = owner.startStop(device.deviceId, true);
    const cmd = await board.nextCommand();
    await board.ack(cmd, { st, ...(err && { err }) });
    expect(await answer).toMatchObject({
      status,
      body: { detail, command_id: cmd.id, ...(err && { reason: err }) },
    });
    expect(await commandsOf(device.id)).toMatchObject([{ status: st, error: err ?? null }]);
    await board.leave();
  });

  it('R4.16 a converter that the board refuses: a start is refused at once, a stop is left to the board', async () => {
    const { owner, device, board } = await pump();
    const fc = { id: 'FC-STRANGE', fc_type: 'unknown', ident: 0, unit: 1 };
    const refused = { reason: 'no_identity', configured: 'GD10' } as const;
    await board.publishInfo({ fc: { ...fc, refused } });
    const listed = async () => {
      const { body } = await owner.get('/users-devices/get-all-fc-devices');
      return (body as FcDevice[]).find(({ owner_dev_id }) => owner_dev_id === device.deviceId);
    };
    await waitFor(async () => (await listed())?.refused, { what: 'the refused converter' });
    expect(await listed()).toMatchObject({ fc_type: 'unknown', refused });
    expect(await owner.startStop(device.deviceId, true)).toMatchObject({
      status: 409,
      body: { detail: 'FC_UNKNOWN' },
    });
    const stop = owner.startStop(device.deviceId, false);
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'start_stop', val: false });
    await board.ack(cmd, { st: 'rejected', err: 'unknown_fc' });
    expect(await stop).toMatchObject({ status: 409, body: { detail: 'FC_UNKNOWN' } });

    // Another converter, of the configured type, is controlled again.
    await board.publishInfo({ fc: { ...fc, fc_type: 'GD10', ident: 269 } });
    await waitFor(async () => !(await listed())?.refused, { what: 'the known converter' });
    const start = owner.startStop(device.deviceId, true);
    await board.done(await board.nextCommand());
    expect(await start).toMatchObject({ status: 200 });
    await board.leave();
  });

  it('is 504 and timeout without an ack, and a late ack is only logged, once', async () => {
    const { owner, device, board } = await pump();
    const answer = owner.startStop(device.deviceId, true);
    const cmd = await board.nextCommand();
    expect(await answer).toMatchObject({ status: 504, body: { detail: 'NO_ANSWER' } });
    await board.ack(cmd, { st: 'accepted' });
    for (let n = 0; n < 2; n++) await board.done(cmd);
    expect(await commandsOf(device.id)).toMatchObject([{ status: 'timeout' }]);
    const log = await auditOf(world, device.deviceId);
    expect(log.map(({ event }) => event)).toEqual(['asked', 'ended', 'late_answer']);
    expect(log[2]).toMatchObject({ command: { id: cmd.id, status: 'timeout' }, answer: { st: 'done' } });
    await board.leave();
  });

  it('does not change by an ack of another board', async () => {
    const { owner, device, board } = await pump();
    const stranger = await (await world.enrol()).connect();
    const answer = owner.startStop(device.deviceId, true);
    const cmd = await board.nextCommand();
    await stranger.done(cmd);
    expect(await commandsOf(device.id)).toMatchObject([{ finished_at: null }]);
    await board.ack(cmd, { st: 'rejected', err: 'busy' });
    expect((await answer).status).toBe(409);
    await board.leave();
    await stranger.leave();
  });

  it('is stored once if the ack is repeated', async () => {
    const { owner, device, board } = await pump();
    const answer = owner.startStop(device.deviceId, true);
    const cmd = await board.nextCommand();
    await board.done(cmd);
    await board.ack(cmd, { st: 'failed', err: 'busy' });
    expect((await answer).status).toBe(200);
    expect(await commandsOf(device.id)).toMatchObject([{ status: 'done' }]);
    await board.leave();
  });
});

describe('a refused command is logged and never sent', () => {
  it('an offline board is answered 409 at once, and nothing is sent when it reconnects', async () => {
    const { owner, device, board } = await pump();
    await board.drop();
    await waitFor(
      async () => ((await owner.get('/api-requests/online-devices')).body as string[]).length === 0,
    );
    expect(await owner.startStop(device.deviceId, true)).toMatchObject({
      status: 409,
      body: { detail: 'DEVICE_OFFLINE' },
    });
    expect(await commandsOf(device.id)).toMatchObject([
      { status: 'rejected', problem: 'DEVICE_OFFLINE', published_at: null },
    ]);
    const again = await device.connect({ boot: 2 });
    await again.listen();
    await again.publishStatus();
    const answer = owner.startStop(device.deviceId, false);
    const cmd = await again.nextCommand();
    expect(cmd).toMatchObject({ val: false });
    await again.done(cmd);
    expect((await answer).status).toBe(200);
    expect(again.commands).toHaveLength(1);
    await again.leave();
  });

  it.each([
    ['R5.2 the keypad is in charge, start', { modbus: 0 }, true, 'LOCAL_CONTROL'],
    ['R5.2 the keypad is in charge, stop', { modbus: 0 }, false, 'LOCAL_CONTROL'],
    ['a drive in fault cannot be started', { on_off_state_r: 4, fault: 10 }, true, 'FC_FAULT'],
  ])('%s: 409 %s', async (_rule, change, value, detail) => {
    const { owner, device, board } = await pump(aReading(change));
    expect(await owner.startStop(device.deviceId, value)).toMatchObject({ status: 409, body: { detail } });
    expect(await commandsOf(device.id)).toMatchObject([
      { status: 'rejected', problem: detail, published_at: null },
    ]);
    expect(board.commands).toEqual([]);
    await board.leave();
  });

  it.each([null, 'true', [true], 1, 0, {}, undefined])(
    'R5.1 the value %j is not a boolean: 422, nothing stored or sent',
    async (value) => {
      const { owner, device, board } = await pump();
      expect(await owner.startStop(device.deviceId, value)).toMatchObject({ status: 422 });
      expect(await commandsOf(device.id)).toEqual([]);
      expect(board.commands).toEqual([]);
      await board.leave();
    },
  );

  it('a device of another user answers exactly like one that does not exist', async () => {
    const { device, board } = await pump();
    const stranger = await world.user();
    const [foreign, unknown] = [
      await stranger.startStop(device.deviceId, false),
      await stranger.startStop('MNB-NOBODY', false),
    ];
    expect(foreign).toMatchObject({ status: 404, body: { detail: 'DEVICE_NOT_FOUND' } });
    expect(unknown.body).toEqual(foreign.body);
    expect(board.commands).toEqual([]);
    await board.leave();
  });

  it('R7.2 a technician operates a device that is not in their list, also by the ID of the converter', async () => {
    const { device, board } = await pump();
    await board.publishInfo({ fc: { id: `FC-${device.id}000`, fc_type: 'GD10', ident: 269, unit: 1 } });
    const technician = await world.user({}, ['Technician']);
    const answer = technician.startStop(`FC-${device.id}000`, false);
    await board.done(await board.nextCommand());
    expect((await answer).status).toBe(200);
    await board.leave();
  });
});

it('contract 1.2: a second start within 10 s is 429 and is not sent; a stop always is', async () => {
  const { owner, device, board } = await pump();
  const first = owner.startStop(device.deviceId, true);
  await board.done(await board.nextCommand());
  expect((await first).status).toBe(200);
  expect(await owner.startStop(device.deviceId, true)).toMatchObject({
    status: 429,
    body: { detail: 'TOO_MANY_STARTS' },
  });
  const stop = owner.startStop(device.deviceId, false);
  await board.done(await board.nextCommand());
  expect((await stop).status).toBe(200);
  expect(board.commands).toMatchObject([{ val: true }, { val: false }]);
  expect((await commandsOf(device.id)).map(({ status }) => status)).toEqual(['done', 'rejected', 'done']);
  await board.leave();
});

it('a restart of the server resends nothing and closes open commands as timeout', async () => {
  const { owner, device, board } = await pump();
  const answer = owner.startStop(device.deviceId, true).catch(() => undefined);
  await board.nextCommand();
  await world.db
    .updateTable('command')
    .set({ status: 'published', finished_at: null })
    .where('device_id', '=', device.id)
    .execute();
  await world.restart();
  await answer;
  expect(await commandsOf(device.id)).toMatchObject([{ status: 'timeout' }]);
  const again = await device.connect({ boot: 2 });
  await again.listen();
  await again.publishTele({ ts: nowS() });
  expect(again.commands).toEqual([]);
  await again.leave();
});
