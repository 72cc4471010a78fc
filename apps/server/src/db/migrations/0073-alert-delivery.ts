import { type Kysely, sql } from 'kysely';

/**
 * The ledger of alert deliveries, the steps of escalation that are not due yet, and the settings of both. A message is
 * one delivery, or the deliveries of a digest: they have the same `message_key`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_delivery (
      id integer primary key generated always as identity,
      alert_id integer not null references alert on delete cascade,
      change text not null,
      step text not null,
      user_id integer references app_user on delete cascade,
      channel text not null,
      target_id text not null,
      target_label text not null,
      state text not null default 'waiting',
      created_at timestamptz not null,
      next_at timestamptz not null,
      attempts integer not null default 0,
      reason text,
      message_key text,
      formed_at timestamptz,
      sent_at timestamptz,
      failed_at timestamptz,
      seen_at timestamptz,
      constraint alert_delivery_once unique nulls not distinct (alert_id, change, user_id, channel, target_id),
      constraint alert_delivery_state_known check (state in ('waiting', 'held', 'sent', 'failed', 'seen')),
      constraint alert_delivery_change_known check (change in ('raised', 'escalated', 'cleared')),
      constraint alert_delivery_step_known
        check (step in ('owner', 'delegates', 'technicians', 'staff', 'installation')),
      constraint alert_delivery_channel_known check (channel in ('mail', 'push', 'webhook'))
    )`.execute(db);
  await sql`
    create table alert_escalation (
      alert_id integer not null references alert on delete cascade,
      step text not null,
      due_at timestamptz not null,
      primary key (alert_id, step)
    )`.execute(db);
  await sql`
    create table escalation_settings (
      device_id integer primary key references device on delete cascade,
      settings jsonb not null,
      changed_by integer references app_user on delete set null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table notification_settings (
      user_id integer primary key references app_user on delete cascade,
      settings jsonb not null
    )`.execute(db);
}
