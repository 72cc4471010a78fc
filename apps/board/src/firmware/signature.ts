import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { canonicalManifest } from '@manoboard/domain/firmware/manifest';
import { readText } from '../credentials.ts';
import { Refusal } from '../refusal.ts';

const PREFIX = 'ed25519:';

/** Public keys of the maker whose firmware a board accepts: PEM blocks in one file. */
export function readFirmwareKeys(file: string): KeyObject[] {
  const blocks = readText(file).match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  try {
    const keys = blocks.map((pem) => createPublicKey(pem));
    if (keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')) return keys;
  } catch {
    // The error below replaces the parser's error.
  }
  throw new Refusal(`The file ${file} holds no ed25519 public key in PEM form.`);
}

export function isSigned(job: OtaJob, keys: readonly KeyObject[]): boolean {
  const bytes = Buffer.from(canonicalManifest(job));
  const signature = Buffer.from(job.sig.slice(PREFIX.length), 'base64');
  return keys.some((key) => verify(null, bytes, key, signature));
}
