import type { Personalization } from '@manoboard/contract/nouns/account';
import { getAccount } from '../../db/account.ts';
import type { Db } from '../../db/db.ts';
import type { SessionUser } from '../../http/session.ts';
import { getPersonalization, listRoles, setPersonalization } from './users.repo.ts';

const NOTHING_CHOSEN: Personalization = { card_order: [], theme_colour: null, locale: null };

export const createUsers = (db: Db) => ({
  me: (user: SessionUser) => getAccount(db, user.id),
  /** R3.7 */
  roles: (user: SessionUser) => listRoles(db, user.id),

  personalization: async (user: SessionUser) => (await getPersonalization(db, user.id)) ?? NOTHING_CHOSEN,

  async personalize(user: SessionUser, personalization: Personalization): Promise<Personalization> {
    await setPersonalization(db, user.id, personalization);
    return personalization;
  },
});
export type Users = ReturnType<typeof createUsers>;
