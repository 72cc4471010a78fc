import { DAY_MS } from '@manoboard/domain/time';
import { aRegistration } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { giveRole } from './grant-role.service.ts';
import { hashToken } from './token.ts';

const START_MS = 1_800_000_000_000;
const clock = { ms: START_MS };
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => clock.ms });
});
afterAll(() => world.stop());
beforeEach(async () => {
  clock.ms = START_MS;
  for (const table of ['setup_code', 'login_attempt'] as const) await world.db.deleteFrom(table).execute();
  await world.db.deleteFrom('app_user').execute();
});

const CODE = '7K3D-9QTX-2MVA';
/** A code as another server prints it: a row of the shared database. */
const print = (code = CODE) =>
  world.db
    .insertInto('setup_code')
    .values({ code_hash: hashToken(code), expires_at: new Date(clock.ms + DAY_MS) })
    .execute();
const first = (code = CODE, email = 'first@example.com') => ({ ...aRegistration({ email }), code });
const refused = { status: 400, body: { detail: 'SETUP_CODE_WRONG' } };
const done = { status: 409, body: { detail: 'SETUP_DONE' } };
const superSellers = () =>
  world.db.selectFrom('user_role').where('role', '=', 'Super Seller').select('user_id').execute();
const countCodes = async () => (await world.db.selectFrom('setup_code').selectAll().execute()).length;

it('the code makes the first Super Seller once, with an entry in the log', async () => {
  const visitor = world.browser();
  expect((await visitor.get('/setup')).body).toEqual({ is_needed: true });
  await print();
  expect((await visitor.post('/setup', first('7k3d 9qtx2mva'))).status).toBe(201);
  expect((await visitor.get('/setup')).body).toEqual({ is_needed: false });
  const { email, password } = first();
  await visitor.login(email, password);
  expect((await visitor.get('/roles/check')).body).toEqual(['Super Seller']);
  expect(await countCodes()).toBe(0);
  expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).toContain('Super Seller');
  expect(await visitor.post('/setup', first(CODE, 'second@example.com'))).toMatchObject(done);
  expect(await superSellers()).toHaveLength(1);
});

it('a wrong code, an expired code and a weak password create no account', async () => {
  await print();
  const visitor = world.browser();
  expect(await visitor.post('/setup', first('0000-0000-0000'))).toMatchObject(refused);
  expect(await visitor.post('/setup', first('no code'))).toMatchObject(refused);
  expect((await visitor.post('/setup', { ...first(), password: 'weak' })).status).toBe(400);
  clock.ms += DAY_MS;
  expect(await visitor.post('/setup', first())).toMatchObject(refused);
  expect(await world.db.selectFrom('app_user').selectAll().execute()).toEqual([]);
});

it('concurrent requests with valid codes make exactly one Super Seller', async () => {
  await print();
  await print('0123-4567-89AB');
  const answers = await Promise.all([
    world.browser().post('/setup', first()),
    world.browser().post('/setup', first('0123-4567-89AB', 'second@example.com')),
    world.browser().post('/setup', first(CODE, 'third@example.com')),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await superSellers()).toHaveLength(1);
});

it('an unused code is void after npm run cli -- role appointed a Super Seller', async () => {
  await print();
  const { email } = await world.user();
  expect(await giveRole(world.db, email, 'Super Seller')).toBe(true);
  expect(await world.browser().post('/setup', first())).toMatchObject(done);
  expect(await superSellers()).toHaveLength(1);
});

it('the e-mail of an existing account is refused, and the code stays valid', async () => {
  await print();
  await world.user({ email: 'first@example.com' });
  expect(await world.browser().post('/setup', first())).toMatchObject({
    body: { detail: 'REGISTER_USER_ALREADY_EXISTS' },
  });
  expect((await world.browser().post('/setup', first(CODE, 'other@example.com'))).status).toBe(201);
});

it('guesses from one address are limited', async () => {
  const visitor = world.browser();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await visitor.post('/setup', first('0000-0000-0000'))).status);
  expect(statuses.slice(-2)).toEqual([400, 429]);
});

it('each start without a Super Seller adds a code; a start with one deletes them', async () => {
  await world.restart();
  await world.restart();
  expect(await countCodes()).toBe(2);
  await world.user({}, ['Super Seller']);
  await world.restart();
  expect(await countCodes()).toBe(0);
});
