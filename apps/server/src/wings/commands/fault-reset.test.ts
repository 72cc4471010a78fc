import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPump, auditOf, commandsOf } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let aheadS = 0;
const now = () => Date.now() + aheadS * 1000;
const nowS = () => Math.floor(now() / 1000);
beforeAll(async () => {
  world = await startWorld({ now });
});
afterAll(() => world.stop());

let events = 0;
const eventId = () => `EV${String(++events).padStart(10, '0')}`;

const FAULT = { on_off_state_r: 4, fault: 4, frequency_fc: 0 };

async function faultedPump(reading: object = {}, info: object = {}) {
  const pump = await aPump(world, { ...FAULT, ...reading });
  const { owner, device, board } = pump;
  await board.publishInfo({
    fc: { id: `FC-${device.deviceId.slice(4)}`, fc_type: 'GD10', ident: 269, unit: 1 },
    ...info,
  });
  await board.publishTele({ ts: nowS(), d: { ...FAULT, ...reading } });
  const path = `/mqtt/${device.deviceId}/fault-reset`;
  return {
    ...pump,
    reset: (body: object = { what: 'fault-reset', value: true }) => owner.post(path, body),
    outlook: async () => (await owner.get(path)).body,
    raise: (
      code: 'DRY_RUN' | 'NO_FLOW' | 'FC_FAULT',
      st: 'raised' | 'cleared' = 'raised',
      id: string = eventId(),
      ts = nowS(),
    ) => board.publish('event', { v: 1, id, ts, code, st, sev: 'alarm', d: {} }),
  };
}

describe('R5.9 fault reset', () => {
  it('is sent with an expiry of 60 s, and answers 200 when the drive has left the fault state', async () => {
    const { reset, board, device } = await faultedPump();
    const answer = reset();
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject({ op: 'fault_reset', val: true });
    expect(cmd.exp - cmd.ts).toBe(60);
    await board.ack(cmd, { st: 'done', d: { on_off_state_r: 3, fault: 0 } });
    expect(await answer).toMatchObject({
      status: 200,
      body: { op: 'fault_reset', status: 'done', value: true, old_value: 4, reported_value: 0 },
    });
    expect((await auditOf(world, device.deviceId)).map(({ event }) => event)).toEqual(['asked', 'ended']);
    await board.leave();
  });

  it.each([
    ['done without a state', { st: 'done', d: {} }, 'FAILED'],
    ['done, but still in fault', { st: 'done', d: { on_off_state_r: 4, fault: 4 } }, 'FAILED'],
    ['the cause persists', { st: 'rejected', err: 'fc_fault' }, 'FC_FAULT'],
    ['the drive stays in fault', { st: 'failed', err: 'fc_fault' }, 'FC_FAULT'],
    ['a protection of the board', { st: 'rejected', err: 'locked' }, 'PROTECTION_ACTIVE'],
    ['no fault any more', { st: 'rejected', err: 'not_allowed' }, 'NOT_IN_FAULT'],
    ['keypad in charge', { st: 'rejected', err: 'not_in_comm_control' }, 'LOCAL_CONTROL'],
  ] as const)('the answer of the board: %s', async (_case, ack, detail) => {
    const { reset, board } = await faultedPump();
    const answer = reset();
    await board.ack(await board.nextCommand(), ack);
    expect(await answer).toMatchObject({ status: 409, body: { detail } });
    await board.leave();
  });

  it.each([
    ['no fault', { on_off_state_r: 3, fault: 0 }, 'NOT_IN_FAULT'],
    ['keypad in charge', { modbus: 0 }, 'LOCAL_CONTROL'],
  ] as const)('is refused at once and not sent: %s', async (_case, reading, detail) => {
    const { reset, board, device } = await faultedPump(reading);
    expect(await reset()).toMatchObject({ status: 409, body: { detail } });
    expect(board.commands).toEqual([]);
    expect((await auditOf(world, device.deviceId)).map(({ event }) => event)).toEqual(['refused']);
    await board.leave();
  });

  it('is refused while a protection is raised, and the answer names it; a warning does not matter', async () => {
    const { reset, raise, outlook, board } = await faultedPump();
    const id = eventId();
    await raise('NO_FLOW');
    await raise('DRY_RUN', 'raised', id);
    expect(await reset()).toMatchObject({
      status: 409,
      body: { detail: 'PROTECTION_ACTIVE', protection: 'DRY_RUN' },
    });
    expect(await outlook()).toMatchObject({ protection: 'DRY_RUN' });
    await raise('DRY_RUN', 'cleared', id);
    const answer = reset();
    await board.done(await board.nextCommand());
    expect((await answer).status).toBe(200);
    await board.leave();
  });

  it('is never sent to a board that does not announce the capability', async () => {
    const { reset, outlook, board } = await faultedPump({}, { cap: ['start_stop', 'restart'] });
    expect(await reset()).toMatchObject({ status: 409, body: { detail: 'NOT_SUPPORTED' } });
    expect(await outlook()).toMatchObject({ is_supported: false });
    expect(board.commands).toEqual([]);
    await board.leave();
  });

  it.each([false, 1, 'true', null])('the value %j is refused with 422', async (value) => {
    const { reset, board } = await faultedPump();
    expect((await reset({ what: 'fault-reset', value })).status).toBe(422);
    expect(board.commands).toEqual([]);
    await board.leave();
  });

  it('is limited to three an hour over all users; the answer gives the time of the next one', async () => {
    const { reset, outlook, board, device } = await faultedPump();
    const technician = await world.user({}, ['Technician']);
    const finish = async (answer: Promise<{ status: number }>) => {
      await board.done(await board.nextCommand());
      expect((await answer).status).toBe(200);
      await board.publishTele({ ts: nowS(), d: FAULT });
    };
    expect(await outlook()).toMatchObject({ left: 3, per_hour: 3, free_at: null });
    await finish(reset());
    await finish(technician.post(`/mqtt/${device.deviceId}/fault-reset`, { what: '', value: true }));
    await finish(reset());
    const refused = await reset();
    expect(refused).toMatchObject({ status: 429, body: { detail: 'TOO_MANY_RESETS' } });
    const { free_at } = refused.body as { free_at: number };
    expect(free_at).toBeGreaterThan(nowS() + 3500);
    expect(await outlook()).toMatchObject({ left: 0, free_at });
    aheadS += 3601;
    await board.publishTele({ ts: nowS(), d: FAULT });
    await finish(reset());
    await board.leave();
  });

  it('is sent three times for ten concurrent requests', async () => {
    const { reset, board } = await faultedPump();
    board.client.on('message', () => {
      const cmd = board.commands.at(-1);
      if (cmd) board.ack(cmd, { st: 'failed', err: 'fc_fault' }).catch(() => {});
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset()));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(board.commands).toHaveLength(3);
    await board.leave();
  });

  it('is followed by a start before a frame shows that the fault is gone', async () => {
    const { reset, board, owner, device } = await faultedPump();
    const answer = reset();
    await board.done(await board.nextCommand());
    await answer;
    const start = owner.startStop(device.deviceId, true);
    await board.done(await board.nextCommand());
    expect((await start).status).toBe(200);
    await board.leave();
  });

  it('has an outlook with the start of the fault and whether the pump was on before', async () => {
    const { board, owner, device, raise, outlook } = await faultedPump();
    expect(await outlook()).toMatchObject({ since: null, was_on: null });
    const sinceS = nowS() - 60;
    await board.publishTele({ ts: sinceS - 5, d: { on_off_state_r: 1 } });
    await raise('FC_FAULT', 'raised', eventId(), sinceS);
    expect(await outlook()).toMatchObject({
      since: sinceS,
      was_on: true,
      protection: null,
      is_supported: true,
    });
    const stop = owner.startStop(device.deviceId, false);
    await board.ack(await board.nextCommand(), { st: 'failed' });
    await stop;
    expect(await outlook()).toMatchObject({ was_on: false });
    await board.leave();
  });

  it('is answered 404 to strangers, as is the outlook, and is logged', async () => {
    const { device, board } = await faultedPump();
    const stranger = await world.user();
    const path = `/mqtt/${device.deviceId}/fault-reset`;
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(path, { what: '', value: true })).status).toBe(404);
    expect(await commandsOf(world, device.id)).toMatchObject([
      { op: 'fault_reset', problem: 'DEVICE_NOT_FOUND' },
    ]);
    await board.leave();
  });
});

describe('restart of the board', () => {
  it.each([
    ['without a body', undefined, 200],
    ['with what and value', { what: 'restart', value: true }, 200],
    ['with value false', { what: 'restart', value: false }, 422],
    ['with a strange field', { what: 'restart', value: true, when: 'now' }, 422],
  ])('%s', async (_case, body, status) => {
    const { owner, device, board } = await aPump(world);
    const answer = owner.send('POST', `/mqtt/${device.deviceId}/restart`, body);
    if (status === 200) await board.done(await board.nextCommand());
    expect((await answer).status).toBe(status);
    expect(board.commands).toHaveLength(status === 200 ? 1 : 0);
    await board.leave();
  });
});
