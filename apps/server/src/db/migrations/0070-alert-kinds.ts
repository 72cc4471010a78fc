import { type Kysely, sql } from 'kysely';

/** The kind of an alert, as the rules of this version map codes and faults of the drive. */
const KIND = sql`case
  when alert.code = 'FC_FAULT' then coalesce(
    (select case event.reading ->> 'fault'
        when '10' then 'under_voltage'
        when '15' then 'over_temperature'
        when '16' then 'over_temperature'
        when '22' then 'sensor_fault'
      end
      from board_event event where event.device_id = alert.device_id and event.id = alert.event_id),
    'drive_fault')
  when alert.code = 'SENSOR_BREAK' then 'sensor_fault'
  when alert.code = 'FC_OFFLINE' then 'fc_link_lost'
  else lower(alert.code)
end`;

/** An older open alert of the same device and kind continues in the newest one. */
async function mergeOpenAlerts(db: Kysely<unknown>): Promise<void> {
  await sql`
    update board_event set alert_id = newest.id
    from alert
    join lateral (
      select id from alert later
      where later.device_id = alert.device_id and later.kind = alert.kind
        and (alert.cleared_at is not null and later.id = alert.id or alert.cleared_at is null and later.cleared_at is null)
      order by raised_at desc, id desc limit 1
    ) newest on true
    where board_event.device_id = alert.device_id and board_event.id = alert.event_id`.execute(db);
  await sql`
    update alert set cleared_at = later.raised_at
    from alert later
    where later.device_id = alert.device_id and later.kind = alert.kind
      and alert.cleared_at is null and later.cleared_at is null
      and (later.raised_at, later.id) > (alert.raised_at, alert.id)
      and not exists (
        select from alert between_
        where between_.device_id = alert.device_id and between_.kind = alert.kind and between_.cleared_at is null
          and (between_.raised_at, between_.id) > (alert.raised_at, alert.id)
          and (between_.raised_at, between_.id) < (later.raised_at, later.id)
      )`.execute(db);
}

/**
 * One open alert per device and kind. Events of a board and a rule of the server may hold it open together: an event
 * names its alert, and `is_by_rule` is the rule's part. An alert of the whole installation has no device. The state of
 * the rules and their settings are rows, so that any server continues them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert
      alter column device_id drop not null,
      alter column event_id drop not null,
      add column kind text,
      add column since_at timestamptz,
      add column numbers jsonb not null default '{}',
      add column thresholds jsonb not null default '{}',
      add column is_by_rule boolean not null default false,
      add column occurrences integer not null default 1,
      add column shelved_until timestamptz,
      add column shelved_by integer references app_user on delete set null`.execute(db);
  await sql`update alert set kind = ${KIND}`.execute(db);
  await sql`alter table alert alter column kind set not null`.execute(db);
  await sql`alter table board_event add column alert_id integer`.execute(db);
  await mergeOpenAlerts(db);
  for (const index of ['alert_one_fc_id_conflict', 'alert_one_message_flood'])
    await sql`drop index ${sql.id(index)}`.execute(db);
  await sql`
    create unique index alert_one_open on alert (device_id, kind) nulls not distinct
    where cleared_at is null`.execute(db);
  await sql`
    create table alert_rule_state (
      device_id integer primary key references device on delete cascade,
      state jsonb not null,
      version integer not null default 1,
      at timestamptz not null
    )`.execute(db);
  await sql`
    create table alert_settings (
      device_id integer primary key references device on delete cascade,
      settings jsonb not null,
      user_id integer references app_user on delete set null,
      at timestamptz not null
    )`.execute(db);
}
