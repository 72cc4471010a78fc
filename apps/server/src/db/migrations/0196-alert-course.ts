import { type Kysely, sql } from 'kysely';

const KINDS = 'config firmware access owner name role lock_out alert visit';
const ACTIONS =
  'changed updated granted revoked left expired added transferred removed set resolved reopened agreed moved asked done cancelled';

/** What people did with an alert, so that an undone resolution stays in its course and in the timeline of the device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_step (
      id integer generated always as identity,
      alert_id integer not null references alert on delete cascade,
      change text not null check (change in ('taken', 'released', 'resolved', 'reopened')),
      user_id integer references app_user on delete set null,
      at timestamptz not null,
      primary key (alert_id, id)
    )`.execute(db);
  for (const [column, words] of [
    ['kind', KINDS],
    ['action', ACTIONS],
  ] as const)
    await sql`
      alter table device_change
        drop constraint ${sql.id(`device_change_${column}_known`)},
        add constraint ${sql.id(`device_change_${column}_known`)}
          check (${sql.id(column)} in (${sql.join(words.split(' ').map((word) => sql.lit(word)))})) not valid`.execute(
      db,
    );
}
