import { parseArgs } from 'node:util';

/** One account of a benchmark reads as much as many of an installation. */
export const UNLIMITED = { READ_UNITS_PER_SECOND: '1000000', READ_POINTS_PER_MINUTE: '1000000000' };

/** Small numbers, to see that a benchmark works; it writes no row. */
export const isQuick = process.argv.includes('--quick');

/** Whole numbers from the command line, with their defaults, and those of `--quick`: `--boards 200`. */
export function readNumbers<const D extends Record<string, number>>(
  defaults: D,
  quick: { [K in keyof D]?: number } = {},
): { [K in keyof D]: number } {
  const byDefault: Record<string, number> = isQuick ? { ...defaults, ...quick } : defaults;
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const { values } = parseArgs({ options, strict: false });
  const read = (name: string) => {
    const value = Number(values[name] ?? byDefault[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
    return [name, value];
  };
  return Object.fromEntries(Object.keys(defaults).map(read)) as { [K in keyof D]: number };
}

/** A switch or a word from the command line: `--unseen`, `--rows qos`. */
export const hasFlag = (name: string) => process.argv.includes(`--${name}`);
export function readWord(name: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? '' : (process.argv[at + 1] ?? '');
}
