import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

const LONGEST_PAUSE_MS = 50;

/** Ends one random backend of the database after the other until `isOver`; returns how many. */
export async function killRandomBackends(connection: ClientConfig, isOver: () => boolean): Promise<number> {
  const client = new Client(connection);
  await client.connect();
  let killed = 0;
  try {
    while (!isOver()) {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1
         ) victim`,
      );
      killed += rowCount ?? 0;
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
  } finally {
    await client.end();
  }
  return killed;
}

/** Postmaster and backends; each backend is in a session of its own. */
const processesOf = (postmaster: number) =>
  [
    postmaster,
    ...execFileSync('pgrep', ['-P', `${postmaster}`], { encoding: 'utf8' })
      .split('\n')
      .map(Number),
  ].filter(Boolean);

/** A Postgres that is stopped: its connections stay open, and it answers nothing. Gives back how to let it go on. */
export function freezePostgres(postmaster: number): () => void {
  const frozen = processesOf(postmaster);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  };
}
