import { StartRefused } from '../../base/start-refused.ts';

/**
 * The part of the tar format (ustar) that a backup needs: plain files. `tar -xzf` reads a backup too.
 */
const BLOCK = 512;
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
const TYPE_AT = 156;
/** A plain file, by its present and its oldest mark: no link, folder or device. */
const PLAIN_FILE = ['0', '\0'];
const PREFIX = { at: 345, length: 155 };
const FILE_MODE = 0o600;

export class DamagedBackup extends StartRefused {
  constructor(reason: string) {
    super(`The backup is damaged: ${reason}.`);
  }
}

/** Long names are split at a slash. */
function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= NAME.length) return ['', name];
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(rest) <= NAME.length && Buffer.byteLength(prefix) <= PREFIX.length)
      return [prefix, rest];
  }
  throw new StartRefused(`The name "${name}" is too long for a backup.`);
}

function checksumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries())
    sum += at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.length ? 0x20 : byte;
  return sum;
}

export function tarHeader(name: string, size: number, atMs: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [prefix, rest] = splitName(name);
  const octal = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');
  header.write(rest, NAME.at);
  octal(FILE_MODE, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, SIZE.at, SIZE.length);
  octal(Math.floor(atMs / 1000), 136, 12);
  header.write('0', TYPE_AT);
  header.write('ustar\u000000', 257, 'latin1');
  header.write(prefix, PREFIX.at);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return header;
}

/** Fills the last block of a file of this size. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
export const tarEnd = () => Buffer.alloc(2 * BLOCK);

interface TarEntry {
  name: string;
  body: AsyncIterable<Buffer>;
}

const TRUNCATED = 'it ends too early';

/** Reads a stream in pieces of a chosen size. */
function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** The next bytes, as they come. */
    async *take(bytes: number): AsyncGenerator<Buffer> {
      for (let left = bytes; left > 0; ) {
        if (rest.length === 0) {
          const { value, done } = await chunks.next();
          if (done) throw new DamagedBackup(TRUNCATED);
          rest = value;
        }
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        if (piece.length > 0) yield piece;
      }
    },
    /** The compression is read to its end too: its last bytes are a checksum. */
    async end(): Promise<void> {
      for (let next = await chunks.next(); !next.done; next = await chunks.next());
    },
    /** Closes the source, also when it was not read to its end. */
    close: () => chunks.return?.(),
  };
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const textAt = (header: Buffer, { at, length }: { at: number; length: number }) =>
  header.toString('utf8', at, at + length).replace(/\0.*$/s, '');

/** The files of a tar stream in order. A body that the caller leaves is skipped. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createByteReader(source);
  try {
    for (;;) {
      const header = await collect(reader.take(BLOCK));
      if (header.every((byte) => byte === 0)) return await reader.end();
      if (Number.parseInt(textAt(header, CHECKSUM), 8) !== checksumOf(header))
        throw new DamagedBackup('a header has a wrong checksum');
      if (!PLAIN_FILE.includes(String.fromCharCode(header[TYPE_AT] ?? 0)))
        throw new DamagedBackup('it has an entry that is no plain file');
      const size = Number.parseInt(textAt(header, SIZE), 8);
      if (!Number.isSafeInteger(size) || size < 0) throw new DamagedBackup('a header has no valid size');
      const prefix = textAt(header, PREFIX);
      const body = reader.take(size);
      yield { name: `${prefix && `${prefix}/`}${textAt(header, NAME)}`, body };
      for await (const _ of body);
      for await (const _ of reader.take(tarPadding(size).length));
    }
  } finally {
    await reader.close();
  }
}
