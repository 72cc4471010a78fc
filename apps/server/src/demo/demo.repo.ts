import type { Role } from '@manoboard/contract/account';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

interface Person {
  email: string;
  name: string;
  surname: string;
  role?: Role;
}

export async function insertPerson(db: Db, person: Person, passwordHash: string, now: Date): Promise<void> {
  const { email, name, surname, role } = person;
  const user = await db
    .insertInto('app_user')
    .values({ email, name, surname, password_hash: passwordHash, terms_accepted_at: now, is_demo: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (user && role) await db.insertInto('user_role').values({ user_id: user.id, role }).execute();
}

/** A board that is known already gets a new secret: the old one is kept nowhere. */
export async function enrolBoard(
  db: Db,
  board: { idDev: string; alias: string; secretHash: Buffer },
): Promise<{ id: number; isNew: boolean }> {
  const { idDev, alias, secretHash } = board;
  return (
    db
      .insertInto('device')
      .values({ id_dev: idDev, alias, secret_hash: secretHash, is_demo: true })
      .onConflict((conflict) => conflict.column('id_dev').doUpdateSet({ secret_hash: secretHash }))
      // A row that was updated knows who held it; one that was inserted does not.
      .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  );
}

export const giveDevice = (db: Db, deviceId: number, email: string, access: 'owner' | 'delegate') =>
  sql`
    insert into user_device (user_id, device_id, access)
    select id, ${deviceId}, ${access} from app_user where lower(email) = ${email}
    on conflict do nothing`.execute(db);
