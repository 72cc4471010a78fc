import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { visibleTexts } from '../../checks/component-texts.mjs';
import { compareLocales, unusedKeys } from '../../checks/locale-keys.mjs';
import { lockfileFaults } from '../../checks/lockfile.mjs';
import { securityTableFaults } from '../../checks/security-tables.mjs';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { filesBelow, isTest } from '../../env/files.mjs';
import { root } from '../../env/root.mjs';
import { run } from '../../env/run.mjs';
import { log } from '../../env/terminal.mjs';
import { staleDocuments } from '../documents/documents.mjs';

const SPREAD_LITERAL = `...${'{'}`;

/** Each check returns its findings; an empty list means success. All checks run even if one of them fails. */
const checks = {
  'format and lint': () =>
    findingsOf('@biomejs/biome/bin/biome', [
      'check',
      '--colors=off',
      '--reporter=concise',
      '--max-diagnostics=200',
    ]),
  // One checker for each project: several would each resolve the same types, in twice the processor time.
  types: () => findingsOf('typescript/bin/tsc', ['-b', '--checkers', '1', '--pretty', 'false']),
  'import directions': () =>
    findingsOf('dependency-cruiser/bin/dependency-cruiser.mjs', [
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
      ...['packages', 'apps', 'e2e', 'bench', 'tools'],
    ]),
  'dead code and dependencies': () => findingsOf('knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  'locale keys': async () => {
    const { sk = {}, ...others } = readLanguages();
    // Names of registers are in the converter profiles.
    const sources = sourcesBelow(['apps', 'packages'], /\.tsx?$|fc\/profiles\/[\w-]+\.json$/).map(
      ({ text }) => text,
    );
    return [
      ...compareLocales({ sk, ...others }),
      ...unusedKeys(sk, sources).map((key) => `${key}: shown nowhere`),
    ];
  },
  'texts in components': async () => {
    const { parse } = await import('@swc/core');
    const parseTsx = (source) => parse(source, { syntax: 'typescript', tsx: true });
    const files = sourcesBelow(['apps/console/src'], /\.tsx$/).map(async ({ path, text }) =>
      (await visibleTexts(text, parseTsx)).map((found) => `${path}: "${found}" belongs in the locale files`),
    );
    return (await Promise.all(files)).flat();
  },
  // A spread literal switches off the check of excess properties.
  'spread literals': async () =>
    ['apps', 'packages', 'e2e', 'bench', 'tools']
      .flatMap((folder) => filesBelow(join(root, folder)))
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && readFileSync(path, 'utf8').includes(SPREAD_LITERAL))
      .map((path) => `${relative(root, path)}: write the properties without "${SPREAD_LITERAL}"`),
  'generated documents': staleDocuments,
  'security tables': async () => securityTableFaults(readText('docs/asvs.md') ?? '', readText),
  lockfile: async () => lockfileFaults(readJson('package-lock.json'), readJson('package.json')),
};

async function findingsOf(script, args) {
  const path = join(root, 'node_modules', ...script.split('/'));
  const { code, lastLines } = await run(projectNode(), [path, ...args], { quiet: true, lines: 200 });
  return code === 0 ? [] : [lastLines];
}

/** @returns {string | undefined} */
const readText = (path) => {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const TEXTS = 'packages/i18n/src';
/** The texts of each language by their file; the folder of a language has the texts of the public pages. */
const readLanguages = () =>
  Object.fromEntries(
    readdirSync(join(root, TEXTS))
      .filter((language) => existsSync(join(root, TEXTS, language, 'public.json')))
      .map((language) => [
        language,
        Object.fromEntries(
          readdirSync(join(root, TEXTS, language))
            .filter((file) => file.endsWith('.json'))
            .map((file) => [file, readJson(join(TEXTS, language, file))]),
        ),
      ]),
  );

/** Product sources below some folders, tests left out. */
const sourcesBelow = (folders, pattern) =>
  folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => pattern.test(path) && !isTest(path))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));

/** @type {import('../../env/command.mjs').Command} */
export const check = {
  summary:
    'format, lint, types, import rules, dead code, texts, literals, style tokens, documents, security tables, lockfile',
  usage: `Usage: npm run check
Checks format, lint, types, import rules, dead code, texts, spread literals, style tokens, generated documents,
the tables of security standards and the lockfile. Changes nothing.`,
  async run() {
    await ensureInstalled();
    let failed = 0;
    // All at once: most of them use one core.
    const running = Object.entries(checks).map(([name, findingsOfCheck]) => ({
      name,
      result: findingsOfCheck().catch((error) => [String(error.stack)]),
    }));
    for (const { name, result } of running) {
      const findings = await result;
      log(`${findings.length === 0 ? 'ok    ' : 'WRONG '} ${name}`);
      for (const finding of findings) console.log(finding.replace(/^/gm, '         '));
      if (findings.length > 0) failed++;
    }
    const count = Object.keys(checks).length;
    console.log(failed === 0 ? 'All checks are ok.' : `${failed} of ${count} checks found something.`);
    return failed === 0 ? 0 : 1;
  },
};

/** @type {import('../../env/command.mjs').Command} */
export const format = {
  summary: 'format the sources and fix what lint can fix',
  usage: `Usage: npm run format [-- PATH …]
Formats all files, or these, and fixes what lint can fix.`,
  positionals: [0, Number.POSITIVE_INFINITY],
  async run({ positionals }) {
    await ensureInstalled();
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    return (await run(projectNode(), [biome, 'check', '--write', ...positionals])).code;
  },
};
