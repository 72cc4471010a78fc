import { type Changelog, ReleaseHead } from '@manoboard/contract/firmware/firmware-release';
import { byLocale } from '@manoboard/contract/locales';
import { MAX_JSON_BYTES } from '@manoboard/contract/mqtt/decode-message';
import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { canonicalManifest, isConsistent, type Manifest } from './manifest.ts';

/** The line end is part of the magic: a transfer that converts line ends is detected. */
const MAGIC = new TextEncoder().encode('MNBFW1\r\n');
const LENGTH_BYTES = 4;
const IMAGE_OFFSET = MAGIC.length + LENGTH_BYTES;
/** Together with the two numbers above: the largest overhead of a release file beside its image. */
const MAX_HEAD_BYTES = 64 * 1024 - IMAGE_OFFSET;

/** Domain separation: no other text signed by the same key is a valid changelog. */
const PURPOSE = 'manoboard firmware changelog 1\n';

/** The text of the second signature: the changelog, bound to its manifest by the manifest's signature. */
export const canonicalChangelog = ({ manifest, changelog }: Omit<ReleaseHead, 'sig'>): string =>
  PURPOSE + JSON.stringify([manifest.sig, changelog.sk, changelog.gb]);

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Magic, length of the head (four bytes, big-endian), the head as JSON, the image. */
export function encodeRelease(head: ReleaseHead, image: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, json.length);
  return join([MAGIC, length, json, image]);
}

export interface Release {
  head: ReleaseHead;
  image: Uint8Array;
}
type Decoded = ({ ok: true } & Release) | { ok: false; reason: 'no_release' | 'damaged' };

function readHead(json: Uint8Array): ReleaseHead | undefined {
  try {
    return ReleaseHead.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json))).data;
  } catch {
    return undefined;
  }
}

export function decodeRelease(bytes: Uint8Array): Decoded {
  if (bytes.length < MAGIC.length || MAGIC.some((byte, at) => bytes[at] !== byte))
    return { ok: false, reason: 'no_release' };
  if (bytes.length < IMAGE_OFFSET) return { ok: false, reason: 'damaged' };
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length);
  if (length > MAX_HEAD_BYTES) return { ok: false, reason: 'damaged' };
  const head = readHead(bytes.subarray(IMAGE_OFFSET, IMAGE_OFFSET + length));
  return head
    ? { ok: true, head, image: bytes.subarray(IMAGE_OFFSET + length) }
    : { ok: false, reason: 'damaged' };
}

/** A job must fit into one message. */
export const fitsMqttMessage = (manifest: OtaJob) =>
  new TextEncoder().encode(JSON.stringify(manifest)).length <= MAX_JSON_BYTES;

/** The image consists of exactly the parts that the manifest lists. */
export function isIntact({ head: { manifest }, image }: Release, sha256: (bytes: Uint8Array) => string) {
  if (!isConsistent(manifest) || image.length !== manifest.size) return false;
  let offset = 0;
  return manifest.parts.every((part) => {
    const bytes = image.subarray(offset, offset + part.size);
    offset += part.size;
    return sha256(bytes) === part.sha256;
  });
}

/** Both texts that the maker signed, with their signatures. */
export const signedTexts = (head: ReleaseHead) => [
  { text: canonicalManifest(head.manifest), sig: head.manifest.sig },
  { text: canonicalChangelog(head), sig: head.sig },
];

/** Operations that need the maker's private key. */
export interface Maker {
  sha256: (bytes: Uint8Array) => string;
  /** `ed25519:` and base64. */
  sign: (text: string) => string;
}

export interface ReleaseInput extends Omit<Manifest, 'v' | 'size' | 'parts'> {
  parts: readonly { name: string; bytes: Uint8Array }[];
  changelog: Changelog;
}

/** The whole signed release; the caller has validated the input. */
export function makeRelease({ parts, changelog, ...order }: ReleaseInput, maker: Maker): Release {
  const image = join(parts.map(({ bytes }) => bytes));
  const rows = parts.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: maker.sha256(bytes) }));
  const unsigned: Manifest = { v: 1, ...order, size: image.length, parts: rows };
  const manifest = { ...unsigned, sig: maker.sign(canonicalManifest(unsigned)) };
  // Readers trim the text, so the trimmed text is signed.
  const trimmed = byLocale((locale) => changelog[locale].trim());
  const head = { manifest, changelog: trimmed };
  return { head: { ...head, sig: maker.sign(canonicalChangelog(head)) }, image };
}
