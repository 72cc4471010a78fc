import { createHash } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { logIn } from './api-client.ts';
import { aRegistration } from './factories.ts';

interface FleetBoard {
  deviceId: string;
  secret: string;
}

/** Boards stored in the database, and a logged-in technician who may operate all of them. */
export async function createStaffedFleet(url: string, connection: ClientConfig, count: number) {
  const person = aRegistration({ email: 'technician@example.com' });
  await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const boards: FleetBoard[] = Array.from({ length: count }, (_, n) => {
    const deviceId = `MNB-F${String(n).padStart(5, '0')}`;
    return { deviceId, secret: `secret of ${deviceId}` };
  });
  const db = new Client(connection);
  await db.connect();
  await db.query(
    "insert into user_role (user_id, role) select id, 'Technician' from app_user where email = $1",
    [person.email],
  );
  const hashes = boards.map(({ secret }) => createHash('sha256').update(secret).digest());
  await db.query('insert into device (id_dev, secret_hash) select * from unnest($1::text[], $2::bytea[])', [
    boards.map(({ deviceId }) => deviceId),
    hashes,
  ]);
  await db.end();
  return { boards, api: await logIn(url, person.email, person.password) };
}
