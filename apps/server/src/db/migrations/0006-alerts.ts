import { type Kysely, sql } from 'kysely';

/** R7.4: alerts that staff resolve. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert (
      id integer primary key generated always as identity,
      device_id integer not null references device on delete cascade,
      event_id text not null,
      code text not null,
      severity text not null,
      raised_at timestamptz not null,
      cleared_at timestamptz,
      resolved_at timestamptz,
      resolved_by integer references app_user on delete set null,
      mail_sent_at timestamptz,
      notes text,
      unique (device_id, event_id)
    )`.execute(db);
  for (const index of [
    'alert_device on alert (device_id, raised_at desc, id desc)',
    'alert_newest on alert (raised_at desc, id desc)',
    'alert_open on alert (raised_at desc, id desc) where resolved_at is null',
    'alert_resolved on alert (raised_at desc, id desc) where resolved_at is not null',
    'alert_severity on alert (severity, raised_at desc, id desc)',
    'alert_code on alert (code, raised_at desc, id desc)',
  ])
    await sql`create index ${sql.raw(index)}`.execute(db);
  await sql`create index device_demo on device (id) where is_demo`.execute(db);
}
