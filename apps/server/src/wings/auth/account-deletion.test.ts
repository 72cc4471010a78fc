import { waitFor } from '@manoboard/testkit/wait-for';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAlert } from '../../../test/alert-row.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { verifyAudit } from '../../audit-log/audit.service.ts';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type User = Awaited<ReturnType<World['user']>>;
const DELETE = '/users/me/delete';
const deleteAccount = (user: User) => user.send('POST', DELETE);
const devicesOf = async (user: User) => (await user.get('/users-devices/get-devices')).body;
const delegate = (user: User, deviceId: string, email: string) =>
  user.post(`/users-devices/${deviceId}/delegations`, { email });

describe('a deleted account', () => {
  it('R3.5 ends all its sessions and streams, and cannot log in again; its e-mail is free', async () => {
    const user = await world.user();
    const other = world.browser();
    await other.login(user.email, user.password);
    const stream = await other.stream();
    expect((await deleteAccount(user)).status).toBe(204);
    expect(user.cookies.size).toBe(0);
    expect((await other.get('/users/me')).status).toBe(401);
    await waitFor(() => stream.state.isEnded, { what: 'the end of the stream' });
    expect((await world.browser().login(user.email, user.password)).status).toBe(400);
    expect((await world.browser().login(`deleted ${user.id}`, '')).status).toBe(422);
    expect((await world.browser().login(`deleted ${user.id}`, user.password)).status).toBe(400);
    const again = await world.user({ email: user.email });
    expect((await again.get('/users/me')).status).toBe(200);
  });

  it('R4.2 frees its own devices; their delegates lose access and are notified', async () => {
    const owner = await world.user();
    const technician = await world.user({}, ['Technician']);
    const device = await world.enrol(owner.id);
    const board = await device.connect();
    await board.publishStatus();
    await owner.send('PATCH', `/users-devices/${device.deviceId}`, { alias: 'Studňa' });
    await delegate(owner, device.deviceId, technician.email);
    const stream = await technician.stream();
    expect((await deleteAccount(owner)).status).toBe(204);
    expect(await devicesOf(technician)).toEqual([]);
    await stream.next('devices');
    stream.close();
    expect((await technician.get('/inbox')).body).toMatchObject({
      notifications: [{ event: { type: 'delegation_ended', reason: 'removed' } }, {}],
    });
    const next = await world.user();
    expect(await next.post('/users-devices/add-device', { id_dev: device.deviceId })).toMatchObject({
      status: 201,
      body: { alias: null, access: 'owner' },
    });
    await board.leave();
  });

  it('R4.3b ends the access that was delegated to it and what it passed on; the owner keeps the device', async () => {
    const owner = await world.user();
    const [technician, colleague] = [
      await world.user({}, ['Technician']),
      await world.user({}, ['Technician']),
    ];
    const { deviceId } = await world.enrol(owner.id);
    await delegate(owner, deviceId, technician.email);
    await delegate(technician, deviceId, colleague.email);
    expect((await deleteAccount(technician)).status).toBe(204);
    expect(await devicesOf(colleague)).toEqual([]);
    expect(await devicesOf(owner)).toMatchObject([{ id_dev: deviceId }]);
    expect((await owner.get(`/users-devices/${deviceId}/delegations`)).body).toEqual([]);
  });

  it('R5.7 keeps its commands and changes without its name, and the log is intact', async () => {
    const user = await world.user({ name: 'Zuzana', surname: 'Zmazaná' }, ['Technician']);
    const owner = await world.user();
    const device = await world.enrol(owner.id);
    await delegate(owner, device.deviceId, user.email);
    await user.startStop(device.deviceId, true);
    await user.send('PATCH', `/users-devices/${device.deviceId}`, { alias: 'Studňa' });
    expect((await deleteAccount(user)).status).toBe(204);
    const { body } = await owner.get(`/devices/${device.deviceId}/activity`);
    expect(JSON.stringify(body)).not.toContain('Zuzana');
    expect(JSON.stringify(body)).not.toContain('Zmazaná');
    const { items } = body as { items: { kind: string; command?: { by: { user_id: number } } }[] };
    expect(items.find(({ kind }) => kind === 'command')?.command?.by.user_id).toBe(user.id);
    const row = await world.db
      .selectFrom('app_user')
      .where('id', '=', user.id)
      .selectAll()
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toMatch(/Zuzana|Zmazaná|example\.com/);
    const last = await world.db
      .selectFrom('audit')
      .select('entry')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(last.entry)).toMatchObject({
      event: 'done',
      account: { action: 'deleted', user: user.id, by: { userId: user.id } },
    });
    expect(await verifyAudit(world.db)).toHaveProperty('head');
  });

  it('R7.3 is not among the users, and gets no device', async () => {
    const boss = await world.user({}, ['Super Seller']);
    const user = await world.user();
    const { deviceId } = await world.enrol();
    await deleteAccount(user);
    const { body } = await boss.get(`/users?search=${user.id}&limit=200`);
    expect((body as { items: { id: number }[] }).items.map(({ id }) => id)).not.toContain(user.id);
    expect(await boss.post(`/users/${user.id}/devices`, { id_dev: deviceId, access: 'owner' })).toMatchObject(
      { status: 404, body: { detail: 'USER_NOT_FOUND' } },
    );
    const device = await world.enrol();
    const given = { user_id: user.id, device_id: device.id, access: 'owner' } as const;
    await expect(world.db.insertInto('user_device').values(given).execute()).rejects.toThrow('is deleted');
  });
});

describe('a refused deletion changes nothing', () => {
  it('R3.5 without a fresh proof of identity', async () => {
    const user = await world.user();
    const { deviceId } = await world.enrol(user.id);
    await world.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', user.id).execute();
    expect(await deleteAccount(user)).toMatchObject({ status: 403, body: { detail: 'PROOF_REQUIRED' } });
    expect(await devicesOf(user)).toMatchObject([{ id_dev: deviceId }]);
    expect((await world.browser().login(user.email, user.password)).status).toBe(204);
  });

  it('R7.5 the last Super Seller is refused; of two that delete at once, one remains', async () => {
    await world.db.deleteFrom('user_role').execute();
    const [one, two] = [await world.user({}, ['Super Seller']), await world.user({}, ['Super Seller'])];
    const { deviceId } = await world.enrol(one.id);
    const answers = await Promise.all([deleteAccount(one), deleteAccount(two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const rest = answers[0]?.status === 409 ? one : two;
    expect(await deleteAccount(rest)).toMatchObject({ status: 409, body: { detail: 'LAST_SUPER_SELLER' } });
    if (rest === one) expect(await devicesOf(one)).toMatchObject([{ id_dev: deviceId }]);
    expect((await rest.get('/roles/check')).body).toEqual(['Super Seller']);
  });

  it.each(['transfer', 'add'])('a device is not received by a deleted account: %s', async (how) => {
    const [giver, receiver] = [await world.user(), await world.user()];
    const device = await world.enrol(how === 'transfer' ? giver.id : undefined);
    const board = await device.connect();
    await board.publishStatus();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isErased = () => {};
    const erased = new Promise<void>((resolve) => {
      isErased = resolve;
    });
    const deletion = world.db.transaction().execute(async (tx) => {
      await sql`select from app_user where id = ${receiver.id} for update`.execute(tx);
      await sql`update app_user set deleted_at = now() where id = ${receiver.id}`.execute(tx);
      isErased();
      await isReleased;
    });
    await erased;
    const answer =
      how === 'transfer'
        ? giver.post(`/users-devices/${device.deviceId}/transfer`, { email: receiver.email })
        : receiver.post('/users-devices/add-device', { id_dev: device.deviceId });
    await waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
      return rows.length > 0;
    });
    release();
    await deletion;
    const detail = how === 'transfer' ? 'USER_NOT_FOUND' : 'UNAUTHORIZED';
    expect(await answer).toMatchObject({ body: { detail } });
    await board.leave();
  });

  it('R3.5 a deletion that deadlocks with a message which is planned to its user is tried again', async () => {
    const user = await world.user();
    const device = await world.enrol(user.id);
    const alertId = await insertAlert(world.db, device.id);
    const plan = (db: Db, change: 'raised' | 'cleared') =>
      db
        .insertInto('alert_delivery')
        .values({
          alert_id: alertId,
          change,
          step: 'owner',
          user_id: user.id,
          channel: 'mail',
          target_id: user.email,
          target_label: user.email,
          created_at: new Date(),
          next_at: new Date(),
        } as Insertable<Schema['alert_delivery']>)
        .execute();
    await plan(world.db, 'cleared');
    let deletion: ReturnType<typeof deleteAccount> | undefined;
    const planning = world.db.transaction().execute(async (tx) => {
      // As an alert that is raised again: its clearing is deleted before its message is planned.
      await tx.deleteFrom('alert_delivery').where('user_id', '=', user.id).execute();
      deletion = deleteAccount(user);
      await waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
        return rows.length > 0;
      });
      await plan(tx, 'raised');
    });
    // Postgres ends the one that has waited for a second when both wait; on a busy machine that may be this one.
    await planning.catch((error) => expect(error).toMatchObject({ code: '40P01' }));
    expect((await deletion)?.status).toBe(204);
    const left = world.db.selectFrom('alert_delivery').where('user_id', '=', user.id).select('id');
    expect(await left.execute()).toEqual([]);
  });

  it('R3.5 a device that the user receives during the deletion is not lost', async () => {
    const [giver, receiver] = [await world.user(), await world.user()];
    const device = await world.enrol(giver.id);
    const [transfer, deletion] = await Promise.all([
      giver.post(`/users-devices/${device.deviceId}/transfer`, { email: receiver.email }),
      deleteAccount(receiver),
    ]);
    const holders = await world.db
      .selectFrom('user_device')
      .innerJoin('app_user', 'app_user.id', 'user_id')
      .where('device_id', '=', device.id)
      .select(['user_id', 'deleted_at'])
      .execute();
    const outcome = `${transfer.status} ${deletion.status}`;
    expect(
      holders.filter(({ deleted_at }) => deleted_at !== null),
      outcome,
    ).toEqual([]);
  });
});
