import { type Kysely, sql } from 'kysely';

/** Receivers of alerts whom no channel reaches, and mails that were written as files since the server sends none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_unreached (
      alert_id integer not null references alert on delete cascade,
      change text not null,
      occurrence integer not null,
      user_id integer not null references app_user on delete cascade,
      step text not null,
      ways jsonb not null,
      created_at timestamptz not null,
      primary key (alert_id, change, occurrence, user_id),
      constraint alert_unreached_step_known
        check (step in ('owner', 'delegates', 'technicians', 'staff', 'installation'))
    )`.execute(db);
  await sql`
    alter table alert_delivery
      drop constraint alert_delivery_state_known,
      add constraint alert_delivery_state_known
        check (state in ('waiting', 'held', 'sent', 'written', 'failed', 'seen'))`.execute(db);
}
