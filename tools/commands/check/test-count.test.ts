import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countLine, countTests, slowestFiles } from './test-count.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe('the last line of npm test', () => {
  it.each([
    ['all passed', { numPassedTests: 5, numFailedTests: 0 }, 0, '5 passed, 0 failed'],
    ['one failed', { numPassedTests: 4, numFailedTests: 1 }, 1, '4 passed, 1 failed'],
    [
      'some were skipped',
      { numPassedTests: 4, numPendingTests: 1, numTodoTests: 2 },
      0,
      '4 passed, 0 failed, 3 skipped',
    ],
    ['no report at all is a failure', undefined, 1, '0 passed, 1 failed'],
    ['no test ran is a failure', { numPassedTests: 0 }, 0, '0 passed, 1 failed'],
    ['an error outside the tests is a failure', { numPassedTests: 5 }, 1, '5 passed, 1 failed'],
    [
      'a file that cannot be loaded is a failure',
      {
        numPassedTests: 5,
        numFailedTests: 1,
        testResults: [file('failed'), file('failed', 'failed', 'passed')],
      },
      1,
      '5 passed, 2 failed',
    ],
  ])('%s', (_case, report, code, line) => expect(countLine(countTests(report, code))).toBe(line));
});

describe('the slowest files of npm test', () => {
  const file = (path: string, ms: number) => ({ name: join('/repo', path), startTime: 5, endTime: 5 + ms });

  it('are ten at most, slowest first, with seconds and path', () => {
    const testResults = Array.from({ length: 12 }, (_, at) => file(`e2e/${at}.spec.ts`, at * 1_250));
    const lines = slowestFiles({ testResults }, '/repo');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('  13.8 s  e2e/11.spec.ts');
    expect(lines[9]).toBe('   2.5 s  e2e/2.spec.ts');
  });

  it('are none without a report', () => expect(slowestFiles(undefined, '/repo')).toEqual([]));
});
