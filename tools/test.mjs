import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { runCommand, TEXT } from './lib/command.mjs';
import { ensureModbusTools } from './lib/modbus-tools.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { countLine, countTests, slowestFiles } from './lib/test-count.mjs';
import { chosenProjects, PROJECTS } from './lib/test-projects.mjs';

const report = join(root, '.cache', 'test-report.json');

const usage = `Usage: npm test [-- [--project NAME] … [-t PATTERN] [--bail N] [-u] [--shard I/N] [FILE …]]
Runs the tests, or those of some projects: ${PROJECTS.join(', ')}.`;
/** Those of Vitest's options that make sense here. */
const options = /** @type {const} */ ({
  project: { type: 'string', multiple: true },
  testNamePattern: { type: 'string', short: 't' },
  bail: TEXT,
  update: { type: 'boolean', short: 'u' },
  shard: TEXT,
});

/** `npm test`: provides what the tests need, runs them, names the slowest files, and counts the tests in the last line. */
await runCommand({ usage, options, positionals: [0, Number.POSITIVE_INFINITY] }, async ({ values, args }) => {
  const projects = chosenProjects(values.project ?? []);
  await ensureInstalled();
  const env = projects.includes('e2e') ? { CHROMIUM_PATH: await ensureChromium() } : {};
  if (projects.includes('board')) await ensureModbusTools();
  if (projects.includes('e2e') || projects.includes('server')) await buildConsole();
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(projectNode(), [vitest, 'run', ...reporters, ...args], { env });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  const count = countTests(result, code);
  console.log(['Slowest files:', ...slowestFiles(result, root), ''].join('\n'));
  console.log(countLine(count));
  return count.failed === 0 ? 0 : 1;
});
