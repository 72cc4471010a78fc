import { execFileSync, spawnSync } from 'node:child_process';

/** Whether this program is installed. */
export const hasProgram = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Compiler flags for a library, or undefined if it is not installed. */
export function libraryFlags(name: string): string[] | undefined {
  if (!hasProgram('pkg-config')) return undefined;
  try {
    return execFileSync('pkg-config', ['--cflags', '--libs', name], { encoding: 'utf8', stdio: 'pipe' })
      .trim()
      .split(/\s+/);
  } catch {
    return undefined;
  }
}

/** Logs once why some tests are skipped. */
export function logIfMissing(isPresent: boolean, sentence: string): boolean {
  if (!isPresent) process.stderr.write(`Skipped: ${sentence}\n`);
  return isPresent;
}
