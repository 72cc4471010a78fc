import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { startProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../src/base/config.ts';
import { restoreBackup } from '../src/cli/restore-backup.ts';
import { createBackup } from '../src/db/backup/dump.ts';
import { loadBackup } from '../src/db/backup/load.ts';
import { MANIFEST_FILE, type Manifest, SEAL_FILE, wrapSecretKey } from '../src/db/backup/manifest.ts';
import { tarEnd, tarHeader, tarPadding } from '../src/db/backup/tar.ts';
import { readBackup, verifyBackup } from '../src/db/backup/verify.ts';
import { createTestDatabase } from './database.ts';

/** Some tests start the program. */
vi.setConfig({ testTimeout: 120_000 });

const NOW = Date.UTC(2026, 10, 16, 2, 50);
const onProgress = () => {};

let root: string;
let file: string;
let key: string;
let entries: [name: string, content: Buffer][];
const removals: (() => Promise<unknown>)[] = [];

async function openDatabase(template?: 'template0') {
  const database = await createTestDatabase(template);
  removals.push(database.remove);
  return database;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'manoboard-crafted-'));
  const { db, connection } = await openDatabase();
  await sql`create table frame_20261115 partition of frame
    for values from ('2026-11-15T00:00:00Z') to ('2026-11-16T00:00:00Z')`.execute(db);
  const dataDir = join(root, 'data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'stops.jsonl'), 'a stop\n');
  file = join(root, 'genuine.tar.gz');
  await createBackup({ connection, dataDir, file, atMs: NOW });
  key = await readFile(join(dataDir, 'secrets', 'backup-key'), 'utf8');
  entries = [];
  for await (const { name, body } of readBackup(file)) {
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece);
    entries.push([name, Buffer.concat(pieces)]);
  }
});
afterAll(async () => {
  for (const remove of removals) await remove();
  await rm(root, { recursive: true, force: true });
});

interface Changes {
  /** Further files, with their checksums in the manifest. */
  files?: Record<string, string>;
  manifest?: (manifest: Manifest) => Partial<Manifest>;
  isSealed?: boolean;
  /** Raw blocks before all entries, and after the last one. */
  before?: Buffer[];
  after?: Buffer[];
}
let crafted = 0;

/** Forged copy of a genuine backup with correct plain checksums, as anybody with write access could make it. */
async function craft(changes: Changes = {}) {
  const { files = {}, manifest: change = () => ({}), isSealed = true, before = [], after = [] } = changes;
  const contentOf = (of: string) => entries.find(([name]) => name === of)?.[1] ?? Buffer.alloc(0);
  const manifest: Manifest = JSON.parse(contentOf(MANIFEST_FILE).toString());
  const added = Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const described = added.map(({ path, content }) => ({
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  const changed = { ...manifest, files: [...manifest.files, ...described], ...change(manifest) };
  const archive: [string, Buffer][] = [
    ...entries.filter(([name]) => name !== MANIFEST_FILE && name !== SEAL_FILE),
    ...added.map(({ path, content }): [string, Buffer] => [`files/${path}`, content]),
    [MANIFEST_FILE, Buffer.from(JSON.stringify(changed, null, 2))],
    ...(isSealed ? [[SEAL_FILE, contentOf(SEAL_FILE)] satisfies [string, Buffer]] : []),
  ];
  const blocks = archive.flatMap(([name, content]) => [
    ...[tarHeader(name, content.length, NOW), content, tarPadding(content.length)],
  ]);
  const path = join(root, `crafted-${++crafted}.tar.gz`);
  await writeFile(path, gzipSync(Buffer.concat([...before, ...blocks, ...after, tarEnd()])));
  return path;
}

describe('the keyed checksum of a backup', () => {
  it('is right for a backup that nobody changed, and its key is not in the backup', async () => {
    await verifyBackup(file, key);
    expect(entries.map(([name]) => name)).not.toContain('files/secrets/backup-key');
    expect(entries.at(-1)?.[0]).toBe(SEAL_FILE);
    await verifyBackup(await craft(), key);
  });

  it.each<[string, Changes]>([
    ['a file that was added', { files: { 'boards.json': '[]' } }],
    ['another time', { manifest: () => ({ created_at: '2020-01-01T00:00:00.000Z' }) }],
  ])('refuses %s, and another key', async (_case, changes) => {
    const changed = await craft(changes);
    await expect(verifyBackup(changed, key)).rejects.toThrow('was changed afterwards');
    await expect(verifyBackup(file, `${key}x`)).rejects.toThrow('written with another key');
    expect((await verifyBackup(changed, undefined)).format).toBe(2);
  });

  it('is required', async () => {
    await expect(verifyBackup(await craft({ isSealed: false }), undefined)).rejects.toThrow('ends too early');
  });
});

it.each([
  ...['postgres-cluster.txt', 'postgres/PG_VERSION', 'secrets/postgres-password', 'secrets/backup-key'],
  ...['Secrets/Postgres-Role-Password', 'compile-cache/x', 'restore-not-finished.txt', 'server.lock'],
  ...['../outside', 'a/../../outside', 'a\\..\\..\\outside', 'C:outside'],
])('a backup with a file %s is refused', async (path) => {
  await expect(verifyBackup(await craft({ files: { [path]: '/' } }), undefined)).rejects.toThrow(
    'is damaged',
  );
});

it.each([
  "FOR VALUES FROM (lo_creat(-1)::text) TO ('2026-11-16 00:00:00+00')",
  "FOR VALUES FROM ('2026-11-15 00:00:00+00') TO ('2026-11-16 00:00:00+00') partition by range ((lo_creat(-1)))",
  "FOR VALUES FROM ('2026-11-15 00:00:00+00') TO ('2026-99-16 00:00:00+00')",
  'DEFAULT',
])('a partition with the bound %s is refused, and no function runs', async (bound) => {
  const path = await craft({
    manifest: ({ tables }) => ({
      tables: tables.map((table) =>
        table.partition ? { ...table, partition: { ...table.partition, bound } } : table,
      ),
    }),
  });
  const { db, connection } = await openDatabase('template0');
  const manifest = await verifyBackup(path, undefined);
  const load = loadBackup({ connection, dataDir: root, file: path, manifest, onProgress });
  await expect(load).rejects.toThrow('frame_20261115 has an unknown condition');
  const { rows } = await sql`select from pg_largeobject_metadata`.execute(db);
  expect(rows).toEqual([]);
});

/** A header with another type of entry, or another size, and its right checksum. */
function header(name: string, change: { type?: string; size?: string }): Buffer {
  const block = tarHeader(name, 0, NOW);
  if (change.type) block.write(change.type, 156, 'latin1');
  if (change.size) block.write(change.size.padEnd(12, '\0'), 124, 'latin1');
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
const ofTable = (name: string, change: Partial<Manifest['tables'][number]>) => (manifest: Manifest) => ({
  tables: manifest.tables.map((table) => (table.name === name ? { ...table, ...change } : table)),
});

it.each<[string, Changes, string]>([
  ['a symbolic link', { before: [header('files/link', { type: '2' })] }, 'no plain file'],
  ['a hard link', { before: [header('files/link', { type: '1' })] }, 'no plain file'],
  ['a folder', { before: [header('files/folder', { type: '5' })] }, 'no plain file'],
  ['a device', { before: [header('files/device', { type: '3' })] }, 'no plain file'],
  ['a size that is no number', { before: [header('files/x', { size: 'zzz' })] }, 'no valid size'],
  ['a negative size', { before: [header('files/x', { size: '-1000' })] }, 'no valid size'],
  ['a size beyond its end', { before: [header('files/x', { size: '77777777777' })] }, 'ends too early'],
  ['a file of another folder', { before: [header('etc/passwd', {})] }, 'unexpected file etc/passwd'],
  ['an absolute path', { before: [header('/etc/passwd', {})] }, 'unexpected file /etc/passwd'],
  [
    'a table that its manifest does not name',
    { before: [header('database/x/1', {})] },
    'not in its manifest',
  ],
  ['two manifests', { after: [header(MANIFEST_FILE, {})] }, 'something follows its manifest'],
  ['a newer format', { manifest: () => ({ format: 3 as 2 }) }, 'does not know'],
  ['other counts', { manifest: ofTable('installation', { rows: 7 }) }, 'rows instead of 7'],
  [
    'no list of tables',
    { manifest: () => ({ tables: undefined as unknown as [] }) },
    'manifest is incomplete',
  ],
])('a crafted backup with %s is refused before anything is written', async (_case, changes, reason) => {
  const path = await craft(changes);
  const before = await readdir(root);
  await expect(verifyBackup(path, undefined)).rejects.toThrow(reason);
  expect(await readdir(root)).toEqual(before);
});

it.each<[string, NonNullable<Changes['manifest']>, RegExp]>([
  [
    'SQL in the name of a column',
    ofTable('audit_head', { columns: ['seq") from stdin; drop table app_user; --'] }),
    /does not exist/,
  ],
  [
    'a table of the database system',
    ({ tables }) => ({
      tables: tables.map((table) =>
        table.name === 'installation' ? { ...table, name: 'pg_authid' } : table,
      ),
    }),
    /not in its manifest|differs from its checksum|no place for the tables pg_authid/,
  ],
  [
    'SQL in the name of a sequence',
    () => ({ sequences: [{ name: 'x"; drop table app_user; --', last_value: '1', is_called: true }] }),
    /does not exist/,
  ],
])('a crafted backup with %s leaves the database empty', async (_case, manifest, reason) => {
  const { db, connection } = await openDatabase('template0');
  const path = await craft({ manifest });
  const dataDir = await mkdtemp(join(root, 'target-'));
  const restore = async () => {
    const verified = await verifyBackup(path, undefined);
    await loadBackup({ connection, dataDir, file: path, manifest: verified, onProgress });
  };
  await expect(restore()).rejects.toThrow(reason);
  const { rows } =
    await sql`select from pg_class where relnamespace = current_schema()::regnamespace`.execute(db);
  expect(rows).toEqual([]);
});

describe('a damaged backup', () => {
  /** The first ten bytes are the header of gzip, whose time and system nothing depends on. */
  const GZIP_HEADER = 10;
  const DAMAGE = [
    ...Array.from({ length: 20 }, (_, at) => ['a flipped bit', (at + 0.5) / 20] as const),
    ...[0, 0.01, 0.3, 0.6, 0.9, 0.999].map((at) => ['a cut', at] as const),
    ...[0.2, 0.5, 0.8].map((at) => ['a zeroed block', at] as const),
    ['a repeated half', 0.5] as const,
  ];

  /** Some bits have no effect: those that fill the last byte of a block. */
  function flipBit(content: Buffer, place: number): void {
    const unpacked = gunzipSync(content);
    for (let bit = 0x10; bit > 0 && isSame(content, unpacked); bit >>= 1)
      content[place] = (content[place] ?? 0) ^ bit;
  }
  function isSame(content: Buffer, unpacked: Buffer): boolean {
    try {
      return gunzipSync(content).equals(unpacked);
    } catch {
      return false;
    }
  }

  it.each(DAMAGE)('with %s at %d of its length is refused, and nothing is written', async (what, at) => {
    const content = Buffer.from(await readFile(file));
    const place = Math.max(GZIP_HEADER, Math.floor(at * content.length));
    let damaged = content;
    if (what === 'a flipped bit') flipBit(content, place);
    if (what === 'a cut') damaged = content.subarray(0, Math.floor(at * content.length));
    if (what === 'a zeroed block') content.fill(0, place, place + 512);
    if (what === 'a repeated half')
      damaged = Buffer.concat([content.subarray(0, place), content.subarray(0, place)]);
    const path = join(root, 'damaged.tar.gz');
    await writeFile(path, damaged);
    const before = await readdir(root);
    await expect(verifyBackup(path, key)).rejects.toThrow('The backup is damaged: ');
    expect(await readdir(root)).toEqual(before);
  });
});

it('a backup that is replaced after its check is not restored', async () => {
  const { connection } = await openDatabase('template0');
  const manifest = await verifyBackup(file, key);
  const replaced = await craft({ files: { 'boards.json': '[]' } });
  const dataDir = await mkdtemp(join(root, 'restored-'));
  const load = loadBackup({ connection, dataDir, file: replaced, manifest, onProgress });
  await expect(load).rejects.toThrow('files/boards.json is not in its manifest');
});

it('keys that cannot be stored leave the database and the folder empty', async () => {
  const { db, connection } = await openDatabase('template0');
  const { user, password, host, port, database } = connection;
  const DATA_DIR = await mkdtemp(join(root, 'restored-'));
  const DATABASE_URL = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const manifest = { ...(await verifyBackup(file, key)), secret_key: wrapSecretKey('fish', 'another key') };
  const source = { file, key, passphrase: undefined };
  await expect(restoreBackup(source, manifest, readConfig({ DATA_DIR, DATABASE_URL }))).rejects.toThrow();
  const { rows } = await sql`
    select from pg_class where relnamespace = current_schema()::regnamespace`.execute(db);
  expect(rows).toEqual([]);
  expect(await readdir(DATA_DIR)).toEqual([]);
});

it('npm run cli -- restore: a failed restore removes what it wrote, and no folder that the archive names', async () => {
  const { root: home, env, remove } = await createInstallation();
  removals.push(remove);
  const victim = join(root, 'victim');
  await mkdir(victim);
  await writeFile(join(victim, 'letter.txt'), '');
  const unknownSequence = (manifest: Manifest) => ({
    sequences: [...manifest.sequences, { name: 'no_such_sequence', last_value: '1', is_called: true }],
  });
  const restore = async (path: string) => {
    const program = startProgram('apps/server/dist/restore.mjs', [path, '--unverified'], env);
    return { code: await program.exitCode(), errors: program.errors() };
  };
  const named = await craft({ files: { 'postgres-cluster.txt': victim }, manifest: unknownSequence });
  expect(await restore(named)).toMatchObject({ code: 1, errors: expect.stringContaining('WARNING') });
  const failed = await restore(await craft({ manifest: unknownSequence }));
  expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('no_such_sequence') });
  expect(await readdir(victim)).toEqual(['letter.txt']);
  expect(await readdir(env.DATA_DIR)).toEqual([]);
  if (existsSync(join(home, 'postgres-home', 'clusters')))
    expect(await readdir(join(home, 'postgres-home', 'clusters'))).toEqual([]);
});
