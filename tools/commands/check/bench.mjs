import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEXT } from '../../env/command.mjs';
import { root } from '../../env/root.mjs';
import { runScript } from '../run-script.mjs';

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
  run({ verb: name = '', args }) {
    return runScript([fileOf(name), ...args], {
      product: name !== 'houses',
      chromium: name === 'page',
      servers: name === 'cluster' ? 'The benchmark cannot run' : undefined,
    });
  },
};
