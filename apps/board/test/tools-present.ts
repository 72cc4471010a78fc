import { execFileSync, spawnSync } from 'node:child_process';

/** Is there such a program on this machine? */
export const hasProgram = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** What gcc needs to build against a library, or nothing where it is not installed. */
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

/** Says once, where the tests are run, why some are left out. */
export function sayIfMissing(isPresent: boolean, sentence: string): boolean {
  if (!isPresent) process.stderr.write(`Skipped: ${sentence}\n`);
  return isPresent;
}
