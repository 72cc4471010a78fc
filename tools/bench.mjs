import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, projectNode } from './bootstrap.mjs';
import { buildConsole } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { runCommand, TEXT } from './lib/command.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** Those that look at the console as a person does. */
const IN_A_BROWSER = ['click', 'lighthouse', 'page', 'reconnect', 'soak'];

/** The numbers that a benchmark takes stand in its source; the others take none. */
function formOf(file) {
  const [, numbers = ''] = /readNumbers\(\{([^}]*)\}/.exec(readFileSync(file, 'utf8')) ?? [];
  return { options: Object.fromEntries([...numbers.matchAll(/(\w+):/g)].map(([, name]) => [name, TEXT])) };
}

const folder = join(root, 'bench');
const verbs = Object.fromEntries(
  readdirSync(folder).flatMap((file) => {
    const name = /^([a-z-]+)\.ts$/.exec(file)?.[1];
    return name ? [[name, formOf(join(folder, file))]] : [];
  }),
);
const line = ([name, { options }]) =>
  [name, ...Object.keys(options).map((option) => `[--${option} N]`)].join(' ');
const usage = `Usage: npm run bench -- NAME [--NUMBER N] …
Runs one benchmark and writes its row of docs/benchmarks.md:
${Object.entries(verbs)
  .map((verb) => `  ${line(verb)}`)
  .join('\n')}`;

/** `npm run bench -- ingest`: one benchmark by its name, the rest goes to it. */
await runCommand({ usage, verbs }, async ({ verb: name = '', args }) => {
  const path = join(folder, `${name}.ts`);
  await ensureInstalled();
  if (!IN_A_BROWSER.includes(name)) return (await run(projectNode(), [path, ...args])).code;
  const env = { CHROMIUM_PATH: await ensureChromium() };
  await buildConsole();
  return (await run(projectNode(), [path, ...args], { env })).code;
});
