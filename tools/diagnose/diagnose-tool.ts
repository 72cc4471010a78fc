import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandError } from '../env/terminal.mjs';
import { type MeasuredTable, readTable } from './csv-table.ts';
import { LEAST_LEARNED, learn, scoreRows } from './detector.ts';

const options = { learn: { type: 'string' }, columns: { type: 'string', multiple: true } } as const;

export interface Diagnosis {
  /** One for each row of the table. */
  lines: string[];
  /** What was left out. */
  notes: string[];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new CommandError(`The file ${file} cannot be read (${code}).`);
  }
}

function learnCount(given: string | undefined, rows: number): number {
  if (given === undefined)
    throw new CommandError('--learn N is missing: the number of healthy rows at the beginning.');
  const count = Number(given);
  if (!/^\d+$/.test(given) || count < LEAST_LEARNED)
    throw new CommandError(`--learn must be a whole number of ${LEAST_LEARNED} or more, not "${given}".`);
  if (count > rows) throw new CommandError(`--learn ${count} is too large: the file has ${rows} rows.`);
  return count;
}

/** Relative tolerance of a step: in floating point 0.3 - 0.2 is not 0.1. */
const ROUNDING = 1e-6;

/** A row number or a regular time in seconds measures nothing. */
function isCounter(values: readonly number[]): boolean {
  const step = (values[1] ?? Number.NaN) - (values[0] ?? Number.NaN);
  const isStep = (difference: number) => Math.abs(difference - step) <= Math.abs(step) * ROUNDING;
  return step !== 0 && values.every((value, at) => at === 0 || isStep(value - (values[at - 1] ?? 0)));
}

function dropCounters(table: MeasuredTable, count: number): MeasuredTable & { counters: string[] } {
  const learned = table.rows.slice(0, count);
  const kept = table.columns.flatMap((_, place) =>
    isCounter(learned.map((row) => row[place] ?? Number.NaN)) ? [] : [place],
  );
  return {
    times: table.times,
    counters: table.columns.filter((_, place) => !kept.includes(place)),
    columns: kept.map((place) => table.columns[place] ?? ''),
    rows: table.rows.map((row) => kept.map((place) => row[place] ?? Number.NaN)),
  };
}

const COUNTER = 'a regular counter';
const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const note = (names: readonly string[], why: string) =>
  names.length > 0 ? [`Left out, ${why}: ${names.join(', ')}.`] : [];

/** Throws a `CommandError` for a table that cannot be scored. */
export function diagnoseText(text: string, given: string | undefined, wanted: readonly string[]): Diagnosis {
  const whole = readTable(text, wanted);
  const count = learnCount(given, whole.rows.length);
  const { times, columns, rows, counters } = dropCounters(whole, count);
  const learned = rows.slice(0, count);
  if (!columns.some((_, place) => new Set(learned.map((row) => row[place]).filter(Number.isFinite)).size > 1))
    throw new CommandError(
      [
        `No numeric column varies within the first ${count} rows: there is nothing to learn.`,
        ...note(counters, COUNTER),
      ].join(' '),
    );
  const model = learn(learned, columns.length);
  const { used } = model.columns;
  if (used.length === 0)
    throw new CommandError(`The numeric columns are mostly empty in the first ${count} rows.`);
  const lines = scoreRows(model, rows).map(({ score, isAlarm, top }, at) => {
    const names = top.map((place) => columns[place] ?? '').join('|');
    return [quoted(times[at] ?? ''), score.toFixed(3), isAlarm ? 1 : 0, quoted(names)].join(',');
  });
  const constant = columns.filter((_, place) => !used.includes(place));
  return {
    lines,
    notes: [
      ...note(counters, COUNTER),
      ...note(constant, `constant or mostly empty in the first ${count} rows`),
    ],
  };
}

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { lines, notes } = diagnoseText(read(positionals[0] ?? ''), values.learn, values.columns ?? []);
    for (const line of notes) console.error(line);
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
