import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestChannel,
  type DeliveryWorld,
  startDeliveryWorld,
} from '../../../../test/delivery-world.ts';
import { insertStep } from './escalation.repo.ts';

let world: DeliveryWorld;
let people: Record<'owner' | 'delegate' | 'technician' | 'boss', { id: number; email: string }>;
beforeAll(async () => {
  world = await startDeliveryWorld();
  people = {
    owner: await world.user(),
    delegate: await world.user({ name: 'Dana' }),
    technician: await world.user({ name: 'Tomáš', role: 'Technician' }),
    boss: await world.user({ name: 'Boris', role: 'Super Seller' }),
  };
});
afterAll(() => world.stop());

const QUARTER_MS = 15 * 60_000;

/** The steps that were planned, after each quarter of an hour. */
async function climb(server: ReturnType<DeliveryWorld['newServer']>, alertId: number, quarters = 3) {
  const steps: string[][] = [];
  for (let i = 0; i < quarters; i++) {
    await server.settle();
    steps.push((await world.ledger(alertId)).map(({ step }) => step));
    world.clock.ms += QUARTER_MS;
  }
  return steps;
}

it('an alarm that is not taken goes to the delegates after 15 minutes, and then to the technicians', async () => {
  const server = world.newServer();
  const alertId = await world.raise(server, await world.device(people));
  expect(await climb(server, alertId, 4)).toEqual([
    ['owner'],
    ['owner', 'delegates'],
    ['owner', 'delegates', 'technicians'],
    ['owner', 'delegates', 'technicians'],
  ]);
  expect(world.mailsTo(people.technician)[0]?.parts).toContain('Upozornenie zatiaľ nikto neprevzal.');
});

it.each([
  ['taken', sql`assignee_id = 1, assigned_at = now()`],
  ['resolved', sql`resolved_at = now()`],
  ['shelved', sql`shelved_until = '2030-01-01'`],
  ['cleared', sql`cleared_at = now()`],
])('an alarm that was %s stops the ladder', async (_state, change) => {
  const server = world.newServer();
  const alertId = await world.raise(server, await world.device(people));
  await sql`update alert set ${change} where id = ${alertId}`.execute(world.db);
  expect(await climb(server, alertId)).toEqual([['owner'], ['owner'], ['owner']]);
});

it('a step that is planned twice in one transaction gets the earlier time', async () => {
  const alertId = await world.raise(world.newServer(), await world.device(people));
  const [sooner, later] = [new Date(world.clock.ms + 1000), new Date(world.clock.ms + QUARTER_MS)];
  const step = { alertId, step: 'technicians', occurrence: 1 } as const;
  await world.db
    .transaction()
    .execute((tx) =>
      Promise.all([insertStep(tx, { ...step, dueAt: later }), insertStep(tx, { ...step, dueAt: sooner })]),
    );
  const rows = await world.db
    .selectFrom('alert_escalation')
    .where('alert_id', '=', alertId)
    .where('step', '=', 'technicians')
    .select('due_at')
    .execute();
  expect(rows).toEqual([{ due_at: sooner }]);
});

it('an alarm that needs a person again starts the ladder anew, without a second mail to the owner', async () => {
  const server = world.newServer();
  const deviceKey = await world.device(people);
  const alertId = await world.raise(server, deviceKey);
  const shelve = (until: Date | null) =>
    world.db.updateTable('alert').where('id', '=', alertId).set({ shelved_until: until }).execute();
  await shelve(new Date(world.clock.ms + 10 * QUARTER_MS));
  // The raising waits for the end of the silence.
  expect(await climb(server, alertId)).toEqual([['owner'], ['owner'], ['owner']]);
  expect(await world.ledger(alertId)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  await shelve(null);
  await server.transaction(world.db, (tx) =>
    server.deliver(tx, { alertId, deviceKey, kind: 'dry_run', severity: 'alarm', change: 'raised' }),
  );
  expect(await climb(server, alertId)).toEqual([
    ['owner'],
    ['owner', 'delegates'],
    ['owner', 'delegates', 'technicians'],
  ]);
  expect((await world.ledger(alertId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
});

it('a pump that is stopped again is delivered to everyone again, and the next steps receive the newest stop', async () => {
  const server = world.newServer();
  const deviceKey = await world.device(people);
  const alertId = await world.raise(server, deviceKey);
  await climb(server, alertId, 2);
  const stopAgain = () =>
    server.transaction(world.db, (tx) =>
      server.deliver(tx, {
        alertId,
        deviceKey,
        kind: 'dry_run',
        severity: 'alarm',
        change: 'raised',
        occurrence: 2,
      }),
    );
  await stopAgain();
  await stopAgain();
  expect(await climb(server, alertId, 3)).toEqual([
    ['owner', 'delegates', 'owner', 'technicians'],
    ['owner', 'delegates', 'owner', 'technicians', 'delegates'],
    ['owner', 'delegates', 'owner', 'technicians', 'delegates'],
  ]);
  expect(world.mailsTo(people.owner).length).toBeGreaterThan(1);
});

it('a clearing ends the ladder and goes only to those who were notified', async () => {
  const server = world.newServer();
  const deviceKey = await world.device(people);
  const alertId = await world.raise(server, deviceKey);
  await climb(server, alertId, 1);
  await world.clear(server, alertId, deviceKey);
  await climb(server, alertId, 2);
  expect((await world.ledger(alertId)).map(({ change, step }) => [change, step])).toEqual([
    ['raised', 'owner'],
    ['cleared', 'owner'],
  ]);
});

it('a warning stays with the owner, and the settings of the device change both', async () => {
  const server = world.newServer();
  const deviceKey = await world.device(people);
  const warning = await world.raise(server, deviceKey, { severity: 'warning', kind: 'leak' });
  expect(await climb(server, warning, 2)).toEqual([['owner'], ['owner']]);
  const settings = { alarm_minutes: null, warning_minutes: 15, delegates: false, technicians: true };
  await sql`insert into escalation_settings (device_id, settings, changed_at)
    values (${deviceKey}, ${JSON.stringify(settings)}, now())`.execute(world.db);
  const second = await world.raise(server, deviceKey, { severity: 'warning', kind: 'weak_wifi' });
  const alarm = await world.raise(server, deviceKey);
  expect(await climb(server, second, 2)).toEqual([['owner'], ['owner', 'technicians']]);
  expect((await world.ledger(alarm)).map(({ step }) => step)).toEqual(['owner']);
});

describe('a warning that becomes an alarm', () => {
  async function warnings(warning_minutes: number) {
    const server = world.newServer();
    const deviceKey = await world.device(people);
    const settings = { alarm_minutes: 15, warning_minutes, delegates: true, technicians: true };
    await sql`insert into escalation_settings (device_id, settings, changed_at)
      values (${deviceKey}, ${JSON.stringify(settings)}, now())`.execute(world.db);
    const alertId = await world.raise(server, deviceKey, { severity: 'warning', kind: 'dry_run' });
    const escalate = () =>
      server.transaction(world.db, async (tx) => {
        await sql`update alert set severity = 'alarm' where id = ${alertId}`.execute(tx);
        const alarm = { alertId, deviceKey, kind: 'dry_run', severity: 'alarm' } as const;
        await server.deliver(tx, { ...alarm, change: 'escalated' });
      });
    return { server, alertId, escalate };
  }

  it('goes to the next people after the time of an alarm, not of the warning', async () => {
    const { server, alertId, escalate } = await warnings(1440);
    await climb(server, alertId, 1);
    await escalate();
    expect(await climb(server, alertId, 2)).toEqual([
      ['owner', 'owner'],
      ['owner', 'owner', 'delegates'],
    ]);
  });

  it('goes again to those who have received the warning', async () => {
    const { server, alertId, escalate } = await warnings(15);
    await climb(server, alertId, 3);
    await escalate();
    expect((await climb(server, alertId, 4)).at(-1)).toEqual([
      ...['owner', 'delegates', 'technicians'],
      ...['owner', 'delegates', 'technicians'],
    ]);
  });
});

it('a device without an owner passes to the next people at once; no person is notified twice', async () => {
  const server = world.newServer();
  const deviceKey = await world.device({ owner: undefined, delegate: people.technician });
  const alertId = await world.raise(server, deviceKey);
  expect(await climb(server, alertId, 2)).toEqual([['delegates'], ['delegates']]);
});

it('an alert of the whole installation goes to the Super Sellers and to the targets of the installation', async () => {
  const webhook = createTestChannel('webhook');
  const targetsOf = async (_tx: unknown, userId: number | null) =>
    userId === null ? [{ id: 'ntfy', label: 'ntfy' }] : [];
  const server = world.newServer([{ ...webhook, targetsOf }]);
  const { rows } = await sql<{ id: number }>`
    insert into alert (event_id, code, kind, severity, raised_at, numbers)
    values ('outage', 'SITE_OUTAGE', 'site_outage', 'alarm', now(), '{"cause": 0, "devices": 3}') returning id`.execute(
    world.db,
  );
  const alertId = rows[0]?.id ?? 0;
  await server.transaction(world.db, (tx) =>
    server.deliver(tx, {
      alertId,
      deviceKey: null,
      kind: 'site_outage',
      severity: 'alarm',
      change: 'raised',
    }),
  );
  await server.settle();
  expect((await world.ledger(alertId)).map(({ step, state, user_id }) => [step, state, user_id])).toEqual([
    ['installation', 'sent', null],
    ['staff', 'sent', people.boss.id],
  ]);
  expect(webhook.received).toMatchObject([{ kind: 'site_outage', deviceId: null, locale: 'sk' }]);
});
