import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartRefused } from '../../base/start-refused.ts';

const PREFIX = 'ed25519:';
const BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/** Public keys of the makers whose firmware is accepted, PEM blocks in one file. Without a file no firmware is accepted. */
export function readMakerKeys(file: string | undefined): KeyObject[] {
  if (file === undefined) return [];
  try {
    const blocks = readFileSync(file, 'utf8').match(BLOCK) ?? [];
    const keys = blocks.map((pem) => createPublicKey(pem));
    if (keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')) return keys;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('E') && !code.startsWith('ERR_'))
      throw new StartRefused(`FIRMWARE_KEYS is "${file}", but this file cannot be read (${code}).`);
  }
  throw new StartRefused(`FIRMWARE_KEYS is "${file}", but it holds no ed25519 public key in PEM form.`);
}

export const isSignedBy = (keys: readonly KeyObject[], text: string, signature: string) => {
  const bytes = Buffer.from(signature.slice(PREFIX.length), 'base64');
  return keys.some((key) => verify(null, Buffer.from(text), key, bytes));
};

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
