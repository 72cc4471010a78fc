import { type Kysely, sql } from 'kysely';

/** All states of a command, idempotency keys, and an append-only audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table command
      add column target text,
      add column register integer,
      add column normalizer smallint,
      add column role text,
      add column old_value jsonb,
      add column reported_value jsonb,
      add column problem text,
      add column problem_more jsonb,
      add column idempotency_key text,
      add column request_hash bytea,
      add column late_answer_at timestamptz`.execute(db);
  await sql`update command set target = op`.execute(db);
  await sql`alter table command alter column target set not null`.execute(db);
  await sql`update command set problem = error, error = null where error ~ '^[A-Z]'`.execute(db);
  await sql`
    update command set problem = case status
      when 'rejected' then 'REJECTED' when 'failed' then 'FAILED' else 'NO_ANSWER' end
    where problem is null and status in ('rejected', 'failed', 'expired', 'timeout')`.execute(db);
  await sql`
    create unique index command_idempotency on command (user_id, device_id, idempotency_key)
    where idempotency_key is not null`.execute(db);
  await sql`
    create index command_done on command (device_id, target, finished_at desc)
    where status = 'done'`.execute(db);
  await sql`
    create index command_writes on command (device_id, created_at desc)
    where op <> 'reg_read'`.execute(db);
  await sql`create index command_reads on command (created_at) where op = 'reg_read'`.execute(db);
  await createAudit(db);
}

/** Each row holds the hash of the previous one. No foreign keys: the log outlives devices and users. */
async function createAudit(db: Kysely<unknown>) {
  await sql`
    create table audit (
      seq bigint primary key,
      at timestamptz not null,
      entry text not null,
      previous_hash bytea not null,
      hash bytea not null
    )`.execute(db);
  await sql`
    create table audit_head (
      is_only boolean primary key default true check (is_only),
      seq bigint not null,
      hash bytea not null
    )`.execute(db);
  await sql`insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'))`.execute(db);
  await sql`
    create function refuse_change_of_audit() returns trigger language plpgsql as $$
    begin raise exception 'the audit log can only grow'; end $$`.execute(db);
  await sql`
    create trigger audit_only_grows before update or delete on audit
    for each row execute function refuse_change_of_audit()`.execute(db);
  await sql`
    create trigger audit_is_never_emptied before truncate on audit
    for each statement execute function refuse_change_of_audit()`.execute(db);
}
