import type { Context } from '../base/context.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { type Db, openForMigration } from './db.ts';
import { isSuperuser, prepareInstallation } from './installation.ts';
import { type openSecretKey, requireSecretKey } from './secret-key.ts';

interface Needs extends Pick<Context, 'config' | 'connection' | 'log' | 'onProgress'> {
  secretKey: ReturnType<typeof openSecretKey>;
  secrets: SecretBox;
}

/** Migrates the database and checks that this server may use it. */
export async function prepareDatabase(needs: Needs, installQueue: (db: Db) => Promise<void>) {
  const { config, connection, log, onProgress, secretKey, secrets } = needs;
  const db = openForMigration(connection, log);
  try {
    const kind = config.DEMO ? 'demo' : 'real';
    for (const name of await prepareInstallation(db, kind)) onProgress(`database: ${name}`);
    await requireSecretKey(db, config, secretKey, secrets);
    await installQueue(db);
    if (await isSuperuser(db))
      log.warn('the user of DATABASE_URL is a superuser of the database: give the server a plain role');
  } finally {
    await db.destroy();
  }
}
