import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isQuick } from './options.ts';

const FILE = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
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

/** Prints the row and replaces the earlier one of the same name at the end of the page, except with `--quick`. */
export function report({ name, what, result, aim }: Row): void {
  const line = `| ${[name, what, result, aim, place()].join(' | ')} |`;
  console.log(`\n${line}`);
  if (isQuick) return;
  const known = readFileSync(FILE, 'utf8');
  const at = known.lastIndexOf(TABLE) + TABLE.length;
  const rows = known
    .slice(at)
    .trimEnd()
    .split('\n')
    .filter((old) => !old.startsWith(`| ${name} |`));
  writeFileSync(FILE, `${known.slice(0, at)}${[...rows, line].sort().join('\n')}\n`);
}

/** Part of a row that measures the console: figures of a busy machine do not describe the product. */
export const LOAD_BEFORE = `load of the machine before ${loadavg()[0]?.toFixed(1)}`;

/** `p50 3 ms, p99 12 ms` */
export const spread = (times: readonly number[], shares: readonly number[] = [0.5, 0.99]) =>
  shares.map((share) => `p${100 * share} ${ms(percentile(times, share))}`).join(', ');
const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : 'failed');

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
