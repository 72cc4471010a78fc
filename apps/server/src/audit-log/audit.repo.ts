import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { AuditHead, AuditRow } from './audit-chain.ts';

const toHead = ({ seq, hash }: { seq: string; hash: Buffer }): AuditHead => ({ seq: Number(seq), hash });

export async function findHead(db: Db): Promise<AuditHead | undefined> {
  const row = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst();
  return row && toHead(row);
}

/**
 * Appends in one statement, by a function of the database: the end of the log is locked until the transaction ends, and
 * commands of everybody wait for it. Returns the number of the last line.
 */
export async function insertLines(tx: Db, at: Date, lines: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    last: string;
  }>`select append_audit(${at.getTime()}, ${lines}) as last`.execute(tx);
  return Number(rows[0]?.last);
}

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
