import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../base/config.ts';
import { storeFile } from '../base/durable-file.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { StartRefused } from '../base/start-refused.ts';
import type { Db } from './db.ts';

/** The key of the secrets in the database, below `DATA_DIR/secrets`. */
export const SECRET_KEY = 'secret-key';

type Place = Pick<Config, 'DATA_DIR' | 'SECRET_KEY'>;

const fileOf = ({ DATA_DIR }: Pick<Place, 'DATA_DIR'>) => join(DATA_DIR, 'secrets', SECRET_KEY);

/** The setting, or the file; nothing before the first start. */
export function findSecretKey(config: Place): string | undefined {
  if (config.SECRET_KEY) return config.SECRET_KEY;
  try {
    return readFileSync(fileOf(config), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** On the disk when it returns: what is encrypted with a lost key is lost. */
export function storeSecretKey(config: Pick<Place, 'DATA_DIR'>, key: string): void {
  const file = fileOf(config);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  storeFile(file, key);
}

export interface SecretKey {
  text: string;
  /** Not stored yet: `requireSecretKey` stores it with the first start. */
  isNew: boolean;
}

export function openSecretKey(config: Place): SecretKey {
  const text = findSecretKey(config);
  return text ? { text, isNew: false } : { text: randomBytes(32).toString('base64url'), isNew: true };
}

export const findCheck = async (db: Db) =>
  (await db.selectFrom('installation').select('secret_check').executeTakeFirst())?.secret_check ?? undefined;

const WHERE = `Copy the file secrets/${SECRET_KEY} from DATA_DIR of the server that wrote them, or name one file on all servers (SECRET_KEY_FILE)`;
const FORGET = 'If that key is lost, "npm run cli -- secrets forget" removes what only it can read.';

/** The first server on a database decides on its key; a server with another one cannot read the secrets and is refused. */
export async function requireSecretKey(db: Db, config: Place, key: SecretKey, box: SecretBox): Promise<void> {
  const known = await findCheck(db);
  if (known && key.isNew)
    throw new StartRefused(
      `The database has encrypted secrets, and this server has no key for them. ${WHERE}. ${FORGET}`,
    );
  if (!known) {
    if (key.isNew) storeSecretKey(config, key.text);
    await db
      .updateTable('installation')
      .set({ secret_check: box.check })
      .where('secret_check', 'is', null)
      .execute();
  }
  if ((await findCheck(db))?.equals(box.check)) return;
  if (key.isNew) rmSync(fileOf(config), { force: true });
  throw new StartRefused(`The secrets of the database were encrypted with another key. ${WHERE}. ${FORGET}`);
}

/** For an operator who has lost the key: the next start of a server stores the check value of its own. */
export const forgetSecretKey = (db: Db) =>
  db.updateTable('installation').set({ secret_check: null }).execute();
