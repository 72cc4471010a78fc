import { CommandError } from '../env/terminal.mjs';

/** A table of measurements; NaN is a missing cell. */
export interface MeasuredTable {
  /** As in the file; the row number if there is no time column. */
  times: string[];
  columns: string[];
  rows: number[][];
}

const SEPARATORS = [';', '\t', ','] as const;
const MISSING = /^(|-|\?|n\/?a|nan|null|none)$/i;
const TIME_NAME =
  /^(date|time|timestamp|datetime|date[ _-]time|ts|čas|dátum|datum)([ _-](utc|local|stamp))?(\s*[([].*)?$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** The least share of filled cells that must be numbers in a numeric column. */
const LEAST_NUMERIC = 0.9;

/** Cells of one line; a cell in quotes may hold separators and doubled quotes. */
function splitLine(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i] ?? '';
    if (letter === '"' && isQuoted && line[i + 1] === '"') cell += line[++i] ?? '';
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** The number of a cell, NaN for a missing one, undefined for text. */
function numberOf(cell: string): number | undefined {
  if (MISSING.test(cell)) return Number.NaN;
  if (NUMBER.test(cell)) return Number(cell);
  const withPoint = cell.replace(/[\s\u00a0]/g, '').replace(',', '.');
  if (NUMBER.test(withPoint)) return Number(withPoint);
  if (/^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true' ? 1 : 0;
  return undefined;
}

function isNumeric(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !MISSING.test(cell));
  const numbers = filled.filter((cell) => numberOf(cell) !== undefined);
  return filled.length > 0 && numbers.length >= LEAST_NUMERIC * filled.length;
}

/** By its name, otherwise the first column that is not numeric. */
function timeColumn(names: readonly string[], numeric: readonly boolean[]): number {
  const byName = names.findIndex((name) => TIME_NAME.test(name));
  return byName >= 0 ? byName : numeric.indexOf(false);
}

function namesOf(header: readonly string[]): string[] {
  const isHeader = header.some((cell) => cell !== '' && numberOf(cell) === undefined);
  if (!isHeader) throw new CommandError('The first line must name the columns; it holds only numbers.');
  return header.map((name, place) => name || `column ${place + 1}`);
}

/** Names given by the caller; a name that contains a comma is given on its own. */
function chooseColumns(wanted: readonly string[], known: readonly string[]): string[] {
  const names = wanted.flatMap((text) =>
    known.includes(text) ? [text] : text.split(',').map((name) => name.trim()),
  );
  for (const name of names)
    if (!known.includes(name))
      throw new CommandError(`There is no numeric column "${name}". Numeric columns: ${known.join(', ')}.`);
  return names.length > 0 ? [...new Set(names)] : [...known];
}

/** Throws a `CommandError` if the text is not a table with a numeric column. */
export function readTable(text: string, wanted: readonly string[]): MeasuredTable {
  const [head, ...lines] = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  if (head === undefined || lines.length === 0) throw new CommandError('The file has no rows.');
  const separator = SEPARATORS.find((sign) => head.includes(sign)) ?? ',';
  const names = namesOf(splitLine(head, separator));
  const cells = lines.map((line) => splitLine(line, separator));
  const numeric = names.map((_, place) => isNumeric(cells.map((row) => row[place] ?? '')));
  const time = timeColumn(names, numeric);
  const known = names.filter((_, place) => numeric[place] && place !== time);
  if (known.length === 0) throw new CommandError('The file has no numeric column.');
  const columns = chooseColumns(wanted, known);
  const places = columns.map((name) => names.findIndex((other, place) => other === name && place !== time));
  return {
    columns,
    times: cells.map((row, at) => (time < 0 ? `${at + 1}` : (row[time] ?? ''))),
    rows: cells.map((row) => places.map((place) => numberOf(row[place] ?? '') ?? Number.NaN)),
  };
}
