import type { Registration } from '@manoboard/contract/account';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** People of the demo are found in the demo only. */
export const findCredentials = (db: Db, email: string, isDemo: boolean) =>
  db
    .selectFrom('app_user')
    .where('is_demo', 'in', [false, isDemo])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select(['id', 'password_hash as passwordHash'])
    .executeTakeFirst();

/** Nothing if the e-mail is taken: the index decides, also between two at once. */
export const insertUser = (
  db: Db,
  user: Omit<Registration, 'password' | 'terms_accepted'>,
  passwordHash: string,
  now: Date,
) =>
  db
    .insertInto('app_user')
    .values({
      email: user.email,
      name: user.name,
      surname: user.surname,
      phone_number: user.phone_number || null,
      password_hash: passwordHash,
      terms_accepted_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email', 'name', 'surname', 'phone_number', 'address'])
    .executeTakeFirst();
