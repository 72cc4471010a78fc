import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '@manoboard/domain/time';
import type { Client } from 'pg';
import { createLog } from '../../apps/server/src/base/log.ts';
import { openDb } from '../../apps/server/src/db/db.ts';
import { ensureHistoryPartitions } from '../../apps/server/src/wings/history/history-partitions.ts';
import { seedRollups } from '../history/history-seed.ts';
import type { ProgramLogin } from './abuse-sockets.ts';

const HISTORY_DAYS = 30;
const EXPORTED_EVENTS = 20_000;
const SEARCHED_ALERTS = 20_000;

/** What the attacker exports: events of their device. */
export const seedEvents = (db: Client, deviceId: string) =>
  db.query(
    `insert into board_event (device_id, id, code, severity, raised_at, cleared_at, reading, received_at)
     select d.id, 'X' || n, 'NO_FLOW', 'warning', now() - n * interval '1 minute', now() - n * interval '1 minute', '{}', now() - n * interval '1 minute'
     from generate_series(1, ${EXPORTED_EVENTS}) n, device d where d.id_dev = $1`,
    [deviceId],
  );

/** What the attacker searches: resolved alerts of their device, each tenth with notes. */
export const seedAlerts = (db: Client, deviceId: string) =>
  db.query(
    `insert into alert (device_id, event_id, kind, code, severity, raised_at, cleared_at, resolved_at, notes)
     select d.id, 'A' || n, 'dry_run', 'DRY_RUN', 'warning', now() - n * interval '5 minutes', now(), now(),
       case when n % 10 = 0 then 'Vymenené tesnenie ' || n end
     from generate_series(1, ${SEARCHED_ALERTS}) n, device d where d.id_dev = $1`,
    [deviceId],
  );

/** What the attacker draws and sums up: rollups of all devices, and the usage of a year of theirs. */
export async function seedGraphs(
  db: Client,
  connection: Parameters<typeof openDb>[0],
  deviceId: string,
): Promise<void> {
  const nowMs = Date.now();
  const kysely = openDb(connection, createLog('error'));
  const days = Array.from({ length: 367 }, (_, day) => nowMs + DAY_MS - day * DAY_MS);
  await ensureHistoryPartitions(kysely, days);
  await kysely.destroy();
  await seedRollups(db, nowMs, { minute: HISTORY_DAYS, hour: 365 });
  await db.query(
    `insert into energy_day (device_id, day, hours)
     select d.id, date_trunc('day', now(), 'UTC') - n * interval '1 day',
       (select jsonb_object_agg(h::text, jsonb_build_array(3600000, 720000, 3, 4.0, 720000, 0, 1, 0, n * -24 + h, 3600000, n * -24 + h + 1, 1))
        from generate_series(0, 23) h)
     from generate_series(1, 365) n, device d where d.id_dev = $1`,
    [deviceId],
  );
}

/** Logins straight into the table, more than the server would create: an account may have them from before a limit. */
export async function seedLogins(db: Client, owner: number, count: number): Promise<ProgramLogin[]> {
  const logins: ProgramLogin[] = [];
  for (let n = 0; n < count; n++) {
    const password = randomBytes(32).toString('base64url');
    const { rows } = await db.query<{ id: number }>(
      `insert into integration (user_id, name, password_hash, created_at)
       select id, 'bench', $1, now() from app_user where email = $2 returning id`,
      [createHash('sha256').update(password).digest(), `fleet${owner}@example.com`],
    );
    for (const { id } of rows) logins.push({ username: `integration/${id}`, password });
  }
  return logins;
}
