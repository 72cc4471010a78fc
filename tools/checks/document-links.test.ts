import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../env/files.mjs';
import { root } from '../env/root.mjs';

const names = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const documents = filesBelow(join(root, 'docs')).map((path) => relative(root, path));
const documentPaths = [...names, ...documents].filter((path) => path.endsWith('.md'));

it.each(documentPaths)('every local link of %s has a target', (path) => {
  const targets = [...readFileSync(join(root, path), 'utf8').matchAll(/\]\(([^)#]+)/g)].map(
    ([, target]) => target ?? '',
  );
  const local = targets.filter((target) => !/^https?:/.test(target));
  expect(local.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
});

it('ARCHITECTURE.md has at most 70 lines', () =>
  expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(70));
