import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';
import { verifyAudit } from './audit.service.ts';
import { listChanges } from './changes.repo.ts';
import { addChangeStep, endChange, recordChange } from './changes.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const lastEntries = async (n: number) =>
  (await world.db.selectFrom('audit').select('entry').orderBy('seq', 'desc').limit(n).execute())
    .map(({ entry }) => JSON.parse(entry))
    .reverse();

it('R5.7b a change is stored with old and new value, in the timeline and in the hash-chained log', async () => {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const fields = [{ field: 'alias', old: null, new: 'Studňa' }];
  const by = { userId: owner.id, role: 'owner' } as const;
  const id = await world.db
    .transaction()
    .execute((tx) =>
      recordChange(tx, new Date(), { deviceKey: device.id, kind: 'name', action: 'changed', by, fields }),
    );
  const [change] = await listChanges(world.db, [id]);
  expect(change).toMatchObject({
    device_id: device.deviceId,
    kind: 'name',
    by: { user_id: owner.id, role: 'owner' },
    person: null,
    fields,
    status: 'done',
  });
  expect(await lastEntries(1)).toEqual([{ event: 'done', change }]);
});

it('R5.7b a pending change ends once and keeps the steps on its way', async () => {
  const device = await world.enrol();
  const change = {
    deviceKey: device.id,
    kind: 'firmware',
    action: 'updated',
    by: null,
    status: 'pending',
  } as const;
  const id = await world.db.transaction().execute(async (tx) => {
    const changeId = await recordChange(tx, new Date(1000), change);
    await addChangeStep(tx, new Date(2000), changeId, 'pump_stopped');
    await endChange(tx, new Date(3000), changeId, { status: 'failed', reason: 'hash' });
    await endChange(tx, new Date(4000), changeId, { status: 'done' });
    return changeId;
  });
  expect(await listChanges(world.db, [id])).toMatchObject([
    { status: 'failed', reason: 'hash', finished_at: 3, steps: [{ at: 2, step: 'pump_stopped' }] },
  ]);
  expect((await lastEntries(3)).map(({ event }) => event)).toEqual(['asked', 'step', 'ended']);
  expect(await verifyAudit(world.db)).toHaveProperty('head');
});

it('R5.7b a change that is rolled back leaves no trace', async () => {
  const device = await world.enrol();
  const change = { deviceKey: device.id, kind: 'name', action: 'changed', by: null } as const;
  const failing = world.db.transaction().execute(async (tx) => {
    await recordChange(tx, new Date(), change);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(
    await world.db.selectFrom('device_change').where('device_id', '=', device.id).selectAll().execute(),
  ).toEqual([]);
});
