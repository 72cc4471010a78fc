import { describe, expect, it } from 'vitest';
import {
  canonicalChangelog,
  decodeRelease,
  encodeRelease,
  fitsMqttMessage,
  isIntact,
  type Maker,
  makeRelease,
  type ReleaseInput,
  signedTexts,
} from './release.ts';

/** Shows what was hashed and signed. */
const maker: Maker = {
  sha256: (bytes) =>
    [...bytes]
      .reduce((sum, byte) => sum + byte, 0)
      .toString(16)
      .padStart(64, '0'),
  sign: (text) => `ed25519:${text.length.toString(36).padStart(86, 'A')}==`,
};
const order: ReleaseInput = {
  id: 'mnb-2-1.5.0',
  version: '1.5.0',
  from: '>=1.3.0',
  hw: 'MNB-2',
  chunk: 256,
  exp: 1_900_000_000,
  parts: [
    { name: 'app', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'registers', bytes: Uint8Array.of(4, 5) },
  ],
  changelog: { sk: ' Tichší rozbeh čerpadla.\n', gb: 'The pump starts more quietly.' },
};
const release = makeRelease(order, maker);
const file = encodeRelease(release.head, release.image);

describe('R4.14 the release file', () => {
  it('decodes to what was encoded, at any offset of its buffer', () => {
    expect(decodeRelease(file)).toEqual({ ok: true, ...release });
    const shifted = new Uint8Array([0, ...file]).subarray(1);
    expect(decodeRelease(shifted)).toEqual({ ok: true, ...release });
  });

  it('contains the concatenated parts and the trimmed changelog', () => {
    expect([...release.image]).toEqual([1, 2, 3, 4, 5]);
    expect(release.head.manifest).toMatchObject({ size: 5, parts: [{ size: 3 }, { size: 2 }] });
    expect(release.head.changelog.sk).toBe('Tichší rozbeh čerpadla.');
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ['a release with converted line ends', new Uint8Array([...file.subarray(0, 6), ...file.subarray(7)])],
  ])('%s is not a release file', (_case, bytes) =>
    expect(decodeRelease(bytes)).toEqual({ ok: false, reason: 'no_release' }),
  );

  it.each([
    ['after its magic', 8],
    ['in the length', 10],
    ['in the head', 40],
  ])('a file that ends %s is damaged', (_case, length) =>
    expect(decodeRelease(file.subarray(0, length))).toEqual({ ok: false, reason: 'damaged' }),
  );

  it('a head beyond the length limit counts as damaged and is not parsed', () => {
    const long = file.slice();
    new DataView(long.buffer).setUint32(8, 64 * 1024);
    expect(decodeRelease(long)).toEqual({ ok: false, reason: 'damaged' });
  });

  it('a head with an unknown key counts as damaged', () => {
    const head = { ...release.head, more: 1 };
    expect(decodeRelease(encodeRelease(head, release.image)).ok).toBe(false);
  });
});

describe('isIntact', () => {
  it('is true for a new release', () => expect(isIntact(release, maker.sha256)).toBe(true));

  it.each([
    ['an image that is too short', [1, 2, 3, 4]],
    ['an image that is too long', [1, 2, 3, 4, 5, 0]],
    ['another byte in the second part', [1, 2, 3, 4, 6]],
  ])('is false for %s', (_case, bytes) =>
    expect(isIntact({ ...release, image: Uint8Array.from(bytes) }, maker.sha256)).toBe(false),
  );

  it('is false for parts that do not add up to the image', () => {
    const manifest = { ...release.head.manifest, parts: release.head.manifest.parts.slice(0, 1) };
    expect(isIntact({ ...release, head: { ...release.head, manifest } }, maker.sha256)).toBe(false);
  });

  it('a job larger than the message limit does not fit an MQTT message', () => {
    const { manifest } = release.head;
    const part = { name: 'x'.repeat(64), size: 1, sha256: 'a'.repeat(64) };
    expect(fitsMqttMessage(manifest)).toBe(true);
    expect(fitsMqttMessage({ ...manifest, parts: Array.from({ length: 5 }, () => part) })).toBe(false);
  });
});

describe('the signed texts', () => {
  it('are the manifest and the changelog bound to it', () =>
    expect(signedTexts(release.head).map(({ text, sig }) => maker.sign(text) === sig)).toEqual([true, true]));

  it.each([
    { changelog: { ...release.head.changelog, sk: 'Inak' } },
    { changelog: { ...release.head.changelog, gb: 'Other' } },
    { manifest: { ...release.head.manifest, sig: 'ed25519:other' } },
  ])('a changed changelog or manifest changes the signed text: %#', (change) =>
    expect(canonicalChangelog({ ...release.head, ...change })).not.toBe(canonicalChangelog(release.head)),
  );
});
