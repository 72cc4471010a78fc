import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';

/** A row as servers exchange it. Newer is the higher (conn, rev). */
export interface BoardSession {
  deviceKey: DeviceKey;
  deviceId: string;
  serverId: string;
  conn: number;
  rev: number;
  isOnline: boolean;
  sinceS: number;
  /** Not in the row: the server has let go of a board that was online, which may connect to any server. */
  isMoving?: boolean;
}

const COLUMNS = sql`
  device.id as "deviceKey", id_dev as "deviceId", owned.server_id as "serverId", owned.conn::float8 as conn, owned.rev,
  owned.is_online as "isOnline", extract(epoch from owned.since)::float8 as "sinceS"`;

export interface Claimed extends BoardSession {
  /** The server that had the board before; null for the first connection of a board. */
  formerId: string | null;
}

/**
 * Makes this server the owner of boards, each once. The token is above the known one too: of a standby that took over
 * without the last claims the row has an older one. A board that was online stays so until its birth or its loss: a board
 * that moves to another server was never offline.
 */
export async function claimBoards(
  db: Db,
  serverId: string,
  boards: readonly { deviceKey: DeviceKey; knownConn: number }[],
): Promise<Claimed[]> {
  const deviceKeys = boards.map(({ deviceKey }) => deviceKey);
  const { rows } = await sql<Claimed>`
    with former as (
      select device_id, server_id from board_session where device_id = any(${deviceKeys}::int[])
      order by device_id for update
    ), claimed as (
      insert into board_session (device_id, server_id, conn, is_online, since)
      select id, ${serverId}, known.conn + 1, false, now() from device
      join unnest(${deviceKeys}::int[], ${boards.map(({ knownConn }) => knownConn)}::bigint[]) as known (key, conn)
        on key = id
      order by id
      on conflict (device_id) do update
      set server_id = excluded.server_id, conn = greatest(board_session.conn + 1, excluded.conn), rev = 0, changed_at = now()
      returning *
    )
    select ${COLUMNS}, former.server_id as "formerId"
    from claimed as owned join device on device.id = owned.device_id
    left join former on former.device_id = owned.device_id`.execute(db);
  return rows;
}

/** Writes births and losses. One of an older connection, or of a board of another server, changes nothing. */
export const markPresence = (db: Db, serverId: string, changes: readonly BoardSession[]) =>
  sql`
    update board_session set is_online = change.is_online, rev = change.rev, changed_at = now(),
      since = to_timestamp(change.since)
    from unnest(
      ${changes.map(({ deviceKey }) => deviceKey)}::int[], ${changes.map(({ conn }) => conn)}::bigint[],
      ${changes.map(({ rev }) => rev)}::int[], ${changes.map(({ isOnline }) => isOnline)}::boolean[],
      ${changes.map(({ sinceS }) => sinceS)}::float8[]
    ) as change (device_id, conn, rev, is_online, since)
    where board_session.device_id = change.device_id and server_id = ${serverId}
      and board_session.conn = change.conn and board_session.rev < change.rev`.execute(db);

/** All rows, and the time of the database from which later changes are read. */
export async function listSessions(db: Db): Promise<BoardSession[]> {
  const { rows } = await sql<BoardSession>`
    select ${COLUMNS} from board_session as owned join device on device.id = owned.device_id`.execute(db);
  return rows;
}

/** Rows of the last seconds. */
export async function listChanged(db: Db, withinS: number): Promise<BoardSession[]> {
  const { rows } = await sql<BoardSession>`
    select ${COLUMNS} from board_session as owned join device on device.id = owned.device_id
    where changed_at > now() - ${withinS} * interval '1 s'`.execute(db);
  return rows;
}

/**
 * Gives boards without a living server to this one, as offline. A server that was there within this time may still get
 * them back. It is read here: of a list that was read before, a server that has just started would lose its boards.
 */
export async function claimAbandoned(db: Db, serverId: string, withinMs: number): Promise<BoardSession[]> {
  const { rows } = await sql<BoardSession>`
    with claimed as (
      update board_session
      set server_id = ${serverId}, conn = conn + 1, rev = 0, is_online = false, changed_at = now(),
        since = case when is_online
          then coalesce((select seen_at from server where server.server_id = board_session.server_id), now())
          else since end
      where server_id <> ${serverId} and not exists (
        select from server
        where server.server_id = board_session.server_id and has_link
          and seen_at > clock_timestamp() - ${withinMs} * interval '1 ms')
      returning *
    )
    select ${COLUMNS} from claimed as owned join device on device.id = owned.device_id`.execute(db);
  return rows;
}

/** Boards that connected before there were several servers. */
export const insertMissing = (db: Db, serverId: string) =>
  sql`
    insert into board_session (device_id, server_id, conn, is_online, since)
    select id, ${serverId}, 0, false, now() from device
    on conflict do nothing`.execute(db);

/** The server that the board is connected to. */
export const findServer = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('board_session')
    .where('device_id', '=', deviceKey)
    .where('is_online', '=', true)
    .select('server_id as serverId')
    .executeTakeFirst();

/** How many boards each server has online. */
export const countOnline = async (db: Db, serverId: string): Promise<number> => {
  const row = await db
    .selectFrom('board_session')
    .where('server_id', '=', serverId)
    .where('is_online', '=', true)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
};
