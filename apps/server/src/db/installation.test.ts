import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { appendLines, verifyAudit } from '../audit-log/audit.service.ts';
import { isPassword } from '../wings/auth/password.ts';
import { type Db, openDb } from './db.ts';
import { prepareInstallation } from './installation.ts';
import { migrate } from './migrate.ts';
import { up as createAppendAudit } from './migrations/0150-append-audit.ts';

const LAST_VERSION = '0025-message-flood';

let admin: Client;
let db: Db;
let name: string;
beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  admin = new Client({ ...inject('postgres'), database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  db = openDb({ ...inject('postgres'), database: name }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await db.destroy();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

const rows = async <T>(query: string) => (await sql.raw<T>(query).execute(db)).rows;
const run = (query: string) => rows(query);

describe('the mark of a database', () => {
  it('the first start marks the database, and later starts of the same kind are accepted', async () => {
    expect((await prepareInstallation(db, 'demo')).length).toBeGreaterThan(1);
    expect(await prepareInstallation(db, 'demo')).toEqual([]);
    expect(await rows('select kind from installation')).toEqual([{ kind: 'demo' }]);
  });

  it.each([
    ['demo', 'real', /^This database is marked as a demo database, .* without DEMO=1 does not start on it\./],
    ['real', 'demo', /^This database is marked as the database of a real server: the demo does not start/],
  ] as const)('a %s database refuses a %s server with a sentence', async (marked, started, sentence) => {
    await prepareInstallation(db, marked);
    await expect(prepareInstallation(db, started)).rejects.toThrow(sentence);
    expect(await rows('select kind from installation')).toEqual([{ kind: marked }]);
  });

  it('a refused start runs no migration', async () => {
    await prepareInstallation(db, 'real');
    await run(`delete from kysely_migration where name >= '0032'`);
    await expect(prepareInstallation(db, 'demo')).rejects.toThrow(/marked as the database of a real server/);
    expect(await rows(`select name from kysely_migration where name >= '0032'`)).toEqual([]);
  });

  it('of two first starts of different kinds at once one is refused', async () => {
    await migrate(db);
    const starts = await Promise.allSettled([
      prepareInstallation(db, 'demo'),
      prepareInstallation(db, 'real'),
    ]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

/** Demo and real rows in one database, with rows of each that refer to the other. */
async function seedLastVersion() {
  await run(`insert into app_user (email, password_hash, name, surname, terms_accepted_at, is_demo) values
    ('owner@demo.local', 'hash', 'Olivia', 'Demo', now(), true),
    ('technician@demo.local', 'hash', 'Tomas', 'Demo', now(), true),
    ('seller@demo.local', 'hash', 'Samo', 'Demo', now(), true),
    ('real@example.com', 'hash', 'Rea', 'Real', now(), false)`);
  await run(`insert into user_role values (2, 'Technician'), (3, 'Seller'), (4, 'Super Seller')`);
  for (const user of [1, 2, 3, 4])
    await run(`insert into session (id, user_id, is_remembered, expires_at)
      values ('\\x0${user}', ${user}, true, now() + interval '1 day')`);
  await run(`insert into device (id_dev, secret_hash, is_demo) values
    ('MNB-DE0001', '\\x01', true), ('MNB-00A1B2', '\\x02', false)`);
  await run(`insert into user_device (user_id, device_id, access) values
    (1, 1, 'owner'), (4, 1, 'delegate'), (4, 2, 'owner'), (2, 2, 'delegate')`);
  await run(`create table frame_all partition of frame for values from ('2020-01-01') to ('2100-01-01')`);
  for (const device of [1, 2]) {
    await run(`insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival)
      values (${device}, now(), 1, 1, now(), 1, false)`);
    await run(`insert into last_data values (${device}, 1, 1, '{}', now())`);
    await run(
      `insert into board_event values (${device}, 'e', 'DRY_RUN', 'alarm', now(), null, '{}', now())`,
    );
    await run(`insert into alert (device_id, event_id, code, severity, raised_at)
      values (${device}, 'e', 'DRY_RUN', 'alarm', now())`);
    await run(`insert into device_change (device_id, kind, action, user_id, fields, status, created_at)
      values (${device}, 'config', 'changed', 4, '[]', 'done', now())`);
    await run(`insert into device_config values (${device}, 1, '{}', 1, now(), null, ${device})`);
    for (const user of [2, 4])
      await run(`insert into command
        (id, device_id, user_id, op, what, target, value, status, created_at, expires_at, finished_at)
        values ('${device}-${user}', ${device}, ${user}, 'start_stop', '', 'start_stop', 'false', 'done',
          now(), now(), now())`);
    await run(`insert into lock_out (device_id, user_id, reason, created_at)
      values (${device}, 2, 'valve', now())`);
    await run(`insert into inbox_item (user_id, event, created_at) values
      (4, '{"type": "message", "device_id": "${device === 1 ? 'MNB-DE0001' : 'MNB-00A1B2'}"}', now())`);
  }
  await run(`insert into firmware_release (id, version, hw, manifest, changelog, image, is_demo, uploaded_at)
    values ('demo-1.5.0', '1.5.0', 'MNB-2', '{}', '{}', '', true, now()),
      ('real-1.6.0', '1.6.0', 'MNB-2', '{}', '{}', '', false, now())`);
  await run(`insert into firmware_update (device_id, release_id, status, started_at, changed_at, ended_at, change_id)
    values (1, 'real-1.6.0', 'done', now(), now(), now(), 1), (2, 'real-1.6.0', 'done', now(), now(), now(), 2)`);
  // That version had no function for it; the rows were the same.
  await createAppendAudit(db as unknown as Kysely<unknown>);
  await appendLines(db, new Date(), ['{"by":"owner@demo.local"}', '{"by":"real@example.com"}']);
  await run('drop function append_audit');
}

describe('an upgrade from the version that kept demo and real rows in one database', () => {
  beforeEach(async () => {
    await migrate(db, LAST_VERSION);
    await seedLastVersion();
    await prepareInstallation(db, 'real');
  });

  it('deletes demo users, demo devices and their rows, and keeps all real ones', async () => {
    expect(await rows('select id_dev from device')).toEqual([{ id_dev: 'MNB-00A1B2' }]);
    for (const table of [
      'frame',
      'last_data',
      'board_event',
      'alert',
      'device_change',
      'device_config',
      'lock_out',
      'firmware_update',
    ])
      expect(await rows(`select device_id from ${table}`), table).toEqual([{ device_id: 2 }]);
    expect(await rows('select id from command order by id')).toEqual([{ id: '2-2' }, { id: '2-4' }]);
    expect(await rows('select id from firmware_release')).toEqual([{ id: 'real-1.6.0' }]);
    expect(await rows(`select event ->> 'device_id' as id from inbox_item`)).toEqual([{ id: 'MNB-00A1B2' }]);
    expect(await rows('select user_id, device_id, access from user_device')).toEqual([
      { user_id: 4, device_id: 2, access: 'owner' },
    ]);
    expect(await rows('select kind from installation')).toEqual([{ kind: 'real' }]);
  });

  it('R5.10 keeps a lock-out tag of a demo user on a real device, whose user cannot log in any more', async () => {
    const users = await rows<{ email: string; password_hash: string }>(
      'select id, email, surname, password_hash from app_user order by id',
    );
    expect(users).toMatchObject([
      { id: 2, email: 'former-demo-user-2@demo.invalid', surname: 'Demo' },
      { id: 4, email: 'real@example.com', password_hash: 'hash' },
    ]);
    expect(await isPassword('Demo1234', users[0]?.password_hash)).toBe(false);
    expect(await rows('select user_id from user_role union select user_id from session')).toEqual([
      { user_id: 4 },
    ]);
    expect(await rows('select user_id, ended_at from lock_out')).toEqual([{ user_id: 2, ended_at: null }]);
  });

  it('R5.7 the audit log keeps all lines and stays verifiable', async () => {
    expect(await verifyAudit(db)).toMatchObject({ head: { seq: 2 } });
  });
});

it('a database of the last version with demo rows alone can become a demo database again', async () => {
  await migrate(db, LAST_VERSION);
  await run(`insert into app_user (email, password_hash, name, surname, terms_accepted_at, is_demo)
    values ('owner@demo.local', 'hash', 'Olivia', 'Demo', now(), true)`);
  await prepareInstallation(db, 'demo');
  expect(await rows('select id from app_user')).toEqual([]);
  expect(await rows('select kind from installation')).toEqual([{ kind: 'demo' }]);
});
