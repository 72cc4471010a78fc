import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isSignedBy, readMakerKeys } from './maker-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'manoboard-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pairs = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const pems = pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }));
function fileWith(content: string) {
  const file = join(folder, 'keys.pem');
  writeFileSync(file, content);
  return file;
}

it('R4.14 one file may hold the keys of several makers', () => {
  const keys = readMakerKeys(fileWith(`# old and new\n${pems.join('\n')}`));
  expect(keys).toHaveLength(2);
  for (const { privateKey } of pairs) {
    const sig = `ed25519:${sign(null, Buffer.from('text'), privateKey).toString('base64')}`;
    expect(isSignedBy(keys, 'text', sig)).toBe(true);
    expect(isSignedBy(keys, 'other text', sig)).toBe(false);
    expect(isSignedBy([], 'text', sig)).toBe(false);
  }
});

it('without the setting there are no keys', () => expect(readMakerKeys(undefined)).toEqual([]));

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
});
it.each([
  ['no key at all', 'hello'],
  ['half a key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ['a key of another kind', String(rsa)],
])('a file with %s is refused by name', (_case, content) =>
  expect(() => readMakerKeys(fileWith(content))).toThrow(/^FIRMWARE_KEYS is ".*", but it holds no ed25519/),
);

it('a missing file is refused by name', () =>
  expect(() => readMakerKeys('/nowhere/keys.pem')).toThrow(
    'FIRMWARE_KEYS is "/nowhere/keys.pem", but this file cannot be read (ENOENT).',
  ));
