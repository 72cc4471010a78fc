import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureChromium } from '../../env/chromium.mjs';
import { TEXT } from '../../env/command.mjs';
import { createMemoryFolder } from '../../env/memory-folder.mjs';
import { ensureModbusTools } from '../../env/modbus-tools.mjs';
import { ensureNats } from '../../env/nats.mjs';
import { root } from '../../env/root.mjs';
import { run } from '../../env/run.mjs';
import { CommandError } from '../../env/terminal.mjs';
import { buildProduct } from '../build/build.mjs';
import { countLine, countTests, slowestFiles } from './test-count.mjs';

const PROJECTS = ['pure', 'board', 'console', 'server', 'e2e'];
const report = join(root, '.cache', 'test-report.json');

/** @type {import('../../env/command.mjs').Command} */
export const test = {
  summary: 'run the tests, or those of some projects',
  usage: `Usage: npm test [-- [--project NAME] … [-t PATTERN] [--bail N] [-u] [--shard I/N] [FILE …]]
Runs the tests, or those of some projects: ${PROJECTS.join(', ')}.`,
  /** The options of Vitest that are passed on. */
  options: {
    project: { type: 'string', multiple: true },
    testNamePattern: { type: 'string', short: 't' },
    bail: TEXT,
    update: { type: 'boolean', short: 'u' },
    shard: TEXT,
  },
  positionals: [0, Number.POSITIVE_INFINITY],
  /** Installs what the tests need, runs them, lists the slowest files; the last line is the count of the tests. */
  async run({ values, args }) {
    const projects = chosenProjects(values.project ?? []);
    await ensureInstalled();
    // The package manager waits for the network and the disk most of the time, the builds do not.
    const [env] = await Promise.all([
      installPrograms(projects),
      (projects.includes('e2e') || projects.includes('server')) && buildProduct(),
    ]);
    mkdirSync(join(root, '.cache'), { recursive: true });
    rmSync(report, { force: true });
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // A database of a test is 300 files: on a disk, creating and removing them takes most of its processor time.
    const TMPDIR = createMemoryFolder();
    const settings = { env: TMPDIR ? { ...env, TMPDIR } : env };
    const { code } = await run(projectNode(), [vitest, 'run', ...reporters, ...args], settings);
    if (TMPDIR) rmSync(TMPDIR, { recursive: true, force: true });
    const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
    const count = countTests(result, code);
    console.log(['Slowest files:', ...slowestFiles(result, root), ''].join('\n'));
    console.log(countLine(count));
    return count.failed === 0 ? 0 : 1;
  },
};

/**
 * Installs the programs that the tests of these projects need, and returns the settings that name them.
 * @param {string[]} projects
 */
async function installPrograms(projects) {
  const env = projects.includes('e2e') ? { CHROMIUM_PATH: await ensureChromium() } : {};
  if (projects.includes('board')) await ensureModbusTools();
  if (projects.includes('server')) await ensureNats();
  return env;
}

/**
 * The selected test projects; a name with `!` excludes one. Without names all of them.
 * @param {string[]} names
 */
export function chosenProjects(names) {
  const unknown = names.find((name) => !PROJECTS.includes(name.replace(/^!/, '')));
  if (unknown)
    throw new CommandError(`There is no project "${unknown}"; it is one of: ${PROJECTS.join(', ')}.`);
  const wanted = names.filter((name) => !name.startsWith('!'));
  return (wanted.length > 0 ? wanted : PROJECTS).filter((name) => !names.includes(`!${name}`));
}
