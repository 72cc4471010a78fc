import type { Personalization, User } from '@manoboard/contract/account/account';
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** An account as its own user sees it. */
export const getAccount = (db: Db, id: number): Promise<User> =>
  db
    .selectFrom('app_user')
    .leftJoin('email_confirmation as link', 'link.user_id', 'app_user.id')
    .where('app_user.id', '=', id)
    .select([
      'app_user.id',
      'app_user.email',
      'name',
      'surname',
      'phone_number',
      'address',
      'terms_version',
      // `int` overflows in 2038.
      sql<number>`floor(extract(epoch from terms_accepted_at))::float8`.as('terms_accepted_at'),
      sql<boolean>`email_confirmed_at is not null`.as('email_confirmed'),
      sql<string | null>`case when link.email <> app_user.email then link.email end`.as('pending_email'),
    ])
    .executeTakeFirstOrThrow();

export const NOTHING_CHOSEN: Personalization = { card_order: [], theme_colour: null, locale: null };

export const findPersonalization = async (db: Db, id: number): Promise<Personalization | null> =>
  (await db.selectFrom('app_user').where('id', '=', id).select('personalization').executeTakeFirstOrThrow())
    .personalization;
