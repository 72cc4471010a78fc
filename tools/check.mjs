import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { visibleTexts } from './checks/component-texts.mjs';
import { compareLocales, unusedKeys } from './checks/locale-keys.mjs';
import { lockfileFaults } from './checks/lockfile.mjs';
import { runCommand } from './lib/command.mjs';
import { filesBelow, isTest } from './lib/files.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { say } from './lib/terminal.mjs';

/** Every check gives its complaints; none means that all is well. All of them run, whatever the others say. */
const checks = {
  'format and lint': () =>
    complaintsOf('@biomejs/biome/bin/biome', [
      'check',
      '--colors=off',
      '--reporter=concise',
      '--max-diagnostics=200',
    ]),
  types: () => complaintsOf('typescript/bin/tsc', ['-b', '--pretty', 'false']),
  'import directions': () =>
    complaintsOf('dependency-cruiser/bin/dependency-cruiser.mjs', [
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
      ...['packages', 'apps', 'e2e', 'bench', 'tools'],
    ]),
  'locale keys': async () => {
    const sk = readJsons('packages/i18n/src/sk');
    const gb = readJsons('packages/i18n/src/gb');
    const sources = sourcesBelow(['apps', 'packages'], /\.tsx?$/).map(({ text }) => text);
    return [...compareLocales(sk, gb), ...unusedKeys(sk, sources).map((key) => `${key}: shown nowhere`)];
  },
  'texts in components': async () => {
    const { parse } = await import('@swc/core');
    const parseTsx = (source) => parse(source, { syntax: 'typescript', tsx: true });
    const files = sourcesBelow(['apps/console/src'], /\.tsx$/).map(async ({ path, text }) =>
      (await visibleTexts(text, parseTsx)).map((found) => `${path}: "${found}" belongs in the locale files`),
    );
    return (await Promise.all(files)).flat();
  },
  asyncapi: () => complaintsOfScript(join(root, 'tools', 'lib', 'write-asyncapi.ts'), ['--check']),
  openapi: () => complaintsOfScript(join(root, 'tools', 'lib', 'write-openapi.ts'), ['--check']),
  permissions: () => complaintsOfScript(join(root, 'tools', 'lib', 'write-permissions.ts'), ['--check']),
  lockfile: async () => lockfileFaults(readJson('package-lock.json'), readJson('package.json')),
};

const complaintsOf = (script, args) =>
  complaintsOfScript(join(root, 'node_modules', ...script.split('/')), args);

async function complaintsOfScript(path, args) {
  const { code, lastLines } = await run(projectNode(), [path, ...args], { quiet: true, lines: 200 });
  return code === 0 ? [] : [lastLines];
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const readJsons = (folder) =>
  Object.fromEntries(readdirSync(join(root, folder)).map((name) => [name, readJson(join(folder, name))]));

/** Product sources below some folders, tests left out. */
const sourcesBelow = (folders, pattern) =>
  folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => pattern.test(path) && !isTest(path))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));

const usage = `Usage: npm run check
Format, lint, types, import directions, texts, documents that are made from tables, lockfile. Changes nothing.`;

await runCommand({ usage }, async () => {
  await ensureInstalled();
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    const complaints = await check().catch((error) => [String(error.stack)]);
    say(`${complaints.length === 0 ? 'ok    ' : 'WRONG '} ${name}`);
    for (const complaint of complaints) console.log(complaint.replace(/^/gm, '         '));
    if (complaints.length > 0) failed++;
  }
  console.log(
    failed === 0
      ? 'All checks are ok.'
      : `${failed} of ${Object.keys(checks).length} checks found something.`,
  );
  return failed === 0 ? 0 : 1;
});
