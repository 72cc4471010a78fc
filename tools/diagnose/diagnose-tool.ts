import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandError } from '../env/terminal.mjs';
import { type MeasuredTable, readTable } from './csv-table.ts';
import { LEAST_LEARNED, learn, type Score, scoreRows } from './detector.ts';
import { checkSpan, type SpanWarning } from './span-check.ts';

const options = {
  learn: { type: 'string' },
  also: { type: 'string', multiple: true },
  columns: { type: 'string', multiple: true },
} as const;

interface Wanted {
  learn?: string | undefined;
  also?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
}

export interface Diagnosis {
  /** One for each row of the table. */
  lines: string[];
  /** What was left out, whether the learned span is too short, and new states. */
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

/** Places of further healthy states; each is as long as the first. */
function alsoFrom(given: readonly string[], count: number, rows: number): number[] {
  return given.map((text) => {
    const row = Number(text);
    if (!/^\d+$/.test(text) || row <= count)
      throw new CommandError(
        `--also must be the number of a row behind the learned ${count}, not "${text}".`,
      );
    if (row - 1 + count > rows)
      throw new CommandError(
        `--also ${row} needs ${count} rows from there on, but the file has ${Math.max(0, rows - row + 1)}.`,
      );
    return row - 1;
  });
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

const listed = (places: readonly number[], columns: readonly string[]) =>
  places.map((place) => columns[place] ?? '').join(', ');

function spanNote(warning: SpanWarning | undefined, columns: readonly string[]): string[] {
  if (!warning) return [];
  const { least, alarmShare, wandering } = warning;
  const reasons = [
    ...(alarmShare === undefined
      ? []
      : [`its first half raises alarms in ${Math.round(100 * alarmShare)} % of its second half`]),
    ...(wandering.length > 0
      ? [`judged by their change only, because they wander in it: ${listed(wandering, columns)}`]
      : []),
  ];
  const why = reasons.length > 0 ? reasons.join('; ') : 'it cannot be checked';
  return [`Learned span too short, learn at least ${least} rows: ${why}.`];
}

/** One note for each new state, with the offer to learn it. */
function stateNotes(scores: readonly Score[], times: readonly string[], count: number): string[] {
  const starts = new Set(scores.flatMap(({ newStateFrom }) => newStateFrom ?? []));
  return [...starts].map((from) => {
    const time = times[from] === `${from + 1}` ? '' : ` (${times[from]})`;
    return `New state since row ${from + 1}${time}, for more than the ${count} learned rows. If it is healthy, learn it too: --also ${from + 1}`;
  });
}

const alarmCell = ({ isAlarm, newStateFrom }: Score) => (newStateFrom === undefined ? Number(isAlarm) : 2);

function refuseConstant(rows: readonly number[][], columns: readonly string[], counters: readonly string[]) {
  const isVarying = (place: number) =>
    new Set(rows.map((row) => row[place]).filter(Number.isFinite)).size > 1;
  if (columns.some((_, place) => isVarying(place))) return;
  throw new CommandError(
    [
      `No numeric column varies within the first ${rows.length} rows: there is nothing to learn.`,
      ...note(counters, COUNTER),
    ].join(' '),
  );
}

/** Throws a `CommandError` for a table that cannot be scored. */
export function diagnoseText(text: string, wanted: Wanted): Diagnosis {
  const whole = readTable(text, wanted.columns ?? []);
  const count = learnCount(wanted.learn, whole.rows.length);
  const others = alsoFrom(wanted.also ?? [], count, whole.rows.length);
  const { times, columns, rows, counters } = dropCounters(whole, count);
  const learned = rows.slice(0, count);
  refuseConstant(learned, columns, counters);
  const model = learn(learned, columns.length);
  const { used } = model.columns;
  if (used.length === 0)
    throw new CommandError(`The numeric columns are mostly empty in the first ${count} rows.`);
  const states = others.map((from) => learn(rows.slice(from, from + count), columns.length, from));
  const scores = scoreRows([model, ...states.filter((state) => state.columns.used.length > 0)], rows);
  const constant = columns.filter((_, place) => !used.includes(place));
  return {
    lines: scores.map((row, at) => {
      const names = row.top.map((place) => columns[place] ?? '').join('|');
      return [quoted(times[at] ?? ''), row.score.toFixed(3), alarmCell(row), quoted(names)].join(',');
    }),
    notes: [
      ...note(counters, COUNTER),
      ...note(constant, `constant or mostly empty in the first ${count} rows`),
      ...spanNote(checkSpan(learned, model), columns),
      ...stateNotes(scores, times, count),
    ],
  };
}

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { lines, notes } = diagnoseText(read(positionals[0] ?? ''), values);
    for (const line of notes) console.error(line);
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
