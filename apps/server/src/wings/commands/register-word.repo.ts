import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

export interface ReadWord {
  address: number;
  word: number;
}

export const getConverter = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .select(['fc_id as fcId', 'fc_type as fcType', 'fc_profile as fcProfile'])
    .executeTakeFirstOrThrow();

/** Excludes words that were read from another converter. */
export const listWords = (db: Db, deviceKey: DeviceKey, fcId: string) =>
  db
    .selectFrom('register_word')
    .where('device_id', '=', deviceKey)
    .where('fc_id', '=', fcId)
    .select(['address', 'word', 'read_at as readAt', 'previous_word as previousWord'])
    .execute();

export async function upsertWords(
  db: Db,
  { deviceKey, fcId, readAt }: { deviceKey: DeviceKey; fcId: string; readAt: Date },
  words: readonly ReadWord[],
): Promise<void> {
  await sql`
    insert into register_word as known (device_id, address, fc_id, word, read_at)
    select ${deviceKey}, address, ${fcId}, word, ${readAt}
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as read (address int, word int)
    on conflict (device_id, address) do update
    set previous_word = case
        when known.fc_id <> excluded.fc_id then null
        when known.word <> excluded.word then known.word
        else known.previous_word
      end,
      fc_id = excluded.fc_id, word = excluded.word, read_at = excluded.read_at`.execute(db);
}

/** R4.12: stores the value of a register after a write that was read back, as after a read. */
export async function recordWord(db: Db, deviceKey: DeviceKey, read: ReadWord, readAt: Date): Promise<void> {
  const { fcId } = await getConverter(db, deviceKey);
  await upsertWords(db, { deviceKey, fcId: fcId ?? '', readAt }, [read]);
}
