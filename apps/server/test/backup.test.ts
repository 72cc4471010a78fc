import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupName } from '@manoboard/domain/installation/backups';
import { HOUR_MS } from '@manoboard/domain/time';
import { connectBoard } from '@manoboard/testkit/board-client';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../src/base/config.ts';
import { createBackup } from '../src/db/backup/dump.ts';
import { loadBackup } from '../src/db/backup/load.ts';
import { verifyBackup } from '../src/db/backup/verify.ts';
import type { Db } from '../src/db/db.ts';
import { migrate, unknownMigrations } from '../src/db/migrate.ts';
import { createBackups } from '../src/wings/installation/backups/backups.service.ts';
import { createBrowser } from './browser.ts';
import { createTestDatabase } from './database.ts';

/** One test starts the program several times. */
vi.setConfig({ testTimeout: 120_000 });

const NOW = Date.UTC(2026, 10, 16, 2, 50);
const onProgress = () => {};

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;
let root: string;
let source: TestDatabase;
let dataDir: string;
const databases: TestDatabase[] = [];

async function openDatabase(template?: 'template0') {
  const database = await createTestDatabase(template);
  databases.push(database);
  return database;
}
const newFolder = () => mkdtemp(join(root, 'folder-'));
const countOf = async (db: Db, table: string) =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.id(table)}`.execute(db)).rows[0]?.n);
const tablesOf = async (db: Db) =>
  (await sql`select from pg_class where relnamespace = current_schema()::regnamespace`.execute(db)).rows
    .length;
const insertUser = (db: Db, email: string) =>
  db
    .insertInto('app_user')
    .values({
      email,
      name: 'Žofia',
      surname: 'back\\slash\ttab',
      password_hash: 'x',
      terms_accepted_at: new Date(NOW),
      personalization: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const insertFrames = (db: Db, device: number, count: number) =>
  sql`insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival, pressure)
    select ${device}, timestamptz '2026-11-15 12:00Z' + n * interval '1 s', 1, n, now(), 0, false, n / 3.0
    from generate_series(1, ${count}::int) n`.execute(db);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'manoboard-backup-'));
  source = await openDatabase();
  dataDir = await newFolder();
  await mkdir(join(dataDir, 'secrets'));
  await writeFile(join(dataDir, 'secrets', 'session-key'), 'secret');
  await writeFile(join(dataDir, 'secrets', 'postgres-password'), 'of this cluster only');
  await writeFile(join(dataDir, 'stops.jsonl'), 'x'.repeat(3_000_000));
  const { db } = source;
  const { id: user } = await insertUser(db, 'jana@example.sk');
  const device = await db
    .insertInto('device')
    .values({ id_dev: 'MNB-0001', secret_hash: Buffer.from([0, 92, 255]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_device')
    .values({ user_id: user, device_id: device.id, access: 'owner', created_at: new Date(0) })
    .execute();
  await sql`create table frame_20261115 partition of frame
    for values from ('2026-11-15T00:00:00Z') to ('2026-11-16T00:00:00Z')`.execute(db);
  await insertFrames(db, device.id, 30_000);
  await sql`create table packed_frame_20261113 partition of packed_frame
    for values from ('2026-11-13T00:00:00Z') to ('2026-11-14T00:00:00Z')`.execute(db);
  const packed = { start: new Date('2026-11-13T05:00:00Z'), frames: randomBytes(5000) };
  await db
    .insertInto('packed_frame')
    .values({ device_id: device.id, ...packed })
    .execute();
});
afterAll(async () => {
  for (const { remove } of databases) await remove();
  await rm(root, { recursive: true, force: true });
});

const backUp = async (change: Partial<Parameters<typeof createBackup>[0]> = {}) => {
  const file = join(await newFolder(), backupName(NOW));
  const options = { connection: source.connection, dataDir, file, atMs: NOW, onProgress, ...change };
  return { file, ...(await createBackup(options)) };
};

it('a restored database has every row, partition and file, and its next rows get new numbers', async () => {
  const { file, manifest } = await backUp();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(file, '..'))).toEqual([backupName(NOW)]);
  expect(manifest.files.map(({ path }) => path)).toEqual(['secrets/session-key', 'stops.jsonl']);
  const { db, connection } = await openDatabase('template0');
  const folder = await newFolder();
  await loadBackup({ connection, dataDir: folder, file, manifest, onProgress });
  for (const { name, rows } of manifest.tables) expect(await countOf(db, name), name).toBe(rows);
  const digest = async (of: Db) =>
    (
      await sql`select md5(string_agg(f::text, ',' order by seq)) as frames,
        (select string_agg(u.surname || u.search_text, ',') from app_user u) as users,
        (select md5(string_agg(p::text, ',')) from packed_frame p) as packed,
        (select string_agg(encode(secret_hash, 'hex'), ',') from device) as secrets,
        (select count(*) from pg_constraint where contype = 'f') as keys,
        (select count(*) from pg_trigger where tgenabled = 'O') as triggers
      from frame_20261115 f`.execute(of)
    ).rows;
  expect(await digest(db)).toEqual(await digest(source.db));
  expect(await readFile(join(folder, 'secrets', 'session-key'), 'utf8')).toBe('secret');
  expect((await stat(join(folder, 'stops.jsonl'))).size).toBe(3_000_000);
  const { id } = await insertUser(db, 'next@example.sk');
  expect(id).toBeGreaterThan(1);
  await sql`insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival)
    values (1, '2026-11-15T23:00:00Z', 2, 1, now(), 0, false)`.execute(db);
});

it('rows that are committed during a backup are in none of its tables', async () => {
  const before = { users: await countOf(source.db, 'app_user'), frames: await countOf(source.db, 'frame') };
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  // Holds the backup after its snapshot, before the first row.
  const holding = source.db.transaction().execute(async (tx) => {
    await sql`lock table alert in access exclusive mode`.execute(tx);
    isLocked();
    await isReleased;
  });
  await locked;
  const running = backUp();
  await waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where application_name = 'manoboard backup' and datname = current_database() and wait_event_type = 'Lock'`.execute(
      source.db,
    );
    return rows.length === 1;
  });
  await expect(backUp()).rejects.toThrow('Another backup of this database is running.');
  await insertUser(source.db, 'late@example.sk');
  await sql`insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival)
    values (1, '2026-11-15T23:30:00Z', 9, 1, now(), 0, false)`.execute(source.db);
  release();
  await holding;
  const { manifest } = await running;
  const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows;
  expect(rowsOf('app_user')).toBe(before.users);
  expect(rowsOf('frame_20261115')).toBe(before.frames);
  expect(await countOf(source.db, 'frame')).toBe(before.frames + 1);
});

it('a truncated, changed or foreign file is refused', async () => {
  const { file } = await backUp();
  const content = await readFile(file);
  await truncate(file, content.length - 2000);
  await expect(verifyBackup(file, undefined)).rejects.toThrow('The backup is damaged');
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 0xff;
  await writeFile(file, content);
  await expect(verifyBackup(file, undefined)).rejects.toThrow('The backup is damaged');
  await writeFile(file, 'no backup');
  await expect(verifyBackup(file, undefined)).rejects.toThrow('The backup is damaged');
  await expect(verifyBackup(join(root, 'missing'), undefined)).rejects.toThrow('There is no backup');
});

it('a restore that fails leaves the database empty, and a database with tables is refused', async () => {
  const { file, manifest } = await backUp();
  const target = await openDatabase('template0');
  const { connection, db } = target;
  const wrong = {
    ...manifest,
    tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
  };
  const load = (given: typeof manifest, into = connection) =>
    loadBackup({ connection: into, dataDir: root, file, manifest: given, onProgress });
  await expect(load(wrong)).rejects.toThrow(/has \d+ rows instead of \d+/);
  expect(await tablesOf(db)).toBe(0);
  await expect(load(manifest, source.connection)).rejects.toThrow('The database is not empty');
});

it('a backup of an older schema is migrated, and one of a newer schema has unknown migrations', async () => {
  const old = await openDatabase('template0');
  await migrate(old.db, '0038-setup-code');
  const { file, manifest } = await backUp({ connection: old.connection });
  expect(manifest.migrations.at(-1)).toBe('0038-setup-code');
  const { connection, db } = await openDatabase('template0');
  await loadBackup({ connection, dataDir: await newFolder(), file, manifest, onProgress });
  expect(await countOf(db, 'backup_run')).toBe(0);
  expect(unknownMigrations([...manifest.migrations, '9999-later'])).toEqual(['9999-later']);
});

it('an interrupted backup leaves no file', async () => {
  const folder = await newFolder();
  const signal = AbortSignal.abort();
  await expect(backUp({ file: join(folder, backupName(NOW)), signal })).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

describe('scheduled backups', () => {
  const create = (dir: string, clock: { nowMs: number }) =>
    createBackups({
      db: source.db,
      connection: source.connection,
      config: readConfig({ DATA_DIR: dataDir, BACKUP_DIR: dir, BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '2' }),
      log: pino({ level: 'silent' }),
      now: () => clock.nowMs,
    });

  it('one is written when it is due, the newest are kept, and a failure is reported until the next success', async () => {
    const clock = { nowMs: NOW };
    const dir = await newFolder();
    await writeFile(join(dir, 'notes.txt'), '');
    await writeFile(join(dir, `${backupName(NOW - HOUR_MS)}.part`), 'of a server that crashed');
    const backups = create(dir, clock);
    const times: number[] = [];
    for (let hour = 0; hour <= 72; hour += 12) {
      clock.nowMs = NOW + hour * HOUR_MS;
      await backups.runIfDue();
      if (hour % 24 === 0) times.push(clock.nowMs);
    }
    expect((await readdir(dir)).sort()).toEqual([...times.slice(-2).map(backupName), 'notes.txt']);
    expect(await backups.isHealthy()).toBe(true);
    clock.nowMs += 24 * HOUR_MS;
    const broken = create(join(dir, 'notes.txt'), clock);
    await broken.runIfDue();
    expect(await broken.isHealthy()).toBe(false);
    clock.nowMs += HOUR_MS;
    await backups.runIfDue();
    expect(await backups.isHealthy()).toBe(true);
    clock.nowMs += 49 * HOUR_MS;
    expect(await backups.isHealthy(), 'two backups are missing').toBe(false);
  });
});

it('npm run backup beside a running demo, npm run restore into an empty folder: users log in and boards connect', async () => {
  const from = await createInstallation(inject('template'));
  const to = await createInstallation();
  const file = join(root, 'demo.tar.gz');
  const demo = { DEMO: '1', DEMO_BOARDS: '1', LOG_LEVEL: 'fatal' };
  const key = join(from.env.DATA_DIR, 'secrets', 'backup-key');
  const run = (program: string, env: Record<string, string>, ...more: string[]) => {
    const started = startProgram(`apps/server/src/cli/${program}.ts`, [file, ...more], env);
    return started.exitCode().then((code) => ({ code, errors: started.errors() }));
  };
  const first = await startServerProgram({ ...from.env, ...demo });
  const [board] = JSON.parse(await readFile(first.ready.demo?.boardsFile ?? '', 'utf8'));
  expect(await run('backup', from.env)).toMatchObject({ code: 0 });
  await first.stop();
  const [refused, unsure, restored] = await Promise.all([
    run('restore', from.env),
    run('restore', { ...to.env, DATA_DIR: join(root, 'without-a-key') }),
    run('restore', to.env, '--key', key),
  ]);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('which is not empty') });
  expect(unsure).toMatchObject({ code: 1, errors: expect.stringContaining('--key FILE') });
  expect(restored).toMatchObject({ code: 0 });
  const keys = [key, join(to.env.DATA_DIR, 'secrets', 'backup-key')].map((path) => readFile(path, 'utf8'));
  expect(await keys[1], 'later backups are written with the same key').toBe(await keys[0]);
  const second = await startServerProgram({ ...to.env, ...demo });
  const browser = createBrowser(second.ready.url);
  expect((await browser.login('super@demo.local', 'Demo1234')).status).toBe(204);
  const client = await connectBoard({
    url: second.ready.mqttUrl,
    deviceId: board.id_dev,
    secret: board.secret,
  });
  await client.leave();
  await second.stop();
  await from.remove();
  await to.remove();
});
