import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const HEAD = `# Benchmarks

Each row is written by \`npm run bench -- NAME\`, the last run of a name wins. Read figures as ratios: they were
measured on a small shared machine, with everything (boards, broker, server, database) on it.

`;
const TABLE = `| bench | what was measured | result | aim | when and where |
|---|---|---|---|---|
`;

export interface Row {
  name: string;
  what: string;
  result: string;
  aim: string;
}

const place = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores ${process.arch}, Node ${process.versions.node}`;

/** Prints the row and replaces the earlier one of the same name. Text above the table stays. */
export function report({ name, what, result, aim }: Row): void {
  const line = `| ${[name, what, result, aim, place()].join(' | ')} |`;
  console.log(`\n${line}`);
  let [head, rows] = [HEAD, [] as string[]];
  try {
    const known = readFileSync(FILE, 'utf8');
    head = known.slice(0, known.indexOf(TABLE));
    rows = known.split('\n').filter((old) => /^\| (?!bench|-)/.test(old) && !old.startsWith(`| ${name} |`));
  } catch {
    // The first benchmark creates the file.
  }
  writeFileSync(FILE, `${head}${TABLE}${[...rows, line].sort().join('\n')}\n`);
}

/** Part of a row that measures the console: figures of a busy machine do not describe the product. */
export const LOAD_BEFORE = `load of the machine before ${loadavg()[0]?.toFixed(1)}`;

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
