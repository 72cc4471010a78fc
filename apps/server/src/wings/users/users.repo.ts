import type { Personalization } from '@manoboard/contract/account/account';
import type { Db } from '../../db/db.ts';

export const setPersonalization = (db: Db, id: number, personalization: Personalization) =>
  db
    .updateTable('app_user')
    .set({ personalization: JSON.stringify(personalization) })
    .where('id', '=', id)
    .execute();
