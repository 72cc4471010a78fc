export type CsvValue = string | number | boolean | null | undefined;

const FORMULA_STARTS = '=+\\-@＝＋－＠';
/** A plain number is not a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/**
 * Where a spreadsheet may start a cell: at the beginning of the text, and after a semicolon, tab or line break in it.
 * Quotes do not help: Excel separates by the list separator of the system, in Slovak a semicolon, and then reads quotes
 * in the middle of a cell as text.
 */
const BEGINNING = new RegExp(`(^|[;\\t\\r\\n])(["'\\s]*)(?=[${FORMULA_STARTS}])`, 'g');
/** Control characters before a formula are skipped by some spreadsheets. */
const CONTROL_START = /^[\t\r\n\0]/;

/** Escapes CSV formula injection: puts an apostrophe before each text that a spreadsheet would parse as a formula. */
export function harmlessText(text: string): string {
  if (NUMBER.test(text)) return text;
  const harmless = text.replaceAll(BEGINNING, "$1$2'");
  return CONTROL_START.test(harmless) ? `'${harmless}` : harmless;
}

/** The convention of a spreadsheet: in Slovak a decimal comma, and then semicolons between cells. */
export interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}
export const CSV_STYLES = {
  comma: { separator: ';', decimal: ',' },
  point: { separator: ',', decimal: '.' },
} as const satisfies Record<string, CsvStyle>;
const PLAIN: CsvStyle = CSV_STYLES.point;

function cell(value: CsvValue, { decimal }: CsvStyle): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', decimal);
  if (typeof value !== 'string') return String(value);
  const harmless = harmlessText(value);
  return /[",;\t\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Byte order mark: without it Excel does not read the file as UTF-8. */
const BOM = '\uFEFF';

/** One line of a CSV file. Numbers stay numbers; texts are made harmless. */
export const csvLine = (values: readonly CsvValue[], style = PLAIN) =>
  `${values.map((value) => cell(value, style)).join(style.separator)}\r\n`;

/** The first line of a CSV file: the names of its columns. */
export const csvHead = (columns: readonly string[], style = PLAIN) => BOM + csvLine(columns, style);
