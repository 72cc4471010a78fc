import type { Command } from '@manoboard/contract/command/command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/world.ts';
import { verifyAudit } from './audit.service.ts';
import { type AuditEntry, appendAudit } from './audit-log.ts';
import { listChanges } from './changes.repo.ts';

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
      appendAudit(tx, new Date(), { deviceKey: device.id, kind: 'name', action: 'changed', by, fields }),
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

it('R5.7b a pending change ends once and keeps each of its steps once', async () => {
  const device = await world.enrol();
  const change = {
    deviceKey: device.id,
    kind: 'firmware',
    action: 'updated',
    by: null,
    status: 'pending',
  } as const;
  const id = await world.db.transaction().execute(async (tx) => {
    const changeId = await appendAudit(tx, new Date(1000), change);
    const step = { kind: 'change_step', changeId, step: 'pump_stopped', happenedAt: new Date(2000) } as const;
    await appendAudit(tx, new Date(2000), step, step);
    await appendAudit(tx, new Date(3000), { kind: 'change_end', changeId, status: 'failed', reason: 'hash' });
    await appendAudit(tx, new Date(4000), { kind: 'change_end', changeId, status: 'done' });
    return changeId;
  });
  expect(await listChanges(world.db, [id])).toMatchObject([
    { status: 'failed', reason: 'hash', finished_at: 3, steps: [{ at: 2, step: 'pump_stopped' }] },
  ]);
  expect((await lastEntries(3)).map(({ event }) => event)).toEqual(['asked', 'step', 'ended']);
  expect(await verifyAudit(world.db)).toHaveProperty('head');
});

it('R5.7b a rolled-back change is not in the timeline', async () => {
  const device = await world.enrol();
  const change = { deviceKey: device.id, kind: 'name', action: 'changed', by: null } as const;
  const failing = world.db.transaction().execute(async (tx) => {
    await appendAudit(tx, new Date(), change);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(
    await world.db.selectFrom('device_change').where('device_id', '=', device.id).selectAll().execute(),
  ).toEqual([]);
});

/** The hash covers the text: a changed key order would make new rows differ from those of earlier versions. */
describe('R5.7 the text of an entry is the same as in earlier versions', () => {
  const command = { id: 'C1', op: 'start_stop' } as Command;
  const by = { userId: 2, role: 'owner' } as const;
  it.each<[AuditEntry, string]>([
    [
      { kind: 'command', event: 'asked', command },
      '{"event":"asked","command":{"id":"C1","op":"start_stop"}}',
    ],
    [
      { kind: 'command', event: 'ended', command, isFromJournal: true },
      '{"event":"ended","command":{"id":"C1","op":"start_stop"},"is_from_journal":true}',
    ],
    [
      { kind: 'late_answer', command, answer: { v: 1, id: 'C1', st: 'done', ts: 5 } },
      '{"event":"late_answer","command":{"id":"C1","op":"start_stop"},"answer":{"v":1,"id":"C1","st":"done","ts":5}}',
    ],
    [
      {
        kind: 'refused_write',
        what: 'firmware',
        deviceId: 'MNB-1',
        wanted: { version: '1.6.0' },
        code: 'FORBIDDEN',
        userId: 2,
        roles: ['Seller'],
      },
      '{"event":"refused","firmware":{"device":"MNB-1","wanted":{"version":"1.6.0"},"code":"FORBIDDEN","user":2,"roles":["Seller"]}}',
    ],
    [
      { kind: 'foreign_config', deviceId: 'MNB-1', version: 3, status: 'applied' },
      '{"event":"ended","config":{"device":"MNB-1","version":3,"status":"applied","is_ours":false}}',
    ],
    [
      { kind: 'role', action: 'granted', role: 'Seller', userId: 1, by, held: [] },
      '{"event":"done","role":{"action":"granted","role":"Seller","user":1,"by":{"userId":2,"role":"owner"},"devices":[]}}',
    ],
  ])('%o', async (entry, text) => {
    await world.db.transaction().execute((tx) => appendAudit(tx, new Date(), entry));
    const [row] = await world.db
      .selectFrom('audit')
      .select('entry')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(row?.entry).toBe(text);
  });

  it('of a device change', async () => {
    const device = await world.enrol();
    const change = { deviceKey: device.id, kind: 'name', action: 'changed', by: null } as const;
    const id = await world.db.transaction().execute((tx) => appendAudit(tx, new Date(1000), change));
    const [row] = await world.db
      .selectFrom('audit')
      .select('entry')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(row?.entry).toBe(
      `{"event":"done","change":{"id":"${id}","device_id":"${device.deviceId}","kind":"name","action":"changed",` +
        '"by":null,"person":null,"fields":[],"status":"done","reason":null,"steps":[],"created_at":1,"finished_at":1}}',
    );
  });
});
