import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import type { Client } from 'pg';

const SECRET = 'bench';
const idDevOf = (n: number) => `MNB-R${String(n).padStart(5, '0')}`;

/** Devices distributed evenly among owners; returns the boards' credentials. */
export async function seedFleet(db: Client, devices: number, owners: number) {
  await db.query(`
    insert into app_user (email, password_hash, name, surname, terms_accepted_at, email_confirmed_at)
    select 'fleet' || n || '@example.com', 'x', 'Eva', 'Vodná', now(), now() from generate_series(1, ${owners}) n`);
  await db.query(`
    insert into device (id_dev, secret_hash, fc_id, fc_type)
    select 'MNB-R' || lpad(n::text, 5, '0'), sha256('${SECRET}'), 'FC-R' || lpad(n::text, 5, '0'), 'GD10' from generate_series(1, ${devices}) n`);
  await db.query(`
    insert into user_device (user_id, device_id, access, created_at)
    select u.id, d.id, 'owner', to_timestamp(0)
    from device d join app_user u on u.email = 'fleet' || 1 + substr(d.id_dev, 6)::int % ${owners} || '@example.com'
    where d.id_dev like 'MNB-R%'`);
  await db.query('analyze');
  return Array.from({ length: devices }, (_, n) => ({ deviceId: idDevOf(n + 1), secret: SECRET }));
}

/** A cookie of the n-th owner, without a password. */
export async function loginOwner(db: Client, n: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into session (id, user_id, is_remembered, expires_at)
     select $1, id, false, now() + interval '12 hours' from app_user where email = $2`,
    [createHash('sha256').update(token).digest(), `fleet${n}@example.com`],
  );
  return `${SESSION_COOKIE}=${token}`;
}
