import { type Kysely, sql } from 'kysely';

/** Labels and groups of the staff for the fleet list (R7.2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table label (
      id integer generated always as identity primary key,
      kind text not null constraint label_kind_known check (kind in ('label', 'group')),
      name text not null,
      name_key text not null generated always as (searchable(name)) stored,
      created_at timestamptz not null,
      unique (kind, name_key),
      unique (id, kind)
    )`.execute(db);
  // A device is in one group at most.
  await sql`
    create table device_label (
      device_id integer not null references device on delete cascade,
      label_id integer not null,
      kind text not null,
      group_of integer generated always as (case kind when 'group' then device_id end) stored unique,
      primary key (device_id, label_id),
      unique (label_id, device_id),
      foreign key (label_id, kind) references label (id, kind) on delete cascade
    )`.execute(db);
}
