import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRelease, signedTexts } from '@manoboard/domain/firmware/release';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firmwareTool } from './firmware-tool.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manoboard-firmware-'));
  firmwareTool(['keys', folder], NOW_MS);
  writeFileSync(at('app.bin'), Buffer.alloc(9_000, 7));
  writeFileSync(at('sk.md'), 'Tichší rozbeh čerpadla.\n');
  writeFileSync(at('gb.md'), 'The pump starts more quietly.\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const order = (change: Record<string, string> = {}) =>
  Object.entries({
    image: at('app.bin'),
    version: '1.5.0',
    hw: 'MNB-2',
    from: '>=1.3.0',
    key: at('maker.private.pem'),
    'changelog-sk': at('sk.md'),
    'changelog-gb': at('gb.md'),
    expires: '2027-12-31',
    out: at('out.mnbfw'),
    ...change,
  }).flatMap(([name, value]) => (value === '' ? [] : [`--${name}`, value]));
const pack = (...args: string[]) => firmwareTool(['pack', ...args], NOW_MS);

it('R4.14 keys: the private key is readable by its owner only, and keys are never overwritten', () => {
  expect(statSync(at('maker.private.pem')).mode & 0o777).toBe(0o600);
  const before = readFileSync(at('maker.private.pem'), 'utf8');
  expect(() => firmwareTool(['keys', folder], NOW_MS)).toThrow(/never overwritten/);
  expect(readFileSync(at('maker.private.pem'), 'utf8')).toBe(before);
});

it('R4.14 pack: one file that the public key verifies', () => {
  expect(pack(...order())).toEqual(['out.mnbfw: firmware 1.5.0 for MNB-2, 9000 bytes, until 2027-12-31.']);
  const decoded = decodeRelease(readFileSync(at('out.mnbfw')));
  if (!decoded.ok) throw new Error(decoded.reason);
  expect(decoded.head.manifest).toMatchObject({
    id: 'MNB-2-1.5.0',
    chunk: 4096,
    size: 9_000,
    parts: [{ name: 'app', size: 9_000 }],
    exp: Date.parse('2027-12-31T23:59:59Z') / 1000,
  });
  expect(decoded.head.changelog.sk).toBe('Tichší rozbeh čerpadla.');
  const key = createPublicKey(readFileSync(at('maker.public.pem')));
  const isGood = ({ text, sig }: { text: string; sig: string }) =>
    verify(null, Buffer.from(text), key, Buffer.from(sig.slice('ed25519:'.length), 'base64'));
  expect(signedTexts(decoded.head).map(isGood)).toEqual([true, true]);
});

it('R4.2 pack: an image of several parts', () => {
  writeFileSync(at('registers.bin'), 'map');
  pack(...order(), '--image', `registers=${at('registers.bin')}`);
  const decoded = decodeRelease(readFileSync(at('out.mnbfw')));
  expect(decoded.ok && decoded.head.manifest.parts.map(({ name, size }) => [name, size])).toEqual([
    ['app', 9_000],
    ['registers', 3],
  ]);
});

describe('errors', () => {
  it.each([
    ['no version', { version: '' }, '--version is missing.'],
    ['a version of two numbers', { version: '1.5' }, '--version is not what a release may have.'],
    ['a range that is not a version range', { from: 'any' }, '--from is not what a release may have.'],
    ['a chunk size that is not a number', { chunk: 'x' }, '--chunk is not what a release may have.'],
    ['an expiry in the past', { expires: '2020-01-01' }, '--expires is 2020-01-01, and that day is over'],
    ['an invalid expiry date', { expires: 'soon' }, '--expires must be a day like 2027-12-31'],
    ['no image', { image: '/nowhere/app.bin' }, 'The file /nowhere/app.bin cannot be read (ENOENT).'],
    ['an unwritable path', { out: '/nowhere/x' }, 'The file /nowhere/x cannot be written (ENOENT).'],
  ])('%s', (_case, change, sentence) => expect(() => pack(...order(change))).toThrow(sentence));

  it('an invalid key, and an unknown option', () => {
    expect(() => pack(...order({ key: at('maker.public.pem') }))).toThrow('holds no ed25519 private key');
    expect(() => pack(...order(), '--colour', 'red')).toThrow(/colour/);
    expect(() => firmwareTool([], NOW_MS)).toThrow('Usage:');
  });

  it('two parts with the same name', () =>
    expect(() => pack(...order(), '--image', at('sk.md'))).toThrow('Every part needs a name of its own'));

  it('an empty changelog', () => {
    writeFileSync(at('gb.md'), '\n');
    expect(() => pack(...order())).toThrow('--changelog-gb is not what a release may have.');
  });
});
