import { execFileSync } from 'node:child_process';
import { StartRefused } from '../../start-refused.ts';

const NAME = 'postgres';

export interface SystemUser {
  uid: number;
  gid: number;
}

const idOf = (option: '-u' | '-g') =>
  Number(execFileSync('id', [option, NAME], { stdio: ['ignore', 'pipe', 'ignore'] }));

function find(): SystemUser | undefined {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}

/** Postgres refuses to run as root, so root starts it as a user of its own, made if missing. */
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
