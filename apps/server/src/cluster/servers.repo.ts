import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** A server of this database, and how long ago it wrote its row. */
export interface ServerRow {
  serverId: string;
  silentMs: number;
  isBusUp: boolean;
  isDraining: boolean;
  /** False for a server of a version before the checksums of the bus. */
  hasChecksum: boolean;
}

/** Writes the row of this server by the clock of the database. Returns that clock, in Unix milliseconds. */
export async function markRunning(
  db: Db,
  server: { serverId: string; version: string; isBusUp: boolean; isDraining: boolean; hasLink: boolean },
): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`
    insert into server (server_id, version, is_bus_up, is_draining, has_link, has_checksum)
    values (${server.serverId}, ${server.version}, ${server.isBusUp}, ${server.isDraining}, ${server.hasLink}, true)
    on conflict (server_id) do update
    set seen_at = clock_timestamp(), version = excluded.version, is_bus_up = excluded.is_bus_up,
      is_draining = excluded.is_draining, has_link = excluded.has_link, has_checksum = true
    returning extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`.execute(db);
  return rows[0]?.nowMs ?? Number.NaN;
}

export async function listServers(db: Db): Promise<ServerRow[]> {
  const { rows } = await sql<ServerRow>`
    select server_id as "serverId", is_bus_up as "isBusUp", is_draining as "isDraining",
      has_checksum as "hasChecksum",
      extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as "silentMs"
    from server`.execute(db);
  return rows;
}

export const deleteServer = (db: Db, serverId: string) =>
  db.deleteFrom('server').where('server_id', '=', serverId).execute();

/** Rows of servers that are gone for good, and of stopped ones whose boards have had the time to move. */
export const deleteServers = (db: Db, silentMs: { gone: number; stopped: number }) =>
  sql`
    delete from server
    where seen_at < now() - (case when is_draining then ${silentMs.stopped}::float8 else ${silentMs.gone} end) * interval '1 ms'`.execute(
    db,
  );
