import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { seedRollups } from '../history/seed.ts';
import { isQuick } from '../lib/options.ts';
import type { ProgramLogin } from './sockets.ts';

/** What the attacker exports, searches, draws and sums up: events, alerts, rollups and a year of energy of their device. */
export async function seedAttacked(db: Client, deviceId: string): Promise<void> {
  const rows = isQuick ? 500 : 20_000;
  await db.query(
    `insert into board_event (device_id, id, code, severity, raised_at, cleared_at, reading, received_at)
     select d.id, 'X' || n, 'NO_FLOW', 'warning', at, at, '{}', at
     from device d, generate_series(1, ${rows}) n, lateral (select now() - n * interval '1 minute' as at) moment
     where d.id_dev = $1`,
    [deviceId],
  );
  await db.query(
    `insert into alert (device_id, event_id, kind, code, severity, raised_at, cleared_at, resolved_at, notes)
     select d.id, 'A' || n, 'dry_run', 'DRY_RUN', 'warning', now() - n * interval '5 minutes', now(), now(),
       case when n % 10 = 0 then 'Vymenené tesnenie ' || n end
     from generate_series(1, ${rows}) n, device d where d.id_dev = $1`,
    [deviceId],
  );
  await seedRollups(db, { minute: 30, hour: 365 });
  await db.query(
    `insert into energy_day (device_id, day, hours)
     select d.id, date_trunc('day', now(), 'UTC') - n * interval '1 day',
       (select jsonb_object_agg(h::text, jsonb_build_array(3600000, 720000, 3, 4.0, 720000, 0, 1, 0, n * -24 + h, 3600000, n * -24 + h + 1, 1))
        from generate_series(0, 23) h)
     from generate_series(1, 365) n, device d where d.id_dev = $1 on conflict do nothing`,
    [deviceId],
  );
}

/** Logins straight into the table, more than the server would create: an account may have them from before a limit. */
export async function seedLogins(db: Client, owner: number, count: number): Promise<ProgramLogin[]> {
  const passwords = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const { rows } = await db.query<{ id: number }>(
    `insert into integration (user_id, name, password_hash, created_at)
     select app_user.id, 'bench', hash, now() from app_user, unnest($1::bytea[]) with ordinality as given (hash, n)
     where email = $2 order by n returning id`,
    [
      passwords.map((password) => createHash('sha256').update(password).digest()),
      `fleet${owner}@example.com`,
    ],
  );
  return rows.map(({ id }, at) => ({ username: `integration/${id}`, password: passwords[at] ?? '' }));
}
