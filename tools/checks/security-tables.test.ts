import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../env/root.mjs';
import { readRows, securityTableFaults } from './security-tables.mjs';

const DOCUMENT = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
const FILES: Record<string, string> = { 'apps/a.test.ts': "it('a stranger is refused', () => {});" };

/** A document in which every row is met by a test, but for these. */
const faultsWith = (rows: Record<string, string>) => {
  const text = DOCUMENT.split('\n')
    .map((line) => {
      const [row] = readRows(line);
      if (!row) return line;
      const level = row.level ? ` ${row.level} |` : '';
      return (
        rows[row.no] ?? `| ${row.no} |${level} words | met | \`apps/a.test.ts\` \`a stranger is refused\` |`
      );
    })
    .join('\n');
  return securityTableFaults(text, (path) => FILES[path]);
};

it('docs/asvs.md has 253 rows of ASVS, 13 of EN 303 645 and 22 of the Cyber Resilience Act', () => {
  const numbers = readRows(DOCUMENT).map(({ no }) => no);
  expect(numbers.filter((no) => no.startsWith('V'))).toHaveLength(253);
  expect(numbers.filter((no) => no.startsWith('EN'))).toHaveLength(13);
  expect(numbers.filter((no) => no.startsWith('CRA'))).toHaveLength(22);
});

describe('the check of security tables', () => {
  it('accepts rows whose evidence exists', () => expect(faultsWith({})).toEqual([]));

  it.each([
    ['a missing row', '', 'V1.1.1: missing'],
    [
      'a row that is there twice',
      '| V1.1.1 | 2 | a | not applicable | there is none |\n| V1.1.1 | 2 | a | not applicable | there is none |',
      'V1.1.1: more than one row',
    ],
    ['a wrong level', '| V1.1.1 | 1 | a | not applicable | there is none |', 'V1.1.1: its level is 2'],
    ['no evidence', '| V1.1.1 | 2 | a | met | surely |', 'V1.1.1: it is met without a file as evidence'],
    [
      'no reason',
      '| V1.1.1 | 2 | a | not applicable |  |',
      'V1.1.1: it is "not applicable" without a reason',
    ],
    [
      'an unknown state',
      '| V1.1.1 | 2 | a | almost | `apps/a.test.ts` |',
      'V1.1.1: its state "almost" is none of met, not applicable, deviation',
    ],
    [
      'a file that is gone',
      '| V1.1.1 | 2 | a | met | `apps/gone.ts` `x` |',
      'V1.1.1: apps/gone.ts does not exist',
    ],
    [
      'a test that was renamed',
      '| V1.1.1 | 2 | a | met | `apps/a.test.ts` `an owner is refused` |',
      'V1.1.1: "an owner is refused" is not in apps/a.test.ts',
    ],
  ])('finds %s', (_case, row, fault) => expect(faultsWith({ 'V1.1.1': row })).toContain(fault));

  it('finds a number of level 3, which the table does not have', () =>
    expect(
      securityTableFaults(
        `${DOCUMENT}\n| V1.2.10 | 3 | a | met | \`apps/a.test.ts\` |`,
        (path) => FILES[path],
      ),
    ).toContain('V1.2.10: no requirement has this number'));

  it('finds a sixth deviation', () => {
    const six = Array.from({ length: 6 }, (_, at) => `V6.2.${at + 1}`);
    const rows = six.map((no) => [no, `| ${no} | 1 | a | deviation | the product needs it |`]);
    expect(faultsWith(Object.fromEntries(rows))).toEqual([
      '6 deviations in the table V, but at most 5 are accepted',
    ]);
  });
});
