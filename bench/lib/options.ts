import { parseArgs } from 'node:util';

/** Whole numbers from the command line, with their defaults: `--boards 200`. */
export function readNumbers<const D extends Record<string, number>>(defaults: D): { [K in keyof D]: number } {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const { values } = parseArgs({ options });
  const read = ([name, byDefault]: [string, number]) => {
    const value = Number(values[name] ?? byDefault);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
    return [name, value];
  };
  return Object.fromEntries(Object.entries(defaults).map(read)) as { [K in keyof D]: number };
}
