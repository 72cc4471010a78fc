import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Postgres stores a lone surrogate neither as text (it is replaced) nor in jsonb (an error). */
it.each(['\ud800', 'a\udfffb', '😀\ud83d'])('a lone surrogate (%j) is refused', async (half) => {
  const user = await world.user({}, ['Super Seller']);
  const { deviceId } = await world.enrol(user.id);
  const answers = [
    await user.send('PATCH', `/users-devices/${deviceId}`, { alias: half }),
    await user.send('PATCH', '/users/me', { address: half }),
    await user.send('PUT', `/devices/${deviceId}/config`, {
      version: 0,
      config: { AnalogInput2: { enabled: 1, alias: half } },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
});

it('R4.2 an unusual alias is stored unchanged', async () => {
  const owner = await world.user();
  const { deviceId } = await world.enrol(owner.id);
  for (const alias of [
    "O'Hara",
    '<b>"',
    'čerpadlo 🐟',
    '__proto__',
    '%00',
    "'; drop table device; --",
    'x'.repeat(64),
  ]) {
    const answer = await owner.send('PATCH', `/users-devices/${deviceId}`, { alias });
    expect(answer).toMatchObject({ status: 200, body: { alias } });
  }
});
