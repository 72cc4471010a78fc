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

/** A process that is stopped for a while: its connections stay open, and it answers nothing. */
export async function freezeProcess(pid: number, ms: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
