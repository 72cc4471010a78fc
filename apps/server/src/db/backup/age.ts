import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { StartRefused } from '../../base/start-refused.ts';
import { DamagedBackup } from './tar.ts';

/**
 * The part of the age format, version 1, that a backup needs: one passphrase (scrypt). `age --decrypt` reads it too.
 * https://c2sp.org/age
 */
const VERSION = 'age-encryption.org/v1';
const SALT_LABEL = `${VERSION}/scrypt`;
const CIPHER = 'chacha20-poly1305';
const [FILE_KEY_BYTES, SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [16, 16, 16, 16];
const CHUNK_BYTES = 64 * 1024;
/** log2 of the cost; 17 takes half a second and 128 MB. A crafted file may not ask for more than `most`. */
const WORK = { used: 17, most: 20 };
/** A header of one passphrase has about 150 bytes. */
const MAX_HEADER_BYTES = 1024;

const toText = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const derive = (fileKey: Buffer, salt: Buffer | string, info: string) =>
  Buffer.from(hkdfSync('sha256', fileKey, salt, info, 32));
const macOf = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derive(fileKey, '', 'header'))
    .update(header)
    .digest();

function wrapKeyOf(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const cost = { N: 2 ** work, r: 8, p: 1, maxmem: 2 ** work * 1024 + (1 << 20) };
  return new Promise((resolve, reject) =>
    scrypt(passphrase, Buffer.concat([Buffer.from(SALT_LABEL), salt]), 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

function encrypt(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, nonce: Buffer, content: Buffer): Buffer | undefined {
  if (content.length < TAG_BYTES) return undefined;
  const end = content.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(content.subarray(end));
  try {
    return Buffer.concat([decipher.update(content.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const NO_NONCE = Buffer.alloc(12);

/** A counter of chunks, and a mark of the last one: none can be moved, left out or cut off. */
function chunkNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Pieces of one size; the last may be shorter. It is known as the last when nothing follows. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number) {
  let rest: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    rest.push(piece);
    bytes += piece.length;
    if (bytes <= size) continue;
    let all = Buffer.concat(rest);
    for (; all.length > size; all = all.subarray(size)) yield { chunk: all.subarray(0, size), isLast: false };
    [rest, bytes] = [[all], all.length];
  }
  yield { chunk: Buffer.concat(rest), isLast: true };
}

/** Tests take a smaller cost. */
export async function* encryptAge(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  work = WORK.used,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  const salt = randomBytes(SALT_BYTES);
  const wrapped = encrypt(await wrapKeyOf(passphrase, salt, work), NO_NONCE, fileKey);
  const header = `${VERSION}\n-> scrypt ${toText(salt)} ${work}\n${toText(wrapped)}\n---`;
  const nonce = randomBytes(NONCE_BYTES);
  yield Buffer.concat([Buffer.from(`${header} ${toText(macOf(fileKey, header))}\n`), nonce]);
  const key = derive(fileKey, nonce, 'payload');
  let index = 0;
  for await (const { chunk, isLast } of inChunks(source, CHUNK_BYTES))
    yield encrypt(key, chunkNonce(index++, isLast), chunk);
}

export const isAge = (start: Buffer) => start.toString('latin1', 0, VERSION.length + 1) === `${VERSION}\n`;

const HEADER =
  /^age-encryption\.org\/v1\n-> scrypt ([A-Za-z0-9+/]{22}) (\d{1,2})\n([A-Za-z0-9+/]{43})\n--- ([A-Za-z0-9+/]{43})\n$/;

/** The key of the payload, or a refusal with its reason. */
async function openHeader(header: string, passphrase: string): Promise<Buffer> {
  const [, salt, work, wrapped, mac] = HEADER.exec(header) ?? [];
  if (!salt || !work || !wrapped || !mac)
    throw new DamagedBackup('its encryption header cannot be read, or it is not encrypted with a passphrase');
  if (Number(work) > WORK.most || Number(work) < 1)
    throw new DamagedBackup(`its encryption header demands a cost of ${work}`);
  const wrapKey = await wrapKeyOf(passphrase, Buffer.from(salt, 'base64'), Number(work));
  const fileKey = decrypt(wrapKey, NO_NONCE, Buffer.from(wrapped, 'base64'));
  if (!fileKey) throw new StartRefused('The passphrase is wrong, or the header of the backup was changed.');
  const expected = macOf(fileKey, header.slice(0, header.lastIndexOf('---') + 3));
  if (!timingSafeEqual(expected, Buffer.from(mac, 'base64')))
    throw new DamagedBackup('its encryption header was changed');
  return fileKey;
}

/** Splits the header, which ends with the line of its checksum and is followed by the nonce, from the chunks. */
async function readHead(pieces: AsyncIterator<Buffer>) {
  let start = Buffer.alloc(0);
  for (;;) {
    const at = start.indexOf('\n--- ');
    const end = at < 0 ? -1 : start.indexOf('\n', at + 1);
    const headEnd = end + 1 + NONCE_BYTES;
    if (end >= 0 && start.length >= headEnd)
      return {
        header: start.toString('latin1', 0, end + 1),
        nonce: start.subarray(end + 1, headEnd),
        rest: start.subarray(headEnd),
      };
    const { value, done } = await pieces.next();
    if (done || (end < 0 && start.length > MAX_HEADER_BYTES))
      throw new DamagedBackup('its encryption header ends too early');
    start = Buffer.concat([start, value]);
  }
}

/** Only bytes whose chunk was verified are passed on. */
export async function* decryptAge(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  const { header, nonce, rest } = await readHead(pieces);
  const fileKey = await openHeader(header, passphrase);
  const key = derive(fileKey, nonce, 'payload');
  async function* payload() {
    yield rest;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  let index = 0;
  for await (const { chunk, isLast } of inChunks(payload(), CHUNK_BYTES + TAG_BYTES)) {
    const plain = decrypt(key, chunkNonce(index, isLast), chunk);
    if (!plain) throw new DamagedBackup(`part ${index + 1} of its encrypted content was changed or cut off`);
    index++;
    yield plain;
  }
}
