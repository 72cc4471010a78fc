import { MAX_DEVICES, type UserPage } from '@manoboard/contract/account/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { pageOfUsers, totalOfUsers, type UsersQuery } from './managed-users.repo.ts';

const MANY = 10_000;
let world: World;
let boss: Awaited<ReturnType<World['user']>>;
let novak: typeof boss;
let device: Awaited<ReturnType<World['enrol']>>;

/** Turns fastupdate of the GIN indexes on for a bulk insert. */
async function asBatch(write: () => Promise<unknown>) {
  const indexes = ['app_user_search_pieces', 'device_search_pieces'];
  const set = (value: string) =>
    Promise.all(
      indexes.map((name) =>
        sql`alter index ${sql.id(name)} set (fastupdate = ${sql.raw(value)})`.execute(world.db),
      ),
    );
  await set('on');
  await write();
  for (const name of indexes) await sql`select gin_clean_pending_list(${name}::regclass)`.execute(world.db);
  await set('off');
}

/** Each with a device. */
async function crowd() {
  await sql`
    insert into app_user (email, password_hash, name, surname, terms_accepted_at)
    select 'crowd' || n || '@example.org', '', 'Meno' || n % 97, 'Priezvisko' || n % 89, now()
    from generate_series(1, ${MANY}) n`.execute(world.db);
  await sql`
    insert into device (id_dev, secret_hash, fc_id, alias)
    select 'MNB-C' || lpad(n::text, 6, '0'), '', 'FC-C' || n, 'Dom ' || n from generate_series(1, ${MANY}) n`.execute(
    world.db,
  );
  await sql`
    insert into user_device (user_id, device_id, access)
    select app_user.id, device.id, 'owner'
    from app_user join device on 'crowd' || ltrim(substr(id_dev, 6), '0') || '@example.org' = email`.execute(
    world.db,
  );
}

beforeAll(async () => {
  world = await startWorld();
  await asBatch(crowd);
  boss = await world.user({ name: 'Silvia', surname: 'Hlavná', email: 'zz-boss@example.com' }, [
    'Super Seller',
  ]);
  novak = await world.user({
    name: 'Ján',
    surname: 'Žltý-Novák',
    email: 'aa.jan_novak@example.com',
    phone_number: '+421 905 777 321',
  });
  device = await world.enrol(novak.id);
  await world.db
    .updateTable('device')
    .where('id', '=', device.id)
    .set({ alias: 'Chalúpka pri lese', fc_id: 'GD10-987654' })
    .execute();
  await sql`vacuum analyze`.execute(world.db);
});
afterAll(() => world.stop());

const list = async (query: Record<string, string>) => {
  const { status, body } = await boss.get(`/users?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as UserPage;
};
const queryOf = (change: Partial<UsersQuery>): UsersQuery => ({
  limit: 50,
  offset: 0,
  search: '',
  role: undefined,
  state: undefined,
  sort: 'email',
  order: 'asc',
  at: new Date(),
  ...change,
});

describe('R7.3 the list of all users', () => {
  it('has rows with every column of the table', async () => {
    const { items, total } = await list({ search: 'aa.jan_novak' });
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        id: novak.id,
        email: 'aa.jan_novak@example.com',
        name: 'Ján',
        surname: 'Žltý-Novák',
        phone_number: '+421 905 777 321',
        address: null,
        notes: null,
        email_confirmed: true,
        disabled_at: null,
        permissions: [],
        devices: [
          {
            id_dev: device.deviceId,
            alias: 'Chalúpka pri lese',
            fc_id: 'GD10-987654',
            access: 'owner',
            expires_at: null,
          },
        ],
        device_count: 1,
        created_at: expect.any(Number),
        last_seen_at: expect.any(Number),
      },
    ]);
  });

  it.each([
    ['e-mail', 'JAN_NOVAK@EX'],
    ['name', 'ján ž'],
    ['surname first', 'Novák Ján'],
    ['without accents', 'zlty-novak'],
    ['phone as written', '905 777 32'],
    ['phone without spaces', '421905777'],
    ['device ID', 'mnb-t0001'],
    ['FC ID', '10-98765'],
    ['alias', 'chalupka PRI'],
  ])('is searched by a part of: %s', async (_what, search) => {
    const { items, total } = await list({ search });
    expect([total, items.map(({ id }) => id)]).toEqual([1, [novak.id]]);
  });

  it('is searched by one letter, of users and of devices', async () => {
    const user = await world.user({ name: 'Xénia', email: 'w-x@example.com' });
    const owner = await world.user({ name: 'Eva', email: 'eva@example.net' });
    const { id } = await world.enrol(owner.id);
    await world.db.updateTable('device').where('id', '=', id).set({ alias: 'Ŵ-§' }).execute();
    expect((await list({ search: '§' })).items.map((found) => found.id)).toEqual([owner.id]);
    expect(
      (await list({ search: 'x', sort: 'created_at', order: 'desc' })).items.map((found) => found.id),
    ).toContain(user.id);
  });

  it('is searched by user ID', async () =>
    expect((await list({ search: `${novak.id}`, sort: 'created_at', order: 'desc' })).items[0]?.id).toBe(
      novak.id,
    ));

  it.each(['%', '_an_nov%', "' or 1=1 --", '\\', 'jan novak zlty zelezny', 'example.com ján'])(
    'takes the search literally: %s',
    async (search) => expect(await list({ search })).toMatchObject({ items: [], total: 0 }),
  );

  it('shows the first devices of a user with many, found ones first, and their number', async () => {
    const seller = await world.user({}, ['Seller']);
    await sql`
      insert into user_device (user_id, device_id, access, granted_by)
      select ${seller.id}, device_id, 'delegate', user_id from user_device
      where device_id in (select id from device where id_dev like 'MNB-C0003%')`.execute(world.db);
    const find = async (search: string) =>
      (await list({ search, role: 'Seller' })).items.find(({ id }) => id === seller.id);
    const all = await find(seller.email);
    expect([all?.devices.length, all?.device_count]).toEqual([MAX_DEVICES, 100]);
    expect((await find('MNB-C000399'))?.devices[0]?.id_dev).toBe('MNB-C000399');
    await sql`update user_device set expires_at = now() where user_id = ${seller.id}`.execute(world.db);
    expect((await find(seller.email))?.device_count).toBe(0);
    expect(await find('MNB-C000399')).toBeUndefined();
  });

  it.each(['email', 'name', 'surname', 'created_at'] as const)(
    'is sorted by %s in both directions, and its pages make the whole',
    async (sort) => {
      const search = 'crowd77';
      const up = await list({ search, sort, limit: '200' });
      const down = await list({ search, sort, order: 'desc', limit: '200' });
      expect(up.total).toBe(111);
      expect(up.items.map(({ id }) => id)).toEqual(down.items.map(({ id }) => id).reverse());
      const plain = up.items.map((user) => `${user[sort]}`.toLowerCase());
      expect(plain).toEqual([...plain].sort((a, b) => (a < b ? -1 : Number(a > b))));
      const pages = [];
      for (let offset = 0; offset < up.total; offset += 40)
        pages.push(...(await list({ search, sort, limit: '40', offset: `${offset}` })).items);
      expect(pages).toEqual(up.items);
    },
  );

  it('sorts Slovak names in Slovak order', async () => {
    await world.user({ surname: 'Čierny', name: 'Abecedár' });
    await world.user({ surname: 'Cibuľa', name: 'Abecedár' });
    await world.user({ surname: 'Dlhý', name: 'Abecedár' });
    const { items } = await list({ search: 'abecedar', sort: 'surname' });
    expect(items.map(({ surname }) => surname)).toEqual(['Cibuľa', 'Čierny', 'Dlhý']);
  });

  it('is filtered by role', async () => {
    const { items, total } = await list({ role: 'Super Seller' });
    expect([total, items.map(({ id }) => id)]).toEqual([1, [boss.id]]);
    expect(items[0]?.permissions).toEqual(['Super Seller']);
    expect(await list({ role: 'Super Seller', search: 'novak' })).toMatchObject({ items: [], total: 0 });
  });

  it.each([
    { limit: '0' },
    { limit: '201' },
    { offset: '-1' },
    { sort: 'password_hash' },
    { role: 'God' },
    { x: '1' },
  ])('422 for %o', async (query) =>
    expect((await boss.get(`/users?${new URLSearchParams(query)}`)).status).toBe(422),
  );
});

describe(`with ${MANY} users and devices every query uses an index`, () => {
  const explain = async (query: { explain: (format: 'text') => Promise<Record<string, unknown>[]> }) =>
    (await query.explain('text')).map((row) => row['QUERY PLAN']).join('\n');
  const readsAll = /Seq Scan on (app_user|device)\b/;

  it.each<[string, Partial<UsersQuery>, string[]]>([
    ['the first page', {}, ['app_user_by_email_order']],
    ['by name', { sort: 'name' }, ['app_user_by_name_order']],
    ['by surname, descending', { sort: 'surname', order: 'desc' }, ['app_user_by_surname_order']],
    ['by age', { sort: 'created_at', order: 'desc' }, ['app_user_by_created_at']],
    ['an e-mail', { search: 'crowd4711' }, ['app_user_search_pieces', 'device_search_pieces']],
    ['a device', { search: 'C004711', sort: 'name' }, ['app_user_search_pieces', 'device_search_pieces']],
    ['two letters', { search: '47' }, ['app_user_search_pieces', 'device_search_pieces']],
    ['a search without a match', { search: 'xyzxyz' }, ['app_user_search_pieces', 'device_search_pieces']],
  ])('%s', async (_what, change, indexes) => {
    const wanted = queryOf(change);
    const page = await explain(pageOfUsers(world.db, wanted));
    for (const index of indexes) expect(page).toContain(index);
    expect(page).not.toMatch(readsAll);
    expect(await explain(totalOfUsers(world.db, wanted))).not.toMatch(readsAll);
  });
});
