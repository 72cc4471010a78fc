import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { installFaults, licencesOf, partsOf, sbomOf } from './sbom.mjs';
import { compareVersions, findVulnerabilities } from './vulnerabilities.mjs';

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));

it('the SBOM lists the parts of the product with version, hash and licence, and no tools of development', () => {
  const { components, metadata } = sbomOf(lock);
  expect(metadata.component).toMatchObject({ name: 'manoboard', version: lock.version });
  expect(components.find(({ name }) => name === 'web-push')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/web-push@/),
    licenses: [{ license: { id: 'MPL-2.0' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(components.flatMap((part) => ('cpe' in part ? part.cpe : []))).toEqual([
    expect.stringMatching(/^cpe:2\.3:a:nodejs:node\.js:\d+\.\d+\.\d+:/),
    expect.stringMatching(/^cpe:2\.3:a:postgresql:postgresql:\d+\.\d+:/),
  ]);
  expect(components.some(({ name }) => name === 'vitest')).toBe(false);
  expect(new Set(components.map((part) => part['bom-ref'])).size).toBe(components.length);
  expect(sbomOf(lock)).toEqual(sbomOf(structuredClone(lock)));
});

it('every part of the product has a licence that permits its use in a product under MIT', () => {
  const permitted =
    /^\(?(MIT|MIT-0|ISC|0BSD|Unlicense|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|MPL-2\.0|Apache-2\.0|BSD-[23]-Clause)/;
  expect(licencesOf(lock).filter(([license]) => !permitted.test(license))).toEqual([]);
});

it('a part that is not installed as the lockfile names it is found', () => {
  const row = { version: '1.0.0', integrity: 'sha512-a' };
  const small = { name: 'x', version: '1', packages: { 'node_modules/a': row, 'node_modules/b': row } };
  expect(installFaults(small, small)).toEqual([]);
  const installed = {
    packages: {
      'node_modules/a': { ...row, integrity: 'sha512-b' },
      'node_modules/b': { ...row, version: '1.0.1' },
      'node_modules/c': row,
    },
  };
  expect(installFaults(small, installed)).toEqual([
    'a: installed from another download',
    'b: 1.0.1 is installed, the lockfile has 1.0.0',
    'c: installed, but not in the lockfile',
  ]);
});

it.each([
  ['1.2.3', '1.10.0', -1],
  ['2.0.0', '2.0.0', 0],
  ['2.0.0', '2.0.0-rc.1', 1],
  ['2.0.0-rc.10', '2.0.0-rc.9', 1],
  ['2.0.0-alpha', '2.0.0-alpha.1', -1],
])('version %s compared with %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign));

const advisory = (events: object[], change: object = {}) => ({
  id: 'GHSA-1',
  summary: 'Bad.',
  affected: [{ package: { ecosystem: 'npm', name: 'aedes' }, ranges: [{ type: 'SEMVER', events }] }],
  ...change,
});
it.each([
  ['an affected version', [{ introduced: '0' }, { fixed: '2.0.0' }], ['1.5.0'], ['1.5.0']],
  ['a fixed version', [{ introduced: '0' }, { fixed: '1.5.0' }], ['1.5.0'], []],
  [
    'a second range',
    [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }],
    ['1.5.0', '2.1.0'],
    ['2.1.0'],
  ],
  [
    'the last affected version',
    [{ introduced: '1.0.0' }, { last_affected: '1.5.0' }],
    ['1.5.0', '1.5.1'],
    ['1.5.0'],
  ],
])('%s', (_case, events, versions, found) => {
  const parts = versions.map((version) => ({ name: 'aedes', version }));
  expect(findVulnerabilities(parts, [advisory(events)]).map(({ version }) => version)).toEqual(found);
});

it('withdrawn advisories and those of other ecosystems are ignored', () => {
  const all = [{ introduced: '0' }];
  const other = [
    { package: { ecosystem: 'PyPI', name: 'aedes' }, ranges: [{ type: 'SEMVER', events: all }] },
  ];
  const advisories = [advisory(all, { withdrawn: '2026-01-01' }), advisory(all, { affected: other })];
  expect(findVulnerabilities([{ name: 'aedes', version: '1.0.0' }], advisories)).toEqual([]);
});

it('parts are listed once for each version', () => {
  const names = partsOf(lock).map(({ name, version }) => `${name}@${version}`);
  expect(new Set(names).size).toBe(names.length);
});
