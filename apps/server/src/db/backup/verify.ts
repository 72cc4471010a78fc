import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { StartRefused } from '../../start-refused.ts';
import { FILES_FOLDER, MANIFEST_FILE, Manifest, TABLES_FOLDER } from './manifest.ts';
import { DamagedBackup, readTar } from './tar.ts';

const NEWLINE = 0x0a;

/** Errors of the compression are those of a damaged file. */
async function* unpack(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
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
export const readBackup = (file: string) => readTar(unpack(file));

/** The table or the file that an entry of the archive belongs to. */
export function partOf(name: string): { table: string } | { path: string } | undefined {
  const [folder, ...rest] = name.split('/');
  if (folder === TABLES_FOLDER && rest.length === 2 && rest[0]) return { table: rest[0] };
  if (folder === FILES_FOLDER && rest.length > 0 && !rest.some((step) => ['', '.', '..'].includes(step)))
    return { path: rest.join('/') };
  return undefined;
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
  if ((content as { format?: unknown } | null)?.format !== 1)
    throw new StartRefused(
      'The backup has a format that this version does not know. Upgrade the server first.',
    );
  const parsed = Manifest.safeParse(content);
  if (!parsed.success) throw new DamagedBackup('its manifest is incomplete');
  return parsed.data;
}

function requireContents(manifest: Manifest, contents: ReadonlyMap<string, Content>) {
  const empty = () => ({ hash: createHash('sha256'), bytes: 0, lines: 0 });
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
}

/** Reads the whole file and compares it with its manifest, which comes last. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StartRefused(`There is no backup ${file}.`);
  const contents = new Map<string, Content>();
  let manifest: Manifest | undefined;
  for await (const { name, body } of readBackup(file)) {
    if (manifest) throw new DamagedBackup('something follows its manifest');
    const pieces: Buffer[] = [];
    const part = partOf(name);
    const key = part && ('table' in part ? `${TABLES_FOLDER}/${part.table}` : `${FILES_FOLDER}/${part.path}`);
    if (!key && name !== MANIFEST_FILE) throw new DamagedBackup(`it has an unexpected file ${name}`);
    const content = contents.get(key ?? '') ?? { hash: createHash('sha256'), bytes: 0, lines: 0 };
    for await (const piece of body) {
      if (!key) pieces.push(piece);
      content.hash.update(piece);
      content.bytes += piece.length;
      content.lines += countLines(piece);
    }
    if (key) contents.set(key, content);
    else manifest = parseManifest(Buffer.concat(pieces).toString());
  }
  if (!manifest) throw new DamagedBackup('it has no manifest');
  requireContents(manifest, contents);
  return manifest;
}
