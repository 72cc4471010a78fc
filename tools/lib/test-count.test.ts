import { describe, expect, it } from 'vitest';
import { countLine, countTests } from './test-count.mjs';

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
