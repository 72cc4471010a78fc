import type { Db } from '../../db/db.ts';
import { deleteRenewals } from './secret-renewal.repo.ts';

export interface NewBoard {
  deviceId: string;
  secretHash: Buffer;
  claimHash: Buffer | null;
}

const rowOf = ({ deviceId, secretHash, claimHash }: NewBoard) => ({
  id_dev: deviceId,
  secret_hash: secretHash,
  claim_hash: claimHash,
});

/** Returns the IDs of the boards that were not known yet. */
export const insertBoards = async (db: Db, boards: readonly NewBoard[]): Promise<string[]> => {
  const rows = await db
    .insertInto('device')
    .values(boards.map(rowOf))
    .onConflict((conflict) => conflict.column('id_dev').doNothing())
    .returning('id_dev')
    .execute();
  return rows.map((row) => row.id_dev);
};

/** Known boards get the new secret and claim code, also instead of one on its way; everything else of theirs stays. */
export async function replaceBoards(db: Db, boards: readonly NewBoard[]): Promise<void> {
  await db
    .insertInto('device')
    .values(boards.map(rowOf))
    .onConflict((conflict) =>
      conflict.column('id_dev').doUpdateSet((eb) => ({
        secret_hash: eb.ref('excluded.secret_hash'),
        claim_hash: eb.ref('excluded.claim_hash'),
      })),
    )
    .execute();
  await deleteRenewals(
    db,
    boards.map(({ deviceId }) => deviceId),
  );
}

/** False for an unknown board. A board that is blocked already keeps its time. */
export const markBlocked = async (db: Db, deviceId: string, at: Date | null): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .where('id_dev', '=', deviceId)
    .set((eb) => ({ blocked_at: at === null ? null : eb.fn.coalesce('blocked_at', eb.val(at)) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Newest first. */
export const listBlocked = (db: Db) =>
  db
    .selectFrom('device')
    .where('blocked_at', 'is not', null)
    .select(['id_dev', 'alias', 'blocked_at'])
    .$narrowType<{ blocked_at: Date }>()
    .orderBy('blocked_at', 'desc')
    .execute();

/** Owner of the device, as a list of at most one. */
export const listOwners = async (db: Db, deviceId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('user_device')
    .innerJoin('device', 'device.id', 'user_device.device_id')
    .where('device.id_dev', '=', deviceId)
    .where('access', '=', 'owner')
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
};
