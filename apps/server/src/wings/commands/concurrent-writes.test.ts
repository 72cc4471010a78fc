import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPump } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('concurrent writes of two users', () => {
  const write = (value: number, expected: number) =>
    [{ what: 'Required pressure', value }, { 'expected-value': `${expected}` }] as const;

  it('a write with a stale expected value is refused, during and after the other write', async () => {
    const { owner, device, board } = await aPump(world);
    const technician = await world.user({}, ['Technician']);
    const path = `/mqtt/${device.deviceId}/write`;
    const first = owner.post(path, ...write(4.2, 4));
    const cmd = await board.nextCommand();
    expect(await technician.post(path, ...write(4.5, 4))).toMatchObject({
      status: 409,
      body: { detail: 'VALUE_CHANGED', current: null },
    });
    await board.ack(cmd, { st: 'done', d: { required_pressure: 4.2 } });
    expect((await first).status).toBe(200);
    expect(await technician.post(path, ...write(4.5, 4)), 'before the next frame').toMatchObject({
      status: 409,
      body: { detail: 'VALUE_CHANGED', current: 4.2 },
    });
    const second = technician.post(path, ...write(4.5, 4.2));
    await board.ack(await board.nextCommand(), { st: 'done', d: { required_pressure: 4.5 } });
    expect(await second).toMatchObject({ status: 200, body: { old_value: 4.2 } });
    await board.leave();
  });

  it('of ten concurrent writes with the same expected value one is sent', async () => {
    const { owner, device, board } = await aPump(world);
    const path = `/mqtt/${device.deviceId}/write`;
    const answers = Array.from({ length: 10 }, (_, n) => owner.post(path, ...write(4.1 + n / 10, 4)));
    await board.done(await board.nextCommand());
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([
      200,
      ...Array(9).fill(409),
    ]);
    expect(board.commands).toHaveLength(1);
    await board.leave();
  });

  it('of ten concurrent starts one is sent, the others are too soon', async () => {
    const { owner, device, board } = await aPump(world, { on_off_state_r: 3 });
    const answers = Array.from({ length: 10 }, () => owner.startStop(device.deviceId, true));
    await board.done(await board.nextCommand());
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([
      200,
      ...Array(9).fill(429),
    ]);
    await board.leave();
  });

  it('a register with another value than expected is answered 409 with its value', async () => {
    const { device, board } = await aPump(world);
    const technician = await world.user({}, ['Technician']);
    const answer = technician.post(`/mqtt/${device.deviceId}/write-register`, {
      register: 2308,
      value: 1,
      expect: 2,
    });
    await board.ack(await board.nextCommand(), { st: 'rejected', err: 'busy', d: { reg: 2308, val: 3 } });
    expect(await answer).toMatchObject({ status: 409, body: { detail: 'VALUE_CHANGED', current: 3 } });
    await board.leave();
  });
});

it('the stream sends every state, and a new stream starts with running commands', async () => {
  const { owner, device, board } = await aPump(world);
  const stream = await owner.stream();
  const answer = owner.startStop(device.deviceId, false);
  const cmd = await board.nextCommand();
  await board.ack(cmd, { st: 'accepted' });
  await stream.next('command', ({ status }) => status === 'accepted');
  const later = await owner.stream();
  expect((await later.next('snapshot')).data.commands).toMatchObject([{ id: cmd.id, status: 'accepted' }]);
  await board.ack(cmd, { st: 'done', d: { on_off_state_r: 3 } });
  await answer;
  await stream.next('command', ({ status }) => status === 'done');
  const statuses = stream.events.flatMap(({ event, data }) => (event === 'command' ? [data.status] : []));
  expect(statuses).toEqual(['created', 'published', 'accepted', 'done']);
  stream.close();
  later.close();
  await board.leave();
});
