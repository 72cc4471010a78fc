import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { startServer } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/base/config.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import { createUndo } from '../../apps/server/src/base/undo.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { UNLIMITED } from './options.ts';

/** The whole server in this process, on its own embedded database that is filled before the final start. */
export async function startOwnServer(fill: (db: Client) => Promise<void>) {
  const installation = await createInstallation();
  const config = readConfig({ ...installation.env, ...UNLIMITED, LOGINS_PER_MINUTE: '1000000' });
  const undo = createUndo();
  const connection = await openDatabase(config, undo, () => {});
  const options = { config, connection, log: createLog('error') };
  await (await startServer(options)).stop();
  const db = new Client(connection);
  await db.connect();
  await fill(db);
  const server = await startServer(options);

  return {
    url: server.url,
    mqttUrl: server.mqttUrl,
    db,
    /** A cookie of this user, without a password. */
    async login(userId: number) {
      const token = randomBytes(32).toString('base64url');
      const id = createHash('sha256').update(token).digest();
      await db.query(
        "insert into session (id, user_id, is_remembered, expires_at) values ($1, $2, false, now() + interval '12 hours')",
        [id, userId],
      );
      return { cookie: `${SESSION_COOKIE}=${token}`, sessionId: id.toString('hex') };
    },
    async stop() {
      await server.stop();
      await db.end();
      await undo.run();
      await installation.remove();
    },
  };
}
