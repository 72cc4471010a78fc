import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export const findFile = (db: Db, hash: string) =>
  db.selectFrom('converter_profile').where('hash', '=', hash).select('file').executeTakeFirst();

interface NewProfile {
  hash: string;
  file: string;
  facts: ConverterFacts;
  received_at: Date;
}

/** A known hash is skipped: it always has the same content. */
export const insertProfile = (db: Db, { facts, ...row }: NewProfile) =>
  db
    .insertInto('converter_profile')
    .values({ ...row, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** At most one profile for each device is kept, however often a board changes its own. */
export const deleteUnusedProfiles = (db: Db) =>
  db
    .deleteFrom('converter_profile')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device')
            .whereRef('device.fc_profile', '=', 'converter_profile.hash')
            .select(sql`1`.as('one')),
        ),
      ),
    )
    .execute();

export const listDeviceIdsWith = async (db: Db, hash: string): Promise<string[]> =>
  (await db.selectFrom('device').where('fc_profile', '=', hash).select('id_dev').execute()).map(
    ({ id_dev }) => id_dev,
  );
