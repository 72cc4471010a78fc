import type {
  SecurityEvent,
  SecurityKind,
  SecurityOutcome,
} from '@manoboard/contract/installation/security-event';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { SecurityEventTable } from '../db/tables/installation-tables.ts';

export type NewSecurityRow = Omit<Insertable<SecurityEventTable>, 'detail'> & {
  detail: Record<string, string>;
};

export const insertSecurityRows = (tx: Db, rows: readonly NewSecurityRow[]) =>
  tx
    .insertInto('security_event')
    .values(rows.map((row) => ({ ...row, detail: JSON.stringify(row.detail) })))
    .execute();

/** Accounts by e-mail in lower case. */
export async function findAccountIds(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .where(sql<string>`lower(email)`, 'in', [...new Set(emails)])
    .where('deleted_at', 'is', null)
    .select(['id', sql<string>`lower(email)`.as('email')])
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

export interface SecurityFilter {
  kind?: SecurityKind | undefined;
  outcome?: SecurityOutcome | undefined;
  userId?: number | undefined;
  /** Rows before this number. */
  before?: number | undefined;
}

/** Newest first. */
export async function listSecurityEvents(
  db: Db,
  { kind, outcome, userId, before }: SecurityFilter,
  limit: number,
): Promise<SecurityEvent[]> {
  const rows = await db
    .selectFrom('security_event as event')
    .leftJoin('app_user', 'app_user.id', 'event.user_id')
    .$if(kind !== undefined, (query) => query.where('event.kind', '=', kind ?? 'login'))
    .$if(outcome !== undefined, (query) => query.where('event.outcome', '=', outcome ?? 'done'))
    .$if(userId !== undefined, (query) => query.where('event.user_id', '=', userId ?? 0))
    .$if(before !== undefined, (query) => query.where('event.seq', '<', String(before)))
    .select(['event.seq', 'event.at', 'event.kind', 'event.outcome', 'event.code', 'event.user_id'])
    .select(['event.address', 'event.user_agent', 'event.count', 'event.detail', 'name', 'surname'])
    .orderBy('event.seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ seq, at, user_id, name, surname, ...row }) => ({
    ...row,
    seq: Number(seq),
    at: Math.floor(at.getTime() / 1000),
    user: user_id === null || name === null ? null : { id: user_id, name: `${name} ${surname ?? ''}`.trim() },
  }));
}
