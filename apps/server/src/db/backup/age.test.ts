import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptAge, encryptAge, isAge } from './age.ts';

/** A real backup takes 17: half a second. */
const WORK = 10;
const PASSPHRASE = 'correct horse battery staple';

async function* inPieces(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const open = (content: Buffer, passphrase = PASSPHRASE) =>
  collect(decryptAge(inPieces(content, 10_000), passphrase));

const CHUNK = 64 * 1024;

describe('an encrypted file', async () => {
  const plain = randomBytes(2 * CHUNK + 100);
  const sealed = await collect(encryptAge(inPieces(plain, 7000), PASSPHRASE, WORK));
  const payloadAt = sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1 + 16;

  it.each([0, 1, CHUNK, CHUNK + 1])('of %i bytes opens with its passphrase', async (bytes) => {
    const content = randomBytes(bytes);
    const file = await collect(encryptAge(inPieces(content, 50_000), PASSPHRASE, WORK));
    expect(isAge(file)).toBe(true);
    expect(await open(file)).toEqual(content);
  });

  it.each<[string, (file: Buffer) => Buffer, RegExp]>([
    ['cut off at a chunk', (file) => file.subarray(0, payloadAt + CHUNK + 16), /part 1 of its encrypted/],
    ['cut off in a chunk', (file) => file.subarray(0, -1), /part 3 of its encrypted/],
    ['with a changed byte', (file) => flip(file, payloadAt + CHUNK + 20), /part 2 of its encrypted/],
    [
      'with two chunks swapped',
      (file) =>
        Buffer.concat([
          file.subarray(0, payloadAt),
          file.subarray(payloadAt + CHUNK + 16, payloadAt + 2 * (CHUNK + 16)),
          file.subarray(payloadAt, payloadAt + CHUNK + 16),
          file.subarray(payloadAt + 2 * (CHUNK + 16)),
        ]),
      /part 1 of its encrypted/,
    ],
    ['with a byte at the end', (file) => Buffer.concat([file, Buffer.from('x')]), /part 3 of its encrypted/],
    [
      'with another checksum of the header',
      (file) => replace(file, /--- ./, '--- _'),
      /header cannot be read/,
    ],
    ['with a cost beyond reason', (file) => replace(file, / 10\n/, ' 30\n'), /demands a cost of 30/],
    ['with another cost', (file) => replace(file, / 10\n/, ' 11\n'), /passphrase is wrong, or the header/],
    ['for a key and no passphrase', (file) => replace(file, /scrypt/, 'X25519'), /header cannot be read/],
    ['that is only a header', (file) => file.subarray(0, 60), /header ends too early/],
  ])('%s is refused', async (_case, change, reason) => {
    await expect(open(change(Buffer.from(sealed)))).rejects.toThrow(reason);
  });

  it('does not open with another passphrase', async () => {
    await expect(open(sealed, `${PASSPHRASE}!`)).rejects.toThrow('The passphrase is wrong');
    expect(await open(sealed)).toEqual(plain);
  });
});

function flip(file: Buffer, at: number): Buffer {
  file[at] = (file[at] ?? 0) ^ 1;
  return file;
}
const replace = (file: Buffer, what: RegExp, by: string) =>
  Buffer.from(file.toString('latin1').replace(what, by), 'latin1');
