import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from '../../env/bootstrap.mjs';
import { ensureChromium } from '../../env/chromium.mjs';
import { TEXT } from '../../env/command.mjs';
import { root } from '../../env/root.mjs';
import { run } from '../../env/run.mjs';
import { buildProduct } from '../build/build.mjs';

/** Benchmarks that measure the console in a browser. */
const IN_A_BROWSER = ['click', 'lighthouse', 'lists', 'page', 'reconnect', 'soak'];
/** Benchmarks that start no program of the product. */
const WITHOUT_PRODUCT = ['alerts', 'houses'];
const folder = join(root, 'bench');

/** Switches and words of a benchmark, with their defaults. */
const readFlags = (text) =>
  [...(/readFlags\(\{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/(\w+): (false|'')/g)].map(
    ([, option, initial]) => [option, initial === 'false' ? { type: 'boolean' } : TEXT],
  );

/** A file that calls `readNumbers` is a benchmark, and the numbers are its options; others are its workers and seeds. */
const readVerbs = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      const path = join(folder, file);
      const name = /^[a-z]+[\\/]([a-z-]+)\.ts$/.exec(file)?.[1];
      const text = name ? readFileSync(path, 'utf8') : '';
      const [, numbers] = /readNumbers\(\{([^}]*)\}/.exec(text) ?? [];
      if (numbers === undefined) return [];
      const options = [...numbers.matchAll(/(\w+):/g)].map(([, option]) => [option, TEXT]);
      return [[name, { path, options: Object.fromEntries([...options, ...readFlags(text)]) }]];
    }),
  );

const NUMBER_FREE = ['boolean'];
const line = ([name, { options }]) =>
  [
    name,
    ...Object.entries(options).map(([option, { type }]) =>
      NUMBER_FREE.includes(type) ? `[--${option}]` : `[--${option} N]`,
    ),
  ].join(' ');

/** @type {import('../../env/command.mjs').Command} */
export const bench = {
  summary: 'run one benchmark and write its row of docs/benchmarks.md',
  /** Getters: the other commands do not read the folder of the benchmarks. */
  get usage() {
    return `Usage: npm run bench -- NAME [--NUMBER N] …
Runs one benchmark and writes its row of docs/benchmarks.md:
${Object.entries(readVerbs())
  .map((verb) => `  ${line(verb)}`)
  .join('\n')}`;
  },
  get verbs() {
    return readVerbs();
  },
  async run({ verb: name = '', args }) {
    const { path } = readVerbs()[name];
    await ensureInstalled();
    if (!WITHOUT_PRODUCT.includes(name)) await buildProduct();
    const env = IN_A_BROWSER.includes(name) ? { CHROMIUM_PATH: await ensureChromium() } : {};
    return (await run(projectNode(), [path, ...args], { env })).code;
  },
};
