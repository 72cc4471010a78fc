import { DEFAULT_NOTIFICATIONS } from '@manoboard/domain/alerts/delivery/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { EXPORTS_PER_USER: '1' } });
});
afterAll(() => world.stop());

const EXPORT = '/users/me/export';

it('R3.5 the export holds the data of its user and no token, hash or data of another user', async () => {
  const [user, stranger] = [await world.user({ name: 'Eva' }), await world.user()];
  const technician = await world.user({}, ['Technician']);
  const { deviceId } = await world.enrol(user.id);
  const { deviceId: foreignId } = await world.enrol(stranger.id);
  await user.post(`/users-devices/${deviceId}/delegations`, { email: technician.email });
  await user.startStop(deviceId, true);
  const pump_card = { motor_kw: 1.5, source: 'well' };
  await technician.send('PUT', `/devices/${deviceId}/pump-card`, { version: 0, values: pump_card });
  await stranger.startStop(foreignId, true);
  const settings = { ...DEFAULT_NOTIFICATIONS, quiet_hours: { from: '22:00', to: '06:00' } };
  await user.send('PUT', '/users/me/notifications', settings);
  await stranger.send('PUT', '/users/me/notifications', DEFAULT_NOTIFICATIONS);
  const answer = await user.get(EXPORT);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  expect(answer.body).toMatchObject({
    profile: { id: user.id, email: user.email, name: 'Eva' },
    roles: [],
    sessions: [{ user_agent: null }],
    devices: [{ id_dev: deviceId, access: 'owner', pump_card }],
    given_access: [{ id_dev: deviceId, email: technician.email }],
    notifications: [],
    notification_settings: settings,
    push_browsers: [],
    webhooks: [],
    commands: [{ id_dev: deviceId, value: true, status: 'rejected' }],
  });
  const text = JSON.stringify(answer.body);
  expect(text).not.toContain(foreignId);
  expect(text).not.toMatch(/hash|token|argon2/i);
  expect((await technician.get(EXPORT)).body).toMatchObject({
    devices: [{ id_dev: deviceId, access: 'delegate' }],
    notifications: [{ event: { type: 'delegation_received', device_id: deviceId } }],
    notification_settings: null,
    commands: [],
  });
});

it('R4.3b the export of a user whose access has expired has neither the name nor the pump card of the device', async () => {
  const [owner, technician] = [await world.user(), await world.user({}, ['Technician'])];
  const { deviceId } = await world.enrol(owner.id);
  await owner.post(`/users-devices/${deviceId}/delegations`, { email: technician.email });
  const expires_at = new Date(Date.now() - 1000);
  await world.db
    .updateTable('user_device')
    .where('user_id', '=', technician.id)
    .set({ expires_at })
    .execute();
  await owner.send('PATCH', `/users-devices/${deviceId}`, { alias: 'Chata' });
  expect((await technician.get(EXPORT)).body).toMatchObject({ devices: [] });
});

it('R3.5 a long export has each command once, also with equal times', async () => {
  const user = await world.user();
  const device = await world.enrol(user.id);
  await user.startStop(device.deviceId, true);
  const { id: _, ...row } = await world.db
    .selectFrom('command')
    .where('user_id', '=', user.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: 1200 }, (_id, n) => `01HV3B5Z8Q2M4N6P7R9S${String(n).padStart(6, '0')}`);
  const json = (value: unknown) => JSON.stringify(value);
  await world.db
    .insertInto('command')
    .values(
      ids.map((id) => ({
        ...row,
        id,
        value: json(row.value),
        old_value: json(row.old_value),
        reported_value: null,
        problem_more: null,
      })),
    )
    .execute();
  const { commands } = (await user.get(EXPORT)).body as { commands: { id: string }[] };
  expect(commands).toHaveLength(1 + ids.length);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(1 + ids.length);
});

it('R3.5 a visitor without a session gets no export', async () => {
  expect((await world.browser().get(EXPORT)).status).toBe(401);
});
