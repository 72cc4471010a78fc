import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Repeats itself: a run that fails fails again. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const BAD = [
  null,
  7,
  -1,
  1e308,
  true,
  [],
  {},
  ['MNB-T0001'],
  { $ne: null },
  '',
  '\0',
  'a\0b',
  'a\r\nbcc: x@example.com',
  '\u001b[2J',
  '\u0085',
  '\ud800',
  "'; drop table device; --",
  '../../etc/passwd',
  'x'.repeat(300),
  'x@x',
  'a@example.com\0',
  '<script>',
  '%00',
  '__proto__',
];
const FIELDS = ['id_dev', 'password', 'alias', 'email', 'expires_at', '__proto__', 'constructor', 'owner'];

it('R4.1–R4.3: 2,000 bad requests get a 4xx in the shape of an error, and change nothing', async () => {
  const owner = await world.user();
  const { idDev } = await world.enrol(owner.id);
  const calls = [
    ['POST', '/users-devices/add-device'],
    ['PATCH', `/users-devices/${idDev}`],
    ['POST', `/users-devices/${idDev}/delegations`],
  ] as const;
  const state = async () => [
    await world.db.selectFrom('user_device').selectAll().execute(),
    await world.db.selectFrom('device').selectAll().execute(),
  ];
  const before = await state();
  const roll = dice(4);
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  /** `owner` is a field that nobody knows: every body that holds it is bad. */
  const bad = () => {
    const fields = Array.from({ length: roll(4) }, () => [pick(FIELDS), JSON.stringify(pick(BAD))] as const);
    const body = [...fields, ['owner', '1'] as const].map(([name, value]) => `"${name}":${value}`);
    return `{${body.join(',')}}`;
  };
  for (let round = 0; round < 100; round++)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const [method, path] = pick(calls);
        const body = bad();
        const answer = await owner.send(method, path, body);
        expect([400, 422], `${method} ${path} ${body}`).toContain(answer.status);
        expect(answer.body).toHaveProperty('detail');
      }),
    );
  for (const [method, path] of calls) {
    expect((await owner.send(method, path, `"${'x'.repeat(2 ** 20)}"`)).status).toBe(413);
    expect((await owner.send(method, path, deep(10_000))).status).toBe(422);
    expect((await owner.send(method, path, '{"alias":')).status).toBe(400);
  }
  expect(await state()).toEqual(before);
}, 60_000);

it('R4.2 a name that is only odd is kept as it is', async () => {
  const owner = await world.user();
  const { idDev } = await world.enrol(owner.id);
  for (const alias of [
    "O'Hara",
    '<b>"',
    'čerpadlo 🐟',
    '__proto__',
    '%00',
    "'; drop table device; --",
    'x'.repeat(64),
  ]) {
    const answer = await owner.send('PATCH', `/users-devices/${idDev}`, { alias });
    expect(answer).toMatchObject({ status: 200, body: { alias } });
  }
});

it.each(['%00', 'mnb-t0001', 'MNB-T0001%0a', '..%2f..', 'x'.repeat(900), '%F0%9F%90%9F'])(
  'an ID that is none (%s) in the path: 422, or like what does not exist',
  async (id) => {
    const user = await world.user();
    const answers = [
      await user.send('PATCH', `/users-devices/${id}`, { alias: 'x' }),
      await user.send('DELETE', `/users-devices/${id}`),
      await user.get(`/users-devices/${id}/delegations`),
      await user.post(`/users-devices/${id}/delegations`, { email: user.email }),
      await user.send('DELETE', `/users-devices/${id}/delegations/1`),
    ];
    for (const { status } of answers) expect([404, 422]).toContain(status);
  },
);
