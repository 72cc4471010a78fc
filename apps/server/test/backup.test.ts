import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { backupName } from '@manoboard/domain/installation/backups';
import { HOUR_MS } from '@manoboard/domain/time';
import { connectBoard } from '@manoboard/testkit/board-client';
import { startProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '../src/base/config.ts';
import { createBackup } from '../src/db/backup/dump.ts';
import { loadBackup } from '../src/db/backup/load.ts';
import { verifyBackup } from '../src/db/backup/verify.ts';
import type { Db } from '../src/db/db.ts';
import { unknownMigrations } from '../src/db/migrate.ts';
import { PACKAGE_DIR } from '../src/package-dir.ts';
import { runBackupCommand } from '../src/wings/installation/backups/backup-command.ts';
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
  const file = join(await newFolder(), backupName(NOW));
  const running = backUp({ file });
  await waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where application_name = 'manoboard backup' and datname = current_database() and wait_event_type = 'Lock'`.execute(
      source.db,
    );
    return rows.length === 1;
  });
  // With the same name it leaves the file of the other alone.
  await expect(backUp({ file })).rejects.toThrow('Another backup of this database is running.');
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

it('a backup that waits for a migration which writes a table anew fails instead of having the table empty', async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const migrating = source.db.transaction().execute(async (tx) => {
    await sql`alter table user_device alter column expires_at type timestamptz using expires_at + interval '0 s'`.execute(
      tx,
    );
    await isReleased;
  });
  const running = backUp();
  await waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where application_name = 'manoboard backup' and datname = current_database() and wait_event_type = 'Lock'`.execute(
      source.db,
    );
    return rows.length === 1;
  });
  release();
  await migrating;
  await expect(running).rejects.toThrow('user_device was changed during the backup');
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

it('a backup of a newer schema has unknown migrations', async () => {
  const { manifest } = await backUp();
  expect(manifest.migrations).toEqual(['0001-schema']);
  expect(unknownMigrations([...manifest.migrations, '9999-later'])).toEqual(['9999-later']);
});

it('an interrupted backup leaves no file', async () => {
  const folder = await newFolder();
  const signal = AbortSignal.abort();
  await expect(backUp({ file: join(folder, backupName(NOW)), signal })).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

describe('scheduled backups', () => {
  const create = (dir: string, clock: { nowMs: number }, more: Record<string, string> = {}) =>
    createBackups({
      db: source.db,
      connection: source.connection,
      config: readConfig({
        DATA_DIR: dataDir,
        BACKUP_DIR: dir,
        BACKUP_EVERY_HOURS: '24',
        BACKUP_KEEP: '2',
        ...more,
      }),
      log: pino({ level: 'silent' }),
      now: () => clock.nowMs,
      serverId: 'this-server',
    });
  beforeEach(() => source.db.deleteFrom('backup_run').execute());

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
    expect((await readdir(dir)).sort()).toEqual([
      ...times.slice(-2).map((atMs) => backupName(atMs)),
      'notes.txt',
    ]);
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

  it('one is copied by BACKUP_COMMAND without a shell, and a failed copy is reported and repeated', async () => {
    const clock = { nowMs: NOW };
    const dir = await newFolder();
    const script = join(dir, 'copy away.mjs');
    await writeFile(
      script,
      `import { copyFileSync, existsSync } from 'node:fs';
      if (process.env.SECRET_KEY || process.argv[2] !== process.env.BACKUP_FILE) process.exit(3);
      if (!existsSync(${JSON.stringify(join(dir, 'elsewhere'))})) throw new Error('the other machine is away');
      copyFileSync(process.argv[2], ${JSON.stringify(join(dir, 'elsewhere', 'copy'))});`,
    );
    const program = join(dir, 'copy');
    await writeFile(program, `#!/bin/sh\nexec ${process.execPath} "${script}" "$1"\n`, { mode: 0o755 });
    vi.stubEnv('SECRET_KEY', 'not for programs of the operator');
    const backups = create(join(dir, 'back ups; $HOME'), clock, { BACKUP_COMMAND: program });
    await backups.runIfDue();
    expect(await backups.status()).toMatchObject({
      failure: null,
      copy: { error: expect.stringContaining('the other machine is away') },
      is_healthy: false,
    });
    await mkdir(join(dir, 'elsewhere'));
    clock.nowMs += HOUR_MS;
    await backups.runIfDue();
    vi.unstubAllEnvs();
    expect(await backups.status()).toMatchObject({ copy: { error: null }, is_healthy: true });
    await verifyBackup(join(dir, 'elsewhere', 'copy'), undefined);
    const { signal } = new AbortController();
    const endless = { setting: 'tail -f', file: script, timeoutMs: 20, signal };
    await expect(runBackupCommand(endless)).rejects.toThrow('tail took longer than');
    const stopped = { ...endless, timeoutMs: 60_000, signal: AbortSignal.timeout(20) };
    await expect(runBackupCommand(stopped)).rejects.toThrow('the server was stopped meanwhile');
    await expect(runBackupCommand({ ...endless, setting: '/no/such/program' })).rejects.toThrow('ENOENT');
  });

  it('the newest one is read again after half a day: a damaged one is reported, encrypted or not', async () => {
    const clock = { nowMs: NOW };
    const dir = await newFolder();
    const backups = create(dir, clock, { BACKUP_PASSPHRASE: 'correct horse battery' });
    await backups.runIfDue();
    expect(await backups.status()).toMatchObject({ last: { is_encrypted: true }, check: null });
    clock.nowMs += 12 * HOUR_MS;
    await backups.runIfDue();
    expect(await backups.status()).toMatchObject({ check: { error: null }, is_healthy: true });
    await truncate(join(dir, backupName(NOW, true)), 3000);
    clock.nowMs += 11 * HOUR_MS;
    await create(dir, clock).runIfDue();
    clock.nowMs += 0.4 * HOUR_MS;
    await backups.runIfDue();
    expect(await backups.status()).toMatchObject({ check: { error: null } });
    const often = create(dir, clock, {
      BACKUP_EVERY_HOURS: '47',
      BACKUP_PASSPHRASE: 'correct horse battery',
    });
    clock.nowMs += HOUR_MS;
    await often.runIfDue();
    expect(await often.status()).toMatchObject({
      check: { error: expect.stringContaining('was changed or cut off') },
      is_healthy: false,
    });
  });
});

it.skipIf(spawnSync('restic', ['version']).status !== 0)(
  'restic takes a backup by BACKUP_COMMAND, and gives it back unchanged (restic is not installed: skipped)',
  async () => {
    const { file } = await backUp();
    const folder = await newFolder();
    const restic = (...args: string[]) =>
      promisify(execFile)('restic', ['--no-cache', '--repo', join(folder, 'repository'), ...args], {
        env: { ...process.env, RESTIC_PASSWORD: 'only for this test' },
      });
    await restic('init');
    vi.stubEnv('RESTIC_PASSWORD', 'only for this test');
    const setting = `restic --no-cache --repo ${join(folder, 'repository')} backup {}`;
    const { signal } = new AbortController();
    await runBackupCommand({ setting, file, timeoutMs: 60_000, signal });
    vi.unstubAllEnvs();
    await restic('restore', 'latest', '--target', join(folder, 'restored'));
    expect(await readFile(join(folder, 'restored', file))).toEqual(await readFile(file));
  },
);

it('npm run cli -- backup --encrypt beside a running demo, npm run cli -- verify, drill and restore: users log in and boards connect', async () => {
  const from = await createInstallation(inject('template'));
  const to = await createInstallation();
  const file = join(root, 'demo.tar.gz.age');
  const passphraseFile = join(root, 'passphrase');
  await writeFile(passphraseFile, 'correct horse battery staple\n');
  const demo = { DEMO: '1', DEMO_BOARDS: '1', DEMO_HISTORY_DAYS: '2', LOG_LEVEL: 'fatal' };
  const key = join(from.env.DATA_DIR, 'secrets', 'backup-key');
  const run = (program: string, env: Record<string, string>, ...more: string[]) => {
    const started = startProgram(`apps/server/dist/${program}.mjs`, [file, ...more], env);
    return started.exitCode().then((code) => ({ code, errors: started.errors() }));
  };
  const first = await startServerProgram({ ...from.env, ...demo });
  const [board] = JSON.parse(await readFile(first.ready.demo?.boardsFile ?? '', 'utf8'));
  const encrypted = ['--passphrase-file', passphraseFile];
  expect(await run('backup', from.env, '--encrypt', ...encrypted)).toMatchObject({ code: 0 });
  /** What a program prints; an exit code other than 0 is an error. */
  const print = async (program: string) => {
    const args = [join(PACKAGE_DIR, 'src', 'cli', `${program}.ts`), file, ...encrypted];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ...from.env },
    });
    return stdout;
  };
  const drilled = await print('drill');
  expect(drilled).toContain('each table counted');
  expect(drilled).toContain('The key of the encrypted secrets opens them.');
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('manoboard-drill-'))).toEqual([]);
  await first.stop();
  const [refused, unsure, closed, verified, restored] = await Promise.all([
    run('restore', from.env, ...encrypted),
    run('restore', { ...to.env, DATA_DIR: join(root, 'without-a-key') }, ...encrypted),
    run('verify', from.env),
    print('verify'),
    run('restore', to.env, '--key', key, ...encrypted),
  ]);
  expect(closed).toMatchObject({ code: 1, errors: expect.stringContaining('The backup is encrypted.') });
  expect(verified).toMatch(
    /unchanged since its server wrote it[\s\S]*, encrypted\.\n[\s\S]*app_user: \d+ rows/,
  );
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('which is not empty') });
  expect(unsure).toMatchObject({ code: 1, errors: expect.stringContaining('--key FILE') });
  expect(restored).toMatchObject({ code: 0 });
  for (const name of ['backup-key', 'secret-key'])
    expect(await readFile(join(to.env.DATA_DIR, 'secrets', name), 'utf8'), name).toBe(
      await readFile(join(from.env.DATA_DIR, 'secrets', name), 'utf8'),
    );
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
