import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aJob, anImage, makerKeys } from '@manoboard/testkit/signed-firmware';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { isSigned, readFirmwareKeys } from './signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'board-keys-'));
let files = 0;
function file(text: string): string {
  const path = join(folder, `key-${++files}.pem`);
  writeFileSync(path, text);
  return path;
}
const pem = (key: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }) =>
  String(key.export({ type: 'spki', format: 'pem' }));
const other = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const job = aJob(anImage(100));

describe('maker keys', () => {
  it('a file may hold several keys; a signature by any of them is valid', () => {
    const both = readFirmwareKeys(file(`${pem(other.publicKey)}\n${pem(makerKeys.publicKey)}`));
    expect(both).toHaveLength(2);
    expect(isSigned(job, both)).toBe(true);
    expect(isSigned(job, readFirmwareKeys(file(pem(other.publicKey))))).toBe(false);
    expect(isSigned(job, [])).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['another kind of key', pem(rsa.publicKey)],
    ['a key that is broken', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    ['a private key', String(other.privateKey.export({ type: 'pkcs8', format: 'pem' }))],
  ])('%s is refused with a sentence', (_what, text) => {
    expect(() => readFirmwareKeys(file(text))).toThrow(Refusal);
    expect(() => readFirmwareKeys(file(text))).toThrow(/holds no ed25519 public key/);
  });
});

it('a change of any signature byte makes it invalid', () => {
  const [kind, signature = ''] = job.sig.split(':');
  const bytes = Buffer.from(signature, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)));
    expect(isSigned({ ...job, sig: `${kind}:${changed.toString('base64')}` }, [makerKeys.publicKey])).toBe(
      false,
    );
  }
});
