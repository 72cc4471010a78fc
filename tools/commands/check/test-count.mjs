import { relative } from 'node:path';

/**
 * Counts of a run from Vitest's JSON report. A file that could not be loaded, and a run that failed for another
 * reason, count as a failure: nothing that went wrong ends as "0 failed".
 * @param {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults?: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @param {number} exitCode
 */
export function countTests(report, exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length;
  const isOk = exitCode === 0 && passed > 0;
  return { passed, failed: failed === 0 && !isOk ? 1 : failed, skipped };
}

/** The last line of `npm test`. */
export const countLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const SLOWEST = 10;

/**
 * The slowest files of a run, slowest first, one line each: seconds and path.
 * @param {{ testResults?: { name: string, startTime: number, endTime: number }[] } | undefined} report
 * @param {string} root
 */
export function slowestFiles(report, root) {
  const files = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    path: relative(root, name).replaceAll('\\', '/'),
    seconds: (endTime - startTime) / 1000,
  }));
  return files
    .filter(({ seconds }) => seconds > 0)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${path}`);
}
