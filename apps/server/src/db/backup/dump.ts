import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { PART_SUFFIX } from '@manoboard/domain/installation/backups';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { loadOrCreateSecret } from '../../base/data-dir.ts';
import { StartRefused } from '../../base/start-refused.ts';
import { VERSION } from '../../package-dir.ts';
import type { Connection } from '../db.ts';
import { closeNow, PrimaryClient } from '../primary-client.ts';
import { encryptAge } from './age.ts';
import {
  findKind,
  findRewritten,
  listMigrations,
  listSequences,
  listTables,
  quoted,
  takeBackupLock,
  useFixedFormats,
} from './catalog.ts';
import { BACKUP_KEY, listDataFiles } from './data-files.ts';
import {
  type BackupTable,
  FILES_FOLDER,
  MANIFEST_FILE,
  type Manifest,
  megabytes,
  SEAL_FILE,
  sealOf,
  summary,
  TABLES_FOLDER,
  wrapSecretKey,
} from './manifest.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';
import { verifyBackup } from './verify.ts';

/** A tar header names the size of its file, and that of a table is unknown until its end: a table is several files. */
const PIECE_BYTES = 1 << 20;
/** Frames compress to about a fifth; a higher level costs more time than it saves space. */
const COMPRESSION = 3;
const NO_SPACE = ['ENOSPC', 'EDQUOT'];

export class BackupRunning extends StartRefused {}

export interface BackupOptions {
  connection: Connection;
  dataDir: string;
  file: string;
  /** Key of the secrets in the database; none in an installation that never started with this version. */
  secretKey?: string | undefined;
  /** Encrypts the whole file. */
  passphrase?: string | undefined;
  /** Now, in milliseconds. */
  atMs: number;
  onProgress?: (progress: string) => void;
  signal?: AbortSignal;
}

/** Joins small pieces, so that a table is few files. */
async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

function* packFile(name: string, content: Buffer, atMs: number): Generator<Buffer> {
  yield tarHeader(name, content.length, atMs);
  yield content;
  yield tarPadding(content.length);
}

type TableFacts = Omit<BackupTable, 'rows' | 'bytes' | 'sha256'>;

async function* packTable(
  client: Client,
  facts: TableFacts,
  atMs: number,
): AsyncGenerator<Buffer, BackupTable> {
  const hash = createHash('sha256');
  let [bytes, count] = [0, 0];
  // The plain form reads a partition without a lock on its parent, which would keep the server from adding partitions.
  const columns = facts.columns.map(quoted).join(', ');
  const rows = client.query(copyTo(`copy ${quoted(facts.name)} (${columns}) to stdout`));
  // Without a listener, an error of the connection after the loop would end the process.
  rows.on('error', () => {});
  for await (const piece of inPieces(rows)) {
    hash.update(piece);
    bytes += piece.length;
    yield* packFile(`${TABLES_FOLDER}/${facts.name}/${String(++count).padStart(6, '0')}`, piece, atMs);
  }
  // The number of rows follows the data: the next answer of the connection comes after it.
  await client.query('select');
  return { ...facts, rows: rows.rowCount, bytes, sha256: hash.digest('hex') };
}

/** A file of at most one piece has the size that was read: the server may append to it meanwhile. */
async function* packDataFile(dataDir: string, path: string, atMs: number) {
  const source = join(dataDir, path);
  const name = `${FILES_FOLDER}/${path}`;
  const found = await stat(source);
  const hash = createHash('sha256');
  if (found.size <= PIECE_BYTES) {
    const content = await readFile(source);
    yield* packFile(name, content, atMs);
    return { path, bytes: content.length, sha256: hash.update(content).digest('hex') };
  }
  yield tarHeader(name, found.size, atMs);
  let bytes = 0;
  for await (const piece of createReadStream(source, { end: found.size - 1 }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  if (bytes !== found.size) throw new StartRefused(`${source} was truncated during the backup. Try again.`);
  yield tarPadding(bytes);
  return { path, bytes, sha256: hash.digest('hex') };
}

/** All tables in one snapshot: rows that are committed later are not in any of them. */
async function* packAll(client: Client, options: BackupOptions, key: string): AsyncGenerator<Buffer> {
  const { dataDir, file, atMs, onProgress = () => {} } = options;
  const known = await listTables(client);
  if (known.length === 0) throw new StartRefused('The database is empty: there is nothing to back up.');
  // Otherwise a partition could be dropped before its turn.
  for (const { name } of known) await client.query(`lock table ${quoted(name)} in access share mode`);
  // The lock may have waited for a migration.
  const rewritten = await findRewritten(client);
  if (rewritten)
    throw new StartRefused(`${rewritten} was changed during the backup. No backup was made. Try again.`);
  const tables: BackupTable[] = [];
  for (const facts of known) {
    const table = yield* packTable(client, facts, atMs);
    tables.push(table);
    if (table.rows > 0)
      onProgress(`${table.name}: ${table.rows.toLocaleString('en')} rows, ${megabytes(table.bytes)}`);
  }
  const files: Manifest['files'] = [];
  for (const path of await listDataFiles(dataDir, dirname(file)))
    files.push(yield* packDataFile(dataDir, path, atMs));
  const manifest: Manifest = {
    format: 2,
    version: VERSION,
    created_at: new Date(atMs).toISOString(),
    kind: await findKind(client),
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client),
    secret_key: options.secretKey && wrapSecretKey(options.secretKey, key),
    files,
  };
  const content = Buffer.from(JSON.stringify(manifest, null, 2));
  yield* packFile(MANIFEST_FILE, content, atMs);
  yield* packFile(SEAL_FILE, Buffer.from(sealOf(content, key)), atMs);
  yield tarEnd();
}

async function write(client: Client, options: BackupOptions, part: string, key: string): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
  // Opened before the streams: one that is destroyed while it opens its file would create it afterwards.
  const handle = await open(part, 'wx', 0o600);
  const { signal, passphrase } = options;
  const packed = Readable.from(packAll(client, options, key), { objectMode: true, highWaterMark: 1 });
  const compressed = createGzip({ level: COMPRESSION });
  const target = handle.createWriteStream({ flush: true });
  const ending = signal ? [{ signal }] : [];
  if (passphrase === undefined) await pipeline(packed, compressed, target, ...ending);
  else {
    const encrypt = (source: AsyncIterable<Buffer>) => encryptAge(source, passphrase);
    await pipeline(packed, compressed, encrypt, target, ...ending);
  }
}

/**
 * Writes the whole installation to one file, while the server runs. The file gets its name when it is complete and was
 * read back; a failure leaves nothing.
 */
export async function createBackup(options: BackupOptions): Promise<{ manifest: Manifest; bytes: number }> {
  const { connection, file, onProgress = () => {} } = options;
  const part = `${file}${PART_SUFFIX}`;
  const client = new PrimaryClient({ ...connection, application_name: 'manoboard backup' });
  let isOurs = false;
  try {
    await client.connect();
    await useFixedFormats(client);
    if (!(await takeBackupLock(client)))
      throw new BackupRunning('Another backup of this database is running.');
    // Only now: another backup may be writing a file of this name.
    await rm(part, { force: true });
    isOurs = true;
    const key = loadOrCreateSecret(options.dataDir, BACKUP_KEY);
    await write(client, options, part, key);
    onProgress('reading the backup back');
    const manifest = await verifyBackup(part, key, options.passphrase);
    const { size: bytes } = await stat(part);
    await rename(part, file);
    onProgress(`${summary(manifest)}: ${megabytes(bytes)} in ${file}`);
    return { manifest, bytes };
  } catch (error) {
    if (isOurs) await rm(part, { force: true });
    if (options.signal?.aborted) throw new StartRefused('The backup was interrupted. No file was written.');
    if (NO_SPACE.includes(String((error as NodeJS.ErrnoException).code)))
      throw new StartRefused(`There is no space left for ${file}. No backup was made.`);
    throw error;
  } finally {
    closeNow(client);
  }
}
