import { sql } from 'kysely';
import type { Db } from '../src/db/db.ts';

const USERS = 2000;

/** The fleet is `USERS` devices with an owner each; the newest rows of each table are at 2026-05-01, one a minute. */
const AT = "timestamptz '2026-05-01T00:00:00Z' - n * interval '1 minute'";

/** Enough rows, spread as on a large server, for the planner to prefer the index that a query is meant to use. */
const STATEMENTS = [
  `insert into app_user (email, password_hash, name, surname, address, terms_accepted_at, created_at)
   select 'user' || n || '@example.org', '', 'Meno' || n % 97, 'Priezvisko' || n % 89, 'Ulica ' || n, now(), ${AT}
   from generate_series(1, ${USERS}) n`,
  `insert into user_role (user_id, role)
   select n, case when n <= 3 then 'Super Seller' else 'Seller' end from generate_series(1, ${USERS / 2}) n`,
  `insert into device (id_dev, secret_hash, fc_id, alias)
   select 'MNB-' || n, '', 'FC-' || n, 'Dom ' || n from generate_series(1, ${USERS}) n`,
  `insert into user_device (user_id, device_id, access) select n, n, 'owner' from generate_series(1, ${USERS}) n`,
  `insert into user_device (user_id, device_id, access, granted_by, expires_at, is_end_told)
   select n % ${USERS} + 1, n, 'delegate', n, ${AT} + interval '1 day', n > 1400 from generate_series(1, ${USERS}) n`,
  `insert into session (id, user_id, is_remembered, expires_at, previous_hash)
   select int4send(n), n % ${USERS} + 1, true, ${AT} + interval '3 days', int4send(-n) from generate_series(1, 5000) n`,
  `insert into second_factor (user_id, kind, name, created_at, confirmed_at)
   select n % ${USERS} + 1, 'totp', '', ${AT}, ${AT} from generate_series(1, 5000) n`,
  `insert into auth_challenge (token_hash, purpose, user_id, expires_at)
   select int4send(n), 'login', n % ${USERS} + 1, ${AT} + interval '3 days' from generate_series(1, 5000) n`,
  `insert into known_device (token_hash, user_id, used_at, expires_at)
   select int4send(n), n % ${USERS} + 1, ${AT}, ${AT} + interval '3 days' from generate_series(1, 5000) n`,
  `insert into login_attempt (key, attempts, free_at, attempted_at)
   select int4send(n), 1, ${AT}, ${AT} + interval '4 days' from generate_series(1, 5000) n`,
  `insert into command (id, device_id, user_id, op, what, target, value, old_value, reported_value, status,
     idempotency_key, created_at, expires_at, finished_at)
   select 'C' || n, n % 200 + 1, n % ${USERS} + 1,
     (array['start_stop', 'write', 'reg_read', 'reg_read'])[n % 4 + 1], 'x', 'on_off', 'true', 'false', 'true',
     case when n % 10 = 0 then 'done' when n < 20 then 'created' else 'failed' end, 'key' || n, ${AT}, ${AT},
     case when n % 10 = 0 or n >= 20 then ${AT} end
   from generate_series(1, 20000) n`,
  `insert into board_session (device_id, server_id, conn, is_online, since, changed_at)
    select id, 'a', 1, true, now(), now() - interval '1 day' from device`,
  `insert into board_event (device_id, id, code, severity, reading, received_at, raised_at, cleared_at)
   select n % 200 + 1, 'E' || n, 'DRY_RUN', 'alarm', '{}', ${AT}, ${AT}, case when n > 50 then ${AT} end
   from generate_series(1, 20000) n`,
  `insert into alert (device_id, event_id, kind, code, severity, raised_at, cleared_at, resolved_at, notes)
   select n % 200 + 1, 'E' || n, 'dry_run', case when n % 300 = 0 then 'PIPE_BURST' else 'DRY_RUN' end,
     case when n % 200 = 1 then 'info' else 'alarm' end, ${AT}, ${AT},
     case when n % 2 = 0 then ${AT} end, case when n % 10 = 0 then 'poznámka ' || n end
   from generate_series(1, 20000) n`,
  `insert into alert_delivery (alert_id, change, step, user_id, channel, target_id, target_label, state, created_at,
     next_at, message_key, formed_at)
   select n, 'raised', 'owner', n % ${USERS} + 1, 'mail', n % ${USERS} + 1, '', case when n > 50 then 'sent' else 'waiting' end,
     ${AT}, ${AT}, 'K' || n, ${AT}
   from generate_series(1, 20000) n`,
  `insert into alert_escalation (alert_id, step, due_at) select n, 'delegates', ${AT} from generate_series(1, 5000) n`,
  `insert into push_subscription (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
   select n % ${USERS} + 1, int4send(n), '', int4send(n), '', '', ${AT} from generate_series(1, 5000) n`,
  `insert into webhook (user_id, name, url, secret, created_at)
   select n % ${USERS} + 1, '', '', '', ${AT} from generate_series(1, 5000) n`,
  `insert into webhook_call (webhook_id, at, is_test, duration_ms)
   select n % 5000 + 1, ${AT}, false, 5 from generate_series(1, 20000) n`,
  `insert into integration (user_id, name, password_hash, created_at)
   select n % ${USERS} + 1, '', '', ${AT} from generate_series(1, 5000) n`,
  `insert into api_token (user_id, name, token_hash, created_at, expires_at)
   select n % ${USERS} + 1, '', int4send(n), ${AT}, ${AT} from generate_series(1, 5000) n`,
  `insert into inbox_item (user_id, event, created_at)
   select n % 200 + 1, '{"type":"device_removed"}', ${AT} from generate_series(1, 20000) n`,
  `insert into device_change (device_id, kind, action, fields, status, created_at, finished_at)
   select n % 200 + 1, 'name', 'changed', '[]', 'done', ${AT}, ${AT} from generate_series(1, 20000) n`,
  `insert into visit (device_id, day, part, state, created_at, changed_at)
   select n % 500 + 1, '2026-05-01', 'day', case when n > 500 then 'done' else 'agreed' end, ${AT}, ${AT} from generate_series(1, 5000) n`,
  `insert into lock_out (device_id, user_id, reason, until, created_at, ended_at)
   select n % 500 + 1, 1, 'x', ${AT}, ${AT}, case when n > 500 then ${AT} end from generate_series(1, 5000) n`,
  `insert into security_event (seq, at, kind, outcome, user_id, count, detail)
   select n, ${AT}, case when n % 500 = 0 then 'role' else 'login' end, 'done', n % 200 + 1, 1, '{}' from generate_series(1, 20000) n`,
  `insert into commissioning (device_id, user_id, year, number, steps, started_at, changed_at, ended_at)
   select n % 500 + 1, 1, 2026, n, '[]', ${AT}, ${AT}, case when n > 500 then ${AT} end from generate_series(1, 5000) n`,
  `insert into firmware_release (id, version, hw, manifest, changelog, image, uploaded_at)
   select 'R' || n, '1.0.' || n, 'MNB-2', '{}', '{}', '', now() from generate_series(1, 20) n`,
  `insert into firmware_update (device_id, release_id, status, started_at, changed_at, ended_at)
   select n % 500 + 1, 'R' || (n % 20 + 1), 'UPDATED', ${AT}, ${AT}, case when n > 20 then ${AT} end
   from generate_series(1, 5000) n`,
  `create table frame_20260430 partition of frame for values from ('2026-04-30Z') to ('2026-05-01Z')`,
  `insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival)
   select n % 200 + 1, timestamptz '2026-04-30T12:00:00Z' + n * interval '1 second', 1, n, now(), 1, n % 20 = 0
   from generate_series(1, 20000) n`,
  'analyze',
];

export async function fillTables(db: Db): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
