import type { ManagedUser, UserPage } from '@manoboard/contract/account/staff';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listTasks } from '../../../test/tasks.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let boss: User;
beforeAll(async () => {
  world = await startWorld();
  boss = await world.user({}, ['Super Seller']);
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const refused = (status: number, detail: string) => ({ status, body: { detail } });
const setDisabled = (id: number, disabled: boolean, by = boss) =>
  by.send('PUT', `/users/${id}/disabled`, { disabled });
/** As another server does, whose event does not reach this one. */
const disableInDatabase = (id: number) =>
  world.db.updateTable('app_user').where('id', '=', id).set({ disabled_at: new Date() }).execute();
const sessionsOf = (id: number) =>
  world.db.selectFrom('session').where('user_id', '=', id).select('id').execute();
const logOf = async (id: number) =>
  (await world.db.selectFrom('audit').select('entry').orderBy('seq').execute())
    .map(({ entry }) => JSON.parse(entry).account)
    .filter((account) => account?.user === id);

describe('R7.3 a disabled account', () => {
  it('loses its sessions and streams at once, and a request answers 401', async () => {
    const user = await world.user();
    const second = world.browser();
    await second.login(user.email, user.password);
    const stream = await user.stream();
    await stream.next('snapshot');
    const answer = await setDisabled(user.id, true);
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, disabled_at: expect.any(Number) } });
    await waitFor(() => stream.state.isEnded, { what: 'the end of the stream' });
    for (const browser of [user, second]) expect((await browser.get('/users/me')).status).toBe(401);
    expect(await sessionsOf(user.id)).toEqual([]);
  });

  it('loses a stream on another server, which receives no event, with the next session check', async () => {
    const user = await world.user();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const stream = await user.stream();
    await stream.next('snapshot');
    await disableInDatabase(user.id);
    await waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(10_000);
        return stream.state.isEnded;
      },
      { what: 'the end of the stream' },
    );
  });

  it('has no rights in a session that still exists', async () => {
    const user = await world.user({}, ['Super Seller']);
    await disableInDatabase(user.id);
    expect((await user.get('/users')).status).toBe(401);
  });

  it('is refused at the login with the reason, which a wrong password does not reveal', async () => {
    const user = await world.user();
    const known = world.browser();
    await known.login(user.email, user.password);
    await setDisabled(user.id, true);
    expect(await known.login(user.email, user.password)).toMatchObject(
      refused(400, 'LOGIN_ACCOUNT_DISABLED'),
    );
    expect(await known.login(user.email, 'Wrong1234')).toMatchObject(refused(400, 'LOGIN_BAD_CREDENTIALS'));
    expect(await sessionsOf(user.id)).toEqual([]);
  });

  it('leaves no session behind when a login is concurrent', async () => {
    for (let round = 0; round < 8; round++) {
      const user = await world.user();
      await Promise.all([world.browser().login(user.email, user.password), setDisabled(user.id, true)]);
      expect(await sessionsOf(user.id)).toEqual([]);
    }
  });

  it('gets no recovery link, and an earlier link is void', async () => {
    const user = await world.user();
    const links = () =>
      world.db.selectFrom('password_reset').where('user_id', '=', user.id).selectAll().execute();
    const tasks = () => listTasks(world.db);
    const forgot = () => user.post('/auth/forgot-password', { email: user.email, locale: 'sk' });
    await forgot();
    await waitFor(async () => (await links()).length === 1, { what: 'the recovery link' });
    await setDisabled(user.id, true);
    expect(await links()).toEqual([]);
    expect((await forgot()).status).toBe(202);
    await waitFor(async () => (await tasks()).length === 0, { what: 'the end of the mail task' });
    expect(await links()).toEqual([]);
  });

  it('keeps its devices, roles and delegations, and has them again when it is enabled', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const helper = await world.user({}, ['Technician']);
    await owner.post(`/users-devices/${device.deviceId}/delegations`, { email: helper.email });
    const { body } = await setDisabled(helper.id, true);
    expect(body).toMatchObject({ permissions: ['Technician'], devices: [{ id_dev: device.deviceId }] });
    expect(await setDisabled(helper.id, false)).toMatchObject({ status: 200, body: { disabled_at: null } });
    expect((await helper.get('/users/me')).status).toBe(401);
    expect((await helper.login(helper.email, helper.password)).status).toBe(204);
    expect((await helper.get('/users-devices/get-devices')).body).toMatchObject([
      { id_dev: device.deviceId },
    ]);
  });

  it('leaves its devices running: the board stays connected, and its values reach a delegate', async () => {
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    const helper = await world.user({}, ['Technician']);
    await owner.post(`/users-devices/${device.deviceId}/delegations`, { email: helper.email });
    const board = await device.connect();
    await board.publishStatus();
    const stream = await helper.stream();
    await stream.next('snapshot');
    await setDisabled(owner.id, true);
    await board.publishTele({ d: { pressure: 3.3 } });
    await stream.next('last-data', ({ data }) => data.pressure === 3.3);
    stream.close();
    await board.leave();
  });

  it('R5.7b is logged with the Super Seller, once for a repeated request', async () => {
    const user = await world.user();
    for (const disabled of [true, true, false, false]) await setDisabled(user.id, disabled);
    const by = { userId: boss.id, role: 'Super Seller' };
    expect(await logOf(user.id)).toEqual([
      { action: 'disabled', user: user.id, by },
      { action: 'enabled', user: user.id, by },
    ]);
  });

  it('is found by its filter, and the counts show it', async () => {
    const list = async (query: string) => (await boss.get(`/users?${query}`)).body as UserPage;
    const before = (await list('')).counts;
    const user = await world.user({}, ['Seller']);
    await world.db
      .updateTable('app_user')
      .where('id', '=', user.id)
      .set({ email_confirmed_at: null })
      .execute();
    await setDisabled(user.id, true);
    const idsOf = ({ items }: UserPage) => items.map(({ id }: ManagedUser) => id);
    expect(idsOf(await list('state=disabled&limit=200'))).toContain(user.id);
    const { items, counts } = await list('state=unconfirmed');
    expect(items).toMatchObject([{ id: user.id, email_confirmed: false }]);
    expect(counts).toEqual({
      all: before.all + 1,
      staff: before.staff + 1,
      unconfirmed: before.unconfirmed + 1,
      disabled: before.disabled + 1,
      roles: { ...before.roles, Seller: before.roles.Seller + 1 },
    });
    expect((await boss.get('/users?state=asleep')).status).toBe(422);
  });
});

describe('R7.5 disabling an account is refused', () => {
  it('without a fresh proof, like enabling it', async () => {
    const user = await world.user();
    const stale = await world.user({}, ['Super Seller']);
    await world.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', stale.id).execute();
    for (const disabled of [true, false])
      expect(await setDisabled(user.id, disabled, stale)).toMatchObject(refused(403, 'PROOF_REQUIRED'));
    expect((await user.get('/users/me')).status).toBe(200);
    await world.db.deleteFrom('user_role').where('user_id', '=', stale.id).execute();
  });

  it('for the own account', async () =>
    expect(await setDisabled(boss.id, true)).toMatchObject(refused(409, 'DISABLE_SELF')));

  it('for an unknown user', async () =>
    expect(await setDisabled(999_999_999, true)).toMatchObject(refused(404, 'USER_NOT_FOUND')));

  it.each([[[]], [['Seller']], [['Technician']]] as const)('to roles %s', async (roles) => {
    const user = await world.user({}, [...roles]);
    expect(await setDisabled(boss.id, true, user)).toMatchObject(refused(403, 'FORBIDDEN'));
  });

  it('for the last enabled Super Seller, also when two disable each other', async () => {
    for (let round = 0; round < 8; round++) {
      const second = await world.user({}, ['Super Seller']);
      const answers = await Promise.all([setDisabled(boss.id, true, second), setDisabled(second.id, true)]);
      const statuses = answers.map(({ status }) => status).sort();
      // The first change may have ended the session of the other caller already.
      expect([
        [200, 401],
        [200, 409],
      ]).toContainEqual(statuses);
      const remaining = answers[0]?.status === 200 ? second : boss;
      expect(
        await remaining.send('DELETE', `/users/${remaining.id}/permissions/Super%20Seller`),
      ).toMatchObject(refused(409, 'LAST_SUPER_SELLER'));
      await world.db
        .updateTable('app_user')
        .where('id', 'in', [boss.id, second.id])
        .set({ disabled_at: null })
        .execute();
      await world.db.deleteFrom('user_role').where('user_id', '=', second.id).execute();
      await boss.login(boss.email, boss.password);
    }
  });
});

it('R7.5 the only enabled Super Seller cannot delete their own account', async () => {
  const other = await world.user({}, ['Super Seller']);
  await setDisabled(other.id, true);
  expect(await boss.send('POST', '/users/me/delete')).toMatchObject(refused(409, 'LAST_SUPER_SELLER'));
});

describe('R7.3 notes that another person changed meanwhile', () => {
  it('are not overwritten', async () => {
    const user = await world.user();
    const note = (notes: string, known_notes?: string | null) =>
      boss.send('PATCH', `/users/${user.id}`, { notes, known_notes });
    expect((await note('Volať ráno.', null)).status).toBe(200);
    expect(await note('Volať večer.', null)).toMatchObject(refused(409, 'NOTES_CHANGED'));
    expect(await note('Volať večer.', 'Volať ráno.')).toMatchObject({
      status: 200,
      body: { notes: 'Volať večer.' },
    });
    // A repeated request, whose first answer was lost.
    expect((await note('Volať večer.', 'Volať ráno.')).status).toBe(200);
    expect((await note('', 'Volať večer.')).status).toBe(200);
    expect((await note('Má psa.', '')).status).toBe(200);
  });
});
