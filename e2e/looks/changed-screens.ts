import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Screen } from '../screens/screen.ts';
import { SCREENS_BY_FOLDERS, screens } from '../screens/screens.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Everything that a screen consists of. */
const SOURCES = ['apps/console', 'packages/i18n', 'e2e/screens'];
const FEATURE = /^apps\/console\/src\/areas\/[^/]+\/([^/]+)\//;
const TEST = /\.test\.tsx?$/;

/** The screens that these files draw: those of a feature, or all if a file of several features is among them. */
export function screensOf(files: readonly string[]): readonly Screen[] {
  const folders = files.filter((file) => !TEST.test(file)).map((file) => FEATURE.exec(file)?.[1]);
  if (folders.includes(undefined)) return screens;
  const changed = new Set(folders);
  const drawn = SCREENS_BY_FOLDERS.filter(([names]) => names.split(' ').some((name) => changed.has(name)));
  return [...new Set(drawn.flatMap(([, found]) => found))];
}

/** The screens whose files differ from this commit, also uncommitted; without a commit all of them. */
export async function changedScreens(since: string | undefined): Promise<readonly Screen[]> {
  if (!since) return screens;
  const git = promisify(execFile);
  const { stdout } = await git('git', ['diff', '--name-only', since, '--', ...SOURCES], { cwd: ROOT });
  return screensOf(stdout.split('\n').filter(Boolean));
}
