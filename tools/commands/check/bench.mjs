import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureChromium } from '../../env/chromium.mjs';
import { TEXT } from '../../env/command.mjs';
import { ensureHaproxy, ensureNats } from '../../env/nats.mjs';
import { root } from '../../env/root.mjs';
import { run } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

const NAMES = [
  'ingest',
  'live',
  'commands',
  'history',
  'houses',
  'storm',
  'abuse',
  'cluster',
  'alerts',
  'page',
];
const SWITCH = { type: 'boolean' };
/** Beside its numbers, which a benchmark names in its call of `readNumbers`. */
const MORE = {
  houses: { unseen: SWITCH, healthy: SWITCH, fault: TEXT },
  abuse: { rows: TEXT },
};
const fileOf = (name) => join(root, 'bench', `${name}.ts`);

const readOptions = (name) => {
  const [, numbers = ''] = /readNumbers\(\s*\{([^}]*)\}/.exec(readFileSync(fileOf(name), 'utf8')) ?? [];
  const named = [...numbers.matchAll(/(\w+):/g)].map(([, option]) => [option, TEXT]);
  return { ...Object.fromEntries(named), ...MORE[name], quick: SWITCH };
};

/** @type {import('../../env/command.mjs').Command} */
export const bench = {
  summary: 'run one benchmark and write its row of docs/benchmarks.md',
  /** Getters: the other commands do not read the benchmarks. */
  get usage() {
    const line = (name) =>
      Object.entries(readOptions(name)).map(([option, { type }]) =>
        type === 'boolean' ? `[--${option}]` : `[--${option} ${option in (MORE[name] ?? {}) ? 'WORD' : 'N'}]`,
      );
    return `Usage: npm run bench -- NAME [--NUMBER N] …
Runs one benchmark and writes its rows of docs/benchmarks.md; with --quick in small, and without a row:
${NAMES.map((name) => `  ${[name, ...line(name)].join(' ')}`).join('\n')}`;
  },
  get verbs() {
    return Object.fromEntries(NAMES.map((name) => [name, { options: readOptions(name) }]));
  },
  async run({ verb: name = '', args }) {
    await ensureInstalled();
    if (name !== 'houses') await buildProduct();
    if (name === 'cluster') {
      await ensureNats('The benchmark cannot run');
      await ensureHaproxy('The benchmark cannot run');
    }
    const env = name === 'page' ? { CHROMIUM_PATH: await ensureChromium() } : {};
    return (await run(projectNode(), [fileOf(name), ...args], { env })).code;
  },
};
