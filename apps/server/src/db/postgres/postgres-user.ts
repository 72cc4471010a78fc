import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { StartRefused } from '../../base/start-refused.ts';

const NAME = 'postgres';

export interface SystemUser {
  uid: number;
  gid: number;
}

const idOf = (option: '-u' | '-g') =>
  Number(execFileSync('id', [option, NAME], { stdio: ['ignore', 'pipe', 'ignore'] }));

let found: SystemUser | undefined;

/** Cached: each call of `id` blocks the process for 15 ms. */
function find(): SystemUser | undefined {
  try {
    found ??= { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
  return found;
}

/** Postgres refuses to run as root, so root starts it as the user `postgres`, created if missing. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = find();
  if (known) return known;
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME],
      { stdio: 'ignore' },
    );
  } catch {
    throw new StartRefused(
      `Postgres does not run as root, and the user "${NAME}" could not be made. Make it, start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return find();
}

function canEnter(folder: string, owner: SystemUser): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...owner, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Tested as the user `postgres`, since access lists may permit what the mode of a folder denies. */
export function requireReach(folder: string, home: string, owner: SystemUser) {
  if (canEnter(folder, owner)) return;
  let closed = folder;
  while (dirname(closed) !== closed && !canEnter(dirname(closed), owner)) closed = dirname(closed);
  throw new StartRefused(
    `POSTGRES_HOME is ${home}, but the user "${NAME}" cannot enter ${closed}. Let it in (chmod o+x ${closed}), or set POSTGRES_HOME to another folder.`,
  );
}
