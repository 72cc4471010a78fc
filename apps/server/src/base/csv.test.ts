import { describe, expect, it } from 'vitest';
import { createCsv, csvLine, harmlessText, phoneText } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+421 900 123 456', "'+421 900 123 456"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['-5.2', '-5.2'],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x;"=1+1"', `x;"'=1+1"`],
  ['x; @SUM(A1)', "x; '@SUM(A1)"],
  ['x\n=1', "x\n'=1"],
  ['x\t=1', "x\t'=1"],
  ['＝1', "'＝1"],
  ['Studňa pri dome; stará', 'Studňa pri dome; stará'],
  ['a-b = c', 'a-b = c'],
])('R5.7 the text %j is escaped as %j', (text, harmless) => expect(harmlessText(text)).toBe(harmless));

it('R5.7 numbers are not escaped', () =>
  expect(csvLine([-5.2, 0, true, null, undefined])).toBe('-5.2,0,true,,\r\n'));

/** Cells as a spreadsheet reads them: quotes count at the beginning of a cell only. */
function readCells(text: string, separators: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted, isFresh] = ['', false, true];
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += char;
      at++;
    } else if (isQuoted) {
      if (char === '"') isQuoted = false;
      else cell += char;
    } else if (isFresh && char === '"') isQuoted = true;
    else if (separators.includes(char) || char === '\n' || char === '\r') {
      cells.push(cell);
      [cell, isFresh] = ['', true];
      continue;
    } else cell += char;
    isFresh = false;
  }
  return [...cells, cell];
}

/** All combinations of a few parts, so that every pair of rules is tested. */
function* nastyTexts(length: number): Generator<string> {
  if (length === 0) return yield '';
  for (const rest of nastyTexts(length - 1))
    for (const part of [';', '"', "'", '=1', '-5', '@x', '\t', '\r\n', ',', ' ', 'a']) yield part + rest;
}

describe.each([
  ['Excel in English and RFC 4180', ','],
  ['Excel in Slovak', ';'],
  ['LibreOffice with its default separators', ',;\t'],
])('%s', (_program, separators) => {
  it('R5.7 reads no cell that begins like a formula', () => {
    const formulas = [];
    for (const text of nastyTexts(4)) {
      const cells = readCells(csvLine(['2026-01-01T00:00:00.000Z', text, 'end']), separators);
      if (cells.some((cell) => /^[\s"]*[=+\-@]/.test(cell) && !/^-\d+$/.test(cell))) formulas.push(text);
    }
    expect(formulas).toEqual([]);
  });
});

it.each([
  ['+421 900 123 456', 'tel:+421 900 123 456'],
  ['0905123456', 'tel:0905123456'],
  ['=1+1', 'tel:=1+1'],
  ['1;=1+1', `"tel:1;'=1+1"`],
])('R5.7 the phone number %j is the text %j: no formula, no lost zero', (phone, text) =>
  expect(csvLine([phoneText(phone)]).trim()).toBe(text),
);

it.each([
  ['fault', 'Porucha'],
  ['made_up', 'made_up'],
  ['constructor', 'constructor'],
  ['retry', 'retry'],
])('R1.9b the code %s is the word %s', (code, word) =>
  expect(createCsv({ locale: 'sk' }, {}).wordOf(code, 'pump.state', 'pump')).toBe(word),
);

describe('the convention of a user', () => {
  const SUMMER_MS = Date.UTC(2026, 6, 1, 10, 30);
  const fileOf = (...args: Parameters<typeof createCsv>) => {
    const csv = createCsv(...args);
    const head = csv.head([...csv.timeNames('time'), csv.name('pressure')]);
    return (head + csv.line([...csv.time(SUMMER_MS), 3.9])).replace('\uFEFF', '').trim().split('\r\n');
  };

  it.each([
    [
      'Slovak: semicolons, a decimal comma, the zone of the profile and UTC',
      { locale: 'sk', time_zone: 'Europe/Bratislava' },
      {},
      ['Čas (Europe/Bratislava);Čas (UTC);Tlak [bar]', '2026-07-01 12:30:00;2026-07-01T10:30:00.000Z;3,9'],
    ],
    [
      'English: commas, a decimal point, the zone of the request',
      { locale: 'gb', time_zone: 'Europe/Bratislava' },
      { zone: 'America/New_York' },
      [
        'Time (America/New_York),Time (UTC),Pressure [bar]',
        '2026-07-01 06:30:00,2026-07-01T10:30:00.000Z,3.9',
      ],
    ],
    [
      'without a choice: Slovak and UTC; the request may name the decimal sign',
      { locale: null },
      { decimal: 'point' },
      ['Čas (UTC),Tlak [bar]', '2026-07-01 10:30:00,3.9'],
    ],
  ] as const)('R1.9b %s', (_case, reader, query, lines) => expect(fileOf(reader, query)).toEqual(lines));
});
