import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { UNLIMITED } from './options.ts';

/** The built server as a process of its own, with a connection to its embedded database. */
export async function startBenchServer(env: Record<string, string> = {}) {
  const installation = await createInstallation();
  async function open() {
    const program = await startServerProgram({ ...installation.env, ...UNLIMITED, ...env });
    const { connection, pid: postgresPid } = await installation.postgres();
    const db = new Client(connection);
    // The database ends with the server.
    db.on('error', () => {});
    await db.connect();
    return { program, db, postgresPid, pid: program.child.pid ?? 0 };
  }
  let running = await open();
  async function end(signal: NodeJS.Signals = 'SIGINT') {
    await running.db.end();
    await running.program.stop(signal);
  }
  return {
    url: running.program.ready.url,
    mqttUrl: running.program.ready.mqttUrl,
    pid: () => running.pid,
    postgresPid: () => running.postgresPid,
    db: () => running.db,
    /** The number of rows: `count("from alert where …")`. */
    async count(from: string): Promise<number> {
      const { rows } = await running.db.query<{ n: string }>(`select count(*) as n ${from}`);
      return Number(rows[0]?.n);
    },
    /** Ends the server with its database, which `start` brings back at the same addresses. */
    end,
    async start() {
      running = await open();
    },
    async stop() {
      await end();
      await installation.remove();
    },
  };
}
