import { describe, expect, it } from 'vitest';
import {
  canonicalManifest,
  chunkBytes,
  chunkCount,
  isConsistent,
  type Manifest,
  refuseManifest,
} from './manifest.ts';

const manifest: Manifest = {
  v: 1,
  id: 'ota-1',
  version: '1.5.0',
  from: '>=1.3.0',
  hw: 'MNB-2',
  size: 421_320,
  chunk: 4096,
  parts: [{ name: 'app', size: 421_320, sha256: '9f2c'.repeat(16) }],
  exp: 2_000,
};
const board = { version: '1.4.2', hw: 'MNB-2', nowS: 1_000 };

describe('the canonical manifest', () => {
  it('does not depend on the order of the keys, the signature, or unknown keys', () => {
    const shuffled = Object.fromEntries(Object.entries({ ...manifest, sig: 'x', more: 1 }).reverse());
    expect(canonicalManifest(shuffled as unknown as Manifest)).toBe(canonicalManifest(manifest));
  });

  it.each([
    { id: 'ota-2' },
    { version: '1.5.1' },
    { from: '>=1.0.0' },
    { hw: 'MNB-3' },
    { size: 1 },
    { chunk: 512 },
    { parts: [{ name: 'app', size: 421_320, sha256: '0000'.repeat(16) }] },
    { exp: 3_000 },
  ])('changes with every field: %j', (change) =>
    expect(canonicalManifest({ ...manifest, ...change })).not.toBe(canonicalManifest(manifest)),
  );
});

it('every chunk except the last has the full size', () => {
  expect(chunkCount(manifest)).toBe(103);
  expect(chunkBytes(manifest, 0)).toBe(4096);
  expect(chunkBytes(manifest, 102)).toBe(421_320 - 102 * 4096);
  expect(chunkBytes(manifest, 103)).toBe(0);
});

it('a manifest is consistent only if its parts add up to the image', () => {
  const [part] = manifest.parts;
  expect(isConsistent(manifest)).toBe(true);
  expect(isConsistent({ ...manifest, size: 421_321 })).toBe(false);
  expect(isConsistent({ ...manifest, parts: [...manifest.parts, ...(part ? [part] : [])] })).toBe(false);
});

it.each([
  ['fits', {}, {}, undefined],
  ['other hardware', { hw: 'MNB-3' }, {}, 'wrong_hw'],
  ['a downgrade', { version: '1.4.1' }, {}, 'not_newer'],
  ['the same version', { version: '1.4.2' }, {}, 'not_newer'],
  ['a version outside the range', { from: '>=1.4.3' }, {}, 'wrong_version'],
  ['a board without a clock', {}, { nowS: undefined }, 'no_clock'],
  ['one second before the expiry', { exp: 1_001 }, {}, undefined],
  ['at the expiry', { exp: 1_000 }, {}, 'expired'],
] as const)('%s', (_case, change, target, expected) =>
  expect(refuseManifest({ ...manifest, ...change }, { ...board, ...target })).toBe(expected),
);
