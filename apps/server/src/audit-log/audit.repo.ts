import type { Db } from '../db/db.ts';
import { lockAuditHead } from '../db/locks.ts';
import type { AuditHead, AuditRow } from './audit-chain.ts';

const toHead = ({ seq, hash }: { seq: string; hash: Buffer }): AuditHead => ({ seq: Number(seq), hash });

export const lockHead = async (tx: Db): Promise<AuditHead> => toHead(await lockAuditHead(tx));

export async function findHead(db: Db): Promise<AuditHead | undefined> {
  const row = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst();
  return row && toHead(row);
}

export const insertRows = (db: Db, rows: readonly AuditRow[]) =>
  db
    .insertInto('audit')
    .values(
      rows.map(({ seq, at, entry, previousHash, hash }) => ({
        seq,
        at,
        entry,
        previous_hash: previousHash,
        hash,
      })),
    )
    .execute();

export const moveHead = (db: Db, { seq, hash }: AuditHead) =>
  db.updateTable('audit_head').set({ seq, hash }).execute();

export async function listRows(db: Db, afterSeq: number, limit: number): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .where('seq', '>', String(afterSeq))
    .select(['seq', 'at', 'entry', 'previous_hash as previousHash', 'hash'])
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
