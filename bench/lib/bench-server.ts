import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { UNLIMITED } from './options.ts';

/** The built server as a process of its own, with a connection to its embedded database. */
export async function startBenchServer(env: Record<string, string> = {}) {
  const installation = await createInstallation();
  const program = await startServerProgram({ ...installation.env, ...UNLIMITED, ...env });
  const { connection, pid: postgresPid } = await installation.postgres();
  const db = new Client(connection);
  await db.connect();
  return {
    url: program.ready.url,
    mqttUrl: program.ready.mqttUrl,
    pid: program.child.pid ?? 0,
    postgresPid,
    postgres: installation.postgres,
    connection,
    db,
    async stop() {
      await db.end();
      await program.stop();
      await installation.remove();
    },
  };
}
