import type { CsvQuery } from '@manoboard/contract/http/query';
import { DEFAULT_LOCALE, type Locale, locales } from '@manoboard/contract/locales';
import { zoneOf } from '@manoboard/domain/time-zone';
import type { Messages } from '@manoboard/i18n/messages';
import { translatorOf } from '@manoboard/i18n/translator';

/** A scheme before a phone number: a plus is the start of a formula, and a spreadsheet drops a leading zero. */
export const phoneText = (phone: string | null | undefined) => (phone ? `tel:${phone.trim()}` : null);

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
interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}
const CSV_STYLES = {
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

/** What a user has chosen in their profile; null without a choice. */
export interface CsvReader {
  locale: Locale | null;
  time_zone?: string | null | undefined;
}

/** Key of a column name, which exists in every language. */
export type CsvColumn = keyof Messages['csv']['column'];

/**
 * The convention of all CSV files: separator, decimal sign and names of columns by the language of the user, and each time
 * in their zone and in UTC. Codes of the wire are words of the screen, with the code beside them. The query overrides zone and decimal sign.
 */
export function createCsv({ locale, time_zone }: CsvReader, { zone, decimal }: CsvQuery) {
  const language = locale ?? DEFAULT_LOCALE;
  const t = translatorOf(language);
  const style = CSV_STYLES[decimal ?? (locales[language].decimal === ',' ? 'comma' : 'point')];
  const zoneName = zone ?? time_zone ?? 'UTC';
  const zones = [...new Set([zoneName, 'UTC'])];
  const { wallOf } = zoneOf(zoneName);
  const textOf = (ms: number) => new Date(ms).toISOString();
  /** Local time in the format that spreadsheets parse; the column name has the zone. */
  const localText = (ms: number) => textOf(wallOf(ms)).slice(0, 19).replace('T', ' ');
  const name = (column: CsvColumn): string => t(`csv.column.${column}`);
  /** One of the texts under these keys; without one the code stands for itself. */
  const wordOf = (code: string, ...prefixes: readonly string[]): string => {
    const keys = prefixes.map((prefix) => `${prefix}.${code}` as 'csv.yes');
    // A code of a board or a person may name a group of texts, or a text with blanks to fill.
    const isText = (key: 'csv.yes') => {
      const text: unknown = t.has(key) && t.raw(key);
      return typeof text === 'string' && !text.includes('{');
    };
    const key = keys.find(isText);
    return key ? t(key) : code;
  };
  return {
    t,
    name,
    localText: (ms: number) => `${localText(ms)} (${zoneName})`,
    wordOf,
    yesNo: (is: boolean): string => t(is ? 'csv.yes' : 'csv.no'),
    /** Column names of a word and its code. */
    codedNames: (column: CsvColumn): string[] => [name(column), t('csv.code', { name: name(column) })],
    /** Cells of a time: local and UTC, or one if they are the same. */
    time: (ms: number | null | undefined): CsvValue[] =>
      ms === null || ms === undefined
        ? zones.map(() => null)
        : [localText(ms), textOf(ms)].slice(0, zones.length),
    /** Column names of these two cells. */
    timeNames: (column: CsvColumn): string[] =>
      zones.map((of) => t('csv.timeIn', { name: name(column), zone: of })),
    head: (names: readonly string[]) => BOM + csvLine(names, style),
    line: (values: readonly CsvValue[]) => csvLine(values, style),
  };
}
export type Csv = ReturnType<typeof createCsv>;
