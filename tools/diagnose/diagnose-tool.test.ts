import { describe, expect, it } from 'vitest';
import { readTable } from './csv-table.ts';
import { diagnoseText } from './diagnose-tool.ts';

const wave = (t: number) => 10 + Math.sin(t / 5) + 0.2 * Math.sin(t * 1.3);
/** A pump whose flow no longer follows its speed from row 150 on. */
const rows = Array.from({ length: 250 }, (_, t) => {
  const speed = wave(t);
  const flow = 3 * speed + 0.2 * Math.sin(t * 2.1) - (t >= 150 ? 12 : 0);
  const time = `2026-11-16 08:${String(Math.floor(t / 60)).padStart(2, '0')}:${String(t % 60).padStart(2, '0')}`;
  return { time, cells: [speed, flow, 7] };
});
const comma = ['time,speed,flow,mode', ...rows.map(({ time, cells }) => [time, ...cells].join(','))].join(
  '\n',
);
const semicolon = [
  '\ufeffdatetime;speed;flow;mode',
  ...rows.map(({ time, cells }) => [time, ...cells.map((cell) => String(cell).replace('.', ','))].join(';')),
  '',
].join('\r\n');

describe('npm run diagnose', () => {
  it('writes time, score, alarm and top columns for each row', () => {
    const { lines, notes } = diagnoseText(comma, { learn: '100' });
    expect(lines).toHaveLength(250);
    for (const line of lines) expect(line).toMatch(/^2026-11-16 08:\d\d:\d\d,\d+\.\d{3},[01],[a-z|]+$/);
    const alarms = lines.map((line) => line.split(',')[2]);
    expect(alarms.slice(0, 150)).not.toContain('1');
    expect(alarms.slice(160)).not.toContain('0');
    expect(lines[200]).toContain('flow');
    expect(notes).toEqual(['Left out, constant or mostly empty in the first 100 rows: mode.']);
  });

  it('a semicolon file with decimal commas, CRLF and a byte order mark gives the same lines', () =>
    expect(diagnoseText(semicolon, { learn: '100' }).lines).toEqual(
      diagnoseText(comma, { learn: '100' }).lines,
    ));

  it('--columns selects columns, and counters are left out', () => {
    const counted = comma
      .replaceAll(/^/gm, '1,')
      .split('\n')
      .map((line, at) => line.replace(/^1/, at === 0 ? 'nr' : `${at}`));
    const { lines, notes } = diagnoseText(counted.join('\n'), { learn: '100', columns: ['speed,nr'] });
    expect(lines.every((line) => line.endsWith(',speed'))).toBe(true);
    expect(notes).toEqual(['Left out, a regular counter: nr.']);
  });

  it.each([
    ['', '100', [], 'The file has no rows.'],
    ['time,a', '100', [], 'The file has no rows.'],
    ['1,2\n3,4', '100', [], 'The first line must name the columns'],
    ['time,name\n1,pump\n2,pump', '30', [], 'The file has no numeric column.'],
    [
      ['time,s', ...Array.from({ length: 40 }, (_, at) => `${at},${at * 0.1}`)].join('\n'),
      '30',
      [],
      'there is nothing to learn. Left out, a regular counter: s.',
    ],
    [comma, undefined, [], '--learn N is missing'],
    [comma, '12', [], '--learn must be a whole number of 30 or more, not "12".'],
    [comma, 'many', [], 'not "many"'],
    [comma, '1000', [], '--learn 1000 is too large: the file has 250 rows.'],
    [
      comma,
      '100',
      ['pressure'],
      'There is no numeric column "pressure". Numeric columns: speed, flow, mode.',
    ],
    [comma, '100', ['mode'], 'No numeric column varies within the first 100 rows'],
  ] as const)('bad input %#: %.0s is refused with its reason', (text, count, columns, reason) => {
    expect(() => diagnoseText(text, { learn: count, columns })).toThrow(reason);
  });
});

describe('readTable', () => {
  it('reads quoted cells, missing cells, tabs and tables without a time', () => {
    expect(readTable('a\tb\n1\t"2,5"\nn/a\t', [])).toEqual({
      columns: ['a', 'b'],
      times: ['1', '2'],
      rows: [
        [1, 2.5],
        [Number.NaN, Number.NaN],
      ],
    });
    expect(readTable('Time (s),"flow, l/min"\n0.5,"1,5"\n1,2e3\n', ['flow, l/min'])).toEqual({
      columns: ['flow, l/min'],
      times: ['0.5', '1'],
      rows: [[1.5], [2000]],
    });
  });
});
