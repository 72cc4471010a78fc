import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnergySettings } from '@manoboard/contract/history/energy';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTasks } from '../../../../test/tasks.ts';
import { startWorld, type World } from '../../../../test/world.ts';

const ZONE = 'Europe/Bratislava';
let nowMs = Date.parse('2026-11-16T12:00:00Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => nowMs });
});
afterAll(() => world.stop());

const SETTINGS: EnergySettings = {
  currency: 'EUR',
  price: 0.2,
  low_price: null,
  low_hours: [0, 0, 0, 0, 0, 0, 0],
  co2_g: 110,
  has_report: true,
  zone: ZONE,
};

/** An owner who gets the report of their device. */
async function subscriber(locale: 'sk' | 'gb' = 'sk') {
  const owner = await world.user({ locale });
  const { deviceId, id } = await world.enrol(owner.id);
  const set = (change: Partial<EnergySettings> = {}) =>
    owner.send('PUT', `/devices/${deviceId}/energy/settings`, { ...SETTINGS, ...change });
  expect((await set()).status).toBe(200);
  return { owner, deviceId, deviceKey: id, set };
}

async function mailsTo(email: string): Promise<string[]> {
  const folder = join(world.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((text) => text.includes(`To: ${email}`));
}
const runAt = async (time: string) => {
  nowMs = Date.parse(time);
  await world.server.runJob('energy-reports');
  // The tasks that the job has stored are done.
  await waitFor(async () => {
    return (await listTasks(world.db)).length === 0;
  });
};

it('a report is mailed on the 1st in the zone and language of the user, once a device and month', async () => {
  nowMs = Date.parse('2026-11-16T12:00:00Z');
  const [slovak, english] = [await subscriber(), await subscriber('gb')];
  await runAt('2026-11-16T12:00:00Z');
  // 5:30 in Bratislava.
  await runAt('2026-12-01T04:30:00Z');
  expect(await mailsTo(slovak.owner.email)).toEqual([]);
  await runAt('2026-12-01T05:30:00Z');
  await runAt('2026-12-01T05:40:00Z');
  await runAt('2026-12-20T05:30:00Z');
  const [mail, second] = await mailsTo(slovak.owner.email);
  expect(second).toBeUndefined();
  expect(mail).toContain(`Subject: Energia ${slovak.deviceId}, november 2026`);
  expect(mail).toContain(
    `/admin/overview?device=${slovak.deviceId}&tool=energy&view=report-month.2026-11-01`,
  );
  expect((await mailsTo(english.owner.email))[0]).toContain('November 2026');
  await runAt('2027-01-01T05:30:00Z');
  expect(await mailsTo(slovak.owner.email)).toHaveLength(2);
});

it('the report is made once when two runs of the job overlap', async () => {
  nowMs = Date.parse('2027-01-16T12:00:00Z');
  const { owner } = await subscriber();
  nowMs = Date.parse('2027-02-01T08:00:00Z');
  await Promise.all(Array.from({ length: 4 }, () => world.server.runJob('energy-reports')));
  await runAt('2027-02-01T08:10:00Z');
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

it('no report goes to users who unsubscribed, lost the device, are disabled or have not confirmed the address', async () => {
  nowMs = Date.parse('2027-03-16T12:00:00Z');
  const [left, lost, disabled, unconfirmed] = [
    ...[await subscriber(), await subscriber(), await subscriber(), await subscriber()],
  ];
  if (!left || !lost || !disabled || !unconfirmed) throw new Error('four subscribers');
  await left.set({ has_report: false });
  await world.db.deleteFrom('user_device').where('device_id', '=', lost.deviceKey).execute();
  const users = world.db.updateTable('app_user');
  await users
    .set({ disabled_at: new Date(nowMs) })
    .where('id', '=', disabled.owner.id)
    .execute();
  await users.set({ email_confirmed_at: null }).where('id', '=', unconfirmed.owner.id).execute();
  await runAt('2027-04-01T08:00:00Z');
  for (const { owner } of [left, lost, disabled, unconfirmed]) expect(await mailsTo(owner.email)).toEqual([]);
});

it('a new subscription starts with the present month, also after a pause', async () => {
  nowMs = Date.parse('2027-05-16T12:00:00Z');
  const { owner, set } = await subscriber();
  await set({ has_report: false });
  expect((await set()).status).toBe(200);
  await runAt('2027-05-16T13:00:00Z');
  expect(await mailsTo(owner.email)).toEqual([]);
  await runAt('2027-06-01T08:00:00Z');
  expect(await mailsTo(owner.email)).toHaveLength(1);
});
