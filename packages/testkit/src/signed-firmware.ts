import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { canonicalManifest, type Manifest } from '@manoboard/domain/firmware/manifest';
import {
  encodeRelease,
  type Maker,
  makeRelease,
  type ReleaseInput,
} from '@manoboard/domain/firmware/release';

/** Keys of the firmware maker; the private key never reaches a server. */
const signFirmware = (manifest: Manifest, privateKey: KeyObject): OtaJob => ({
  ...manifest,
  sig: `ed25519:${sign(null, Buffer.from(canonicalManifest(manifest)), privateKey).toString('base64')}`,
});

/** Deterministic pseudo-random bytes. */
export const anImage = (size: number, seed = 1): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 7 + seed) & 0xff);

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
export const makerKeys = { publicKey, privateKey };

/** A signed release with a one-part image. */
export function aJob(image: Uint8Array, change: Partial<Manifest> = {}, key: KeyObject = privateKey): OtaJob {
  const manifest: Manifest = {
    v: 1,
    id: 'ota-2026-11-15-a',
    version: '1.5.0',
    from: '>=1.3.0',
    hw: 'MNB-2',
    size: image.length,
    chunk: 256,
    parts: [{ name: 'app', size: image.length, sha256: sha256(image) }],
    exp: 1_900_000_000,
    ...change,
  };
  return signFirmware(manifest, key);
}

const makerWith = (key: KeyObject): Maker => ({
  sha256,
  sign: (text) => `ed25519:${sign(null, Buffer.from(text), key).toString('base64')}`,
});

/** A signed release for the test boards. */
export function aRelease(change: Partial<ReleaseInput> = {}, key: KeyObject = privateKey) {
  const version = change.version ?? '1.5.0';
  const order: ReleaseInput = {
    id: `test-${version}`,
    version,
    from: '>=1.3.0',
    hw: 'MNB-2',
    chunk: 1024,
    exp: 1_900_000_000,
    parts: [{ name: 'app', bytes: anImage(5_000) }],
    changelog: { sk: 'Tichší rozbeh.', gb: 'A quieter start.' },
    ...change,
  };
  return makeRelease(order, makerWith(key));
}

/** The release as an uploadable file. */
export function aReleaseFile(change: Partial<ReleaseInput> = {}, key: KeyObject = privateKey): Uint8Array {
  const { head, image } = aRelease(change, key);
  return encodeRelease(head, image);
}
