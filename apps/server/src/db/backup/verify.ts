import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StartRefused } from '../../base/start-refused.ts';
import { decryptAge, isAge } from './age.ts';
import { isLeftOut } from './data-files.ts';
import { FILES_FOLDER, MANIFEST_FILE, Manifest, SEAL_FILE, sealOf, TABLES_FOLDER } from './manifest.ts';
import { DamagedBackup, readTar } from './tar.ts';

const NEWLINE = 0x0a;

const START_BYTES = 32;

/** Whether the file is encrypted, by its first bytes. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return isAge(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function* readBytes(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const source: AsyncIterable<Buffer> = createReadStream(file);
  if (!(await isEncrypted(file))) return yield* source;
  if (passphrase === undefined)
    throw new StartRefused(
      'The backup is encrypted. Name the file with its passphrase: --passphrase-file FILE.',
    );
  yield* decryptAge(source, passphrase);
}

/** Errors of the compression are those of a damaged file. */
async function* unpack(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const source = Readable.from(readBytes(file, passphrase), { objectMode: false });
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    yield* unpacked;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_')) throw new DamagedBackup(message);
    throw error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/** The files of a backup in order. */
export const readBackup = (file: string, passphrase?: string) => readTar(unpack(file, passphrase));

/** Path segment that may leave the folder (path traversal), also on other systems. */
const FOREIGN_STEP = /^\.{0,2}$|[\\:\0]/;

/** The table or the file that an entry of the archive belongs to. A name that a backup never has is refused. */
export function partOf(name: string): { table: string } | { path: string } | undefined {
  const [folder, ...rest] = name.split('/');
  if (folder === TABLES_FOLDER && rest.length === 2 && rest[0]) return { table: rest[0] };
  if (folder !== FILES_FOLDER || rest.length === 0 || rest.some((step) => FOREIGN_STEP.test(step)))
    return undefined;
  const path = rest.join('/');
  if (isLeftOut(path)) throw new DamagedBackup(`it has a file ${path}, which no backup contains`);
  return { path };
}

interface Content {
  hash: Hash;
  bytes: number;
  lines: number;
}

function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

function parseManifest(json: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    throw new DamagedBackup('its manifest cannot be read');
  }
  if ((content as { format?: number } | null)?.format !== 2)
    throw new StartRefused(
      'The backup has a format that this version does not know. Upgrade the server first.',
    );
  const parsed = Manifest.safeParse(content);
  if (!parsed.success) throw new DamagedBackup('its manifest is incomplete');
  return parsed.data;
}

/** Sums up the entries of a backup while they are read, and compares them with the manifest. */
export function createContentCheck() {
  const contents = new Map<string, Content>();
  const empty = (): Content => ({ hash: createHash('sha256'), bytes: 0, lines: 0 });
  return {
    async *read(part: NonNullable<ReturnType<typeof partOf>>, body: AsyncIterable<Buffer>) {
      const key = 'table' in part ? `${TABLES_FOLDER}/${part.table}` : `${FILES_FOLDER}/${part.path}`;
      const content = contents.get(key) ?? empty();
      contents.set(key, content);
      for await (const piece of body) {
        content.hash.update(piece);
        content.bytes += piece.length;
        content.lines += countLines(piece);
        yield piece;
      }
    },
    require(manifest: Manifest) {
      const expected = [
        ...manifest.tables.map((table) => ({ ...table, key: `${TABLES_FOLDER}/${table.name}` })),
        ...manifest.files.map((file) => ({ ...file, rows: undefined, key: `${FILES_FOLDER}/${file.path}` })),
      ];
      for (const { key, bytes, sha256, rows } of expected) {
        const found = contents.get(key) ?? empty();
        if (found.bytes !== bytes || found.hash.digest('hex') !== sha256)
          throw new DamagedBackup(`${key} differs from its checksum`);
        if (rows !== undefined && found.lines !== rows)
          throw new DamagedBackup(`${key} has ${found.lines} rows instead of ${rows}`);
      }
      const keys = new Set(expected.map(({ key }) => key));
      for (const key of contents.keys())
        if (!keys.has(key)) throw new DamagedBackup(`${key} is not in its manifest`);
    },
  };
}

const UNVERIFIED = 'If you know where the file comes from, restore it with --unverified.';

/** Whoever can write to the folder of the backups could change rows and checksums; only the server has the key. */
function requireSeal(manifest: Buffer, seal: Buffer, key: string) {
  const expected = Buffer.from(sealOf(manifest, key));
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected))
    throw new StartRefused(
      `The backup was written with another key, or was changed afterwards. The key is the file secrets/backup-key in DATA_DIR of the server that wrote it. ${UNVERIFIED}`,
    );
}

/** One with 100,000 partitions has 30 MB. */
const MAX_MANIFEST_BYTES = 100_000_000;

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_MANIFEST_BYTES) throw new DamagedBackup('its manifest is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Reads the whole file and compares it with its manifest, and the manifest with its keyed checksum if there is a key. */
export async function verifyBackup(
  file: string,
  key: string | undefined,
  passphrase?: string,
): Promise<Manifest> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StartRefused(`There is no backup ${file}.`);
  const check = createContentCheck();
  let content: Buffer | undefined;
  let seal: Buffer | undefined;
  for await (const { name, body } of readBackup(file, passphrase)) {
    if (seal || (content && name !== SEAL_FILE)) throw new DamagedBackup('something follows its manifest');
    const part = partOf(name);
    if (content) seal = await collect(body);
    else if (name === MANIFEST_FILE) content = await collect(body);
    else if (part) for await (const _ of check.read(part, body));
    else throw new DamagedBackup(`it has an unexpected file ${name}`);
  }
  if (!content) throw new DamagedBackup('it has no manifest');
  const manifest = parseManifest(content.toString());
  if (!seal) throw new DamagedBackup('it ends too early');
  if (key !== undefined) requireSeal(content, seal, key);
  check.require(manifest);
  return manifest;
}
