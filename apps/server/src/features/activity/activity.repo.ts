import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Where an entry of the list is found. */
export interface Place {
  kind: 'command' | 'event';
  id: string;
  at: Date;
}

/** Writes that the device's people may see: reading is none, and what a stranger tried is for the log alone. */
const commandsOf = (db: Db, deviceId: number, until: Date) =>
  db
    .selectFrom('command')
    .where('device_id', '=', deviceId)
    .where('created_at', '<=', until)
    .where('op', '!=', 'reg_read')
    .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '!=', 'DEVICE_NOT_FOUND')]));

const eventsOf = (db: Db, deviceId: number, until: Date) =>
  db.selectFrom('board_event').where('device_id', '=', deviceId).where('received_at', '<=', until);

interface Slice {
  until: Date;
  limit: number;
  offset?: number;
  /** Only what is older than this one: a long list is walked in slices without counting from its start each time. */
  after?: Place | undefined;
}

const EVENT_AT = sql<Date>`coalesce(raised_at, received_at)`;
const isOlder = (at: typeof EVENT_AT, after: Place | undefined) =>
  after ? sql<boolean>`(${at}, id) < (${after.at}, ${after.id})` : sql<boolean>`true`;

export const listPlaces = (
  db: Db,
  deviceId: number,
  { until, limit, offset = 0, after }: Slice,
): Promise<Place[]> =>
  commandsOf(db, deviceId, until)
    .where(isOlder(sql<Date>`created_at`, after))
    .select((eb) => [eb.val<Place['kind']>('command').as('kind'), 'id', 'created_at as at'])
    .unionAll(
      eventsOf(db, deviceId, until)
        .where(isOlder(EVENT_AT, after))
        .select((eb) => [eb.val<Place['kind']>('event').as('kind'), 'id', EVENT_AT.as('at')]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countPlaces(db: Db, deviceId: number, until: Date): Promise<number> {
  const [commands, events] = await Promise.all([
    commandsOf(db, deviceId, until)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
    eventsOf(db, deviceId, until)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return Number(commands.n) + Number(events.n);
}
