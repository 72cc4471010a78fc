import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPump, auditOf, commandsOf } from '../../../test/pump.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const stop = (user: User, deviceId: string, key: string, value = false) =>
  user.post(`/mqtt/${deviceId}/start-stop`, { what: 'x', value }, { 'idempotency-key': key });

it('R8 users/me announces the headers of writes', async () => {
  const { body } = await (await world.user()).get('/users/me');
  expect(body).toMatchObject({ write_headers: ['idempotency-key', 'expected-value'] });
});

it('one key sent five times while the command runs, and once after: one execution, one answer', async () => {
  const { owner, device, board } = await aPump(world);
  const answers = Array.from({ length: 5 }, () => stop(owner, device.deviceId, 'click-1'));
  const cmd = await board.nextCommand();
  await board.done(cmd);
  const bodies = (await Promise.all(answers)).map(({ body }) => body);
  expect(bodies[0]).toMatchObject({ id: cmd.id, status: 'done' });
  for (const body of bodies) expect(body).toEqual(bodies[0]);
  expect((await stop(owner, device.deviceId, 'click-1')).body).toEqual(bodies[0]);
  expect(board.commands).toHaveLength(1);
  expect(await commandsOf(world, device.id)).toHaveLength(1);
  await board.leave();
});

it('a refusal and a failed ack are answered the same again, also after a restart of the server', async () => {
  const { owner, device, board } = await aPump(world);
  const first = stop(owner, device.deviceId, 'click-2');
  await board.ack(await board.nextCommand(), { st: 'rejected', err: 'busy' });
  const { status, body } = await first;
  expect(body).toMatchObject({ detail: 'REJECTED', reason: 'busy' });
  await world.restart();
  const again = world.browser();
  await again.login(owner.email, owner.password);
  const repeated = await again.post(
    `/mqtt/${device.deviceId}/start-stop`,
    { what: 'x', value: false },
    { 'idempotency-key': 'click-2' },
  );
  expect([repeated.status, repeated.body]).toEqual([status, body]);
  expect(await commandsOf(world, device.id)).toHaveLength(1);
  await board.drop();
});

it('a command that a restart interrupted is answered as timeout again', async () => {
  const { owner, device, board } = await aPump(world);
  const cut = stop(owner, device.deviceId, 'click-3').catch(() => undefined);
  await board.nextCommand();
  await world.restart();
  await cut;
  const again = world.browser();
  await again.login(owner.email, owner.password);
  const repeated = await again.post(
    `/mqtt/${device.deviceId}/start-stop`,
    { what: 'x', value: false },
    { 'idempotency-key': 'click-3' },
  );
  expect(repeated).toMatchObject({ status: 504, body: { detail: 'NO_ANSWER' } });
  expect(await commandsOf(world, device.id)).toMatchObject([{ status: 'timeout' }]);
  await board.drop();
});

it('a key reused for another request is 422, logged and not sent, during and after the first', async () => {
  const { owner, device, board } = await aPump(world);
  const first = stop(owner, device.deviceId, 'click-4');
  const cmd = await board.nextCommand();
  const other = { status: 422, body: { detail: 'IDEMPOTENCY_KEY_REUSED' } };
  expect(await stop(owner, device.deviceId, 'click-4', true)).toMatchObject(other);
  await board.done(cmd);
  await first;
  expect(await stop(owner, device.deviceId, 'click-4', true)).toMatchObject(other);
  expect(board.commands).toHaveLength(1);
  const problems = (await auditOf(world, device.deviceId)).map(({ command }) => command.problem);
  expect(problems.filter((problem) => problem === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(2);
  await board.leave();
});

it('a key is scoped to one user and one device', async () => {
  const { owner, device, board } = await aPump(world);
  const technician = await world.user({}, ['Technician']);
  for (const user of [owner, technician]) {
    const answer = stop(user, device.deviceId, 'click-5');
    await board.done(await board.nextCommand());
    expect((await answer).status).toBe(200);
  }
  expect(board.commands).toHaveLength(2);
  await board.leave();
});

it.each(['', 'x'.repeat(65), 'with space'])('the invalid key %j is 422', async (key) => {
  const { owner, device, board } = await aPump(world);
  expect((await stop(owner, device.deviceId, key)).status).toBe(422);
  expect(board.commands).toEqual([]);
  await board.leave();
});
