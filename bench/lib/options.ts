import { parseArgs } from 'node:util';

/** One account of a benchmark reads as much as many of an installation. */
export const UNLIMITED = { READ_UNITS_PER_SECOND: '1000000' };

/** Whole numbers from the command line, with their defaults: `--boards 200`. */
export function readNumbers<const D extends Record<string, number>>(defaults: D): { [K in keyof D]: number } {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const { values } = parseArgs({ options, strict: false });
  const read = ([name, byDefault]: [string, number]) => {
    const value = Number(values[name] ?? byDefault);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0`);
    return [name, value];
  };
  return Object.fromEntries(Object.entries(defaults).map(read)) as { [K in keyof D]: number };
}

/** Switches and words from the command line, with their defaults: `--quick`, `--fault leak`. */
export function readFlags<const D extends Record<string, boolean | string>>(
  defaults: D,
): { [K in keyof D]: D[K] extends boolean ? boolean : string } {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values } = parseArgs({ options, strict: false });
  return { ...defaults, ...values } as { [K in keyof D]: D[K] extends boolean ? boolean : string };
}
