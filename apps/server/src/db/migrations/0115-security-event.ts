import { type Kysely, sql } from 'kysely';

/**
 * Entries of the security log, for its page. The hash-chained log has each of them too, in the row of the same number; this
 * table can be searched and has no proof.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table security_event (
    seq bigint primary key,
    at timestamptz not null,
    kind text not null,
    outcome text not null constraint security_event_outcome_known check (outcome in ('done', 'refused')),
    code text,
    user_id integer references app_user on delete set null,
    address text,
    user_agent text,
    count integer not null,
    detail jsonb not null
  )`.execute(db);
  await sql`create index security_event_user on security_event (user_id, seq desc) where user_id is not null`.execute(
    db,
  );
  await sql`create index security_event_kind on security_event (kind, seq desc)`.execute(db);
}
