import type { ActivityKind } from '@manoboard/contract/activity/activity';
import { ChangeKind } from '@manoboard/contract/activity/device-change';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

/** The position of an entry in the list: its table, ID and time. */
export interface Place {
  kind: ActivityKind;
  id: string;
  at: Date;
}

/** The device, and a filter of its entries. */
export interface EntryFilter {
  deviceKey: DeviceKey;
  /** Now: what was stored later is left out. */
  until: Date;
  /** The requested range, both ends included. */
  range: { from?: Date | undefined; to?: Date | undefined };
  /** R4.3c: start of the tenure; `null` is all. */
  tenureStart: Date | null;
  kinds: readonly ActivityKind[];
}

const EVENT_AT = sql`coalesce(raised_at, received_at)`;
/** Padded to one length, so that entries of the same time sort by number. */
const CHANGE_ID = sql`lpad(id::text, 19, '0')`;
export const changeIdOf = (placeId: string) => placeId.replace(/^0+/, '');

/** R4.3c, and the requested range. */
function isVisible(at: RawBuilder<unknown>, { tenureStart, range: { from, to } }: EntryFilter) {
  const conditions = [
    ...(tenureStart ? [sql`${at} > ${tenureStart}`] : []),
    ...(from ? [sql`${at} >= ${from}`] : []),
    ...(to ? [sql`${at} <= ${to}`] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** Without register reads, and without attempts of strangers: those are in the audit log only. */
const commandsOf = (filter: EntryFilter) => sql`
  from command
  where device_id = ${filter.deviceKey} and created_at <= ${filter.until}
    and ${isVisible(sql`created_at`, filter)}
    and op <> 'reg_read' and problem is distinct from 'DEVICE_NOT_FOUND'`;

const eventsOf = (filter: EntryFilter) => sql`
  from board_event
  where device_id = ${filter.deviceKey} and received_at <= ${filter.until}
    and ${isVisible(EVENT_AT, filter)}`;

/** R4.3c: the change of owner itself has the time of the start, and is the first entry of the tenure. */
const changesOf = (filter: EntryFilter) => {
  const { deviceKey, until, tenureStart, kinds } = filter;
  const at = sql`created_at`;
  const isStart = tenureStart
    ? sql`(created_at = ${tenureStart} and kind = 'owner' and action in ('added', 'transferred')
        and ${isVisible(at, { ...filter, tenureStart: null })})`
    : sql`false`;
  return sql`
    from device_change
    where device_id = ${deviceKey} and created_at <= ${until} and kind = any(${kinds})
      and ((${isVisible(at, filter)}) or ${isStart})`;
};

export interface Slice {
  limit: number;
  offset?: number;
  /** Only entries older than this place. */
  before?: Pick<Place, 'id' | 'at'> | undefined;
}

/** The newest first, in one order for all three tables. */
function placesOf(filter: EntryFilter, before?: Slice['before']) {
  const isOlder = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    before
      ? sql`${at} <= ${before.at} and (${at}, ${id} collate "C") < (${before.at}, ${before.id} collate "C")`
      : sql`true`;
  const part = (
    kind: RawBuilder<unknown>,
    id: RawBuilder<unknown>,
    at: RawBuilder<unknown>,
    of: RawBuilder<unknown>,
  ) => sql`select ${kind} as kind, ${id} collate "C" as id, ${at} as at ${of} and ${isOlder(at, id)}`;
  const { kinds } = filter;
  const parts = [
    ...(kinds.includes('command')
      ? [part(sql`'command'`, sql`id`, sql`created_at`, commandsOf(filter))]
      : []),
    ...(kinds.includes('event') ? [part(sql`'event'`, sql`id`, EVENT_AT, eventsOf(filter))] : []),
    ...(hasChanges(kinds) ? [part(sql`kind`, CHANGE_ID, sql`created_at`, changesOf(filter))] : []),
  ];
  return sql<Place>`${sql.join(parts, sql` union all `)} order by at desc, id desc`;
}

export async function listPlaces(db: Db, filter: EntryFilter, slice: Slice): Promise<Place[]> {
  const { limit, offset = 0, before } = slice;
  const { rows } = await sql<Place>`${placesOf(filter, before)} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const CURSOR_SLICE = 500;

/** All places, sorted once: a cursor keeps them while the reader takes one slice after the other. */
export async function* streamPlaces(tx: Db, filter: EntryFilter): AsyncGenerator<Place[]> {
  await sql`declare places no scroll cursor for ${placesOf(filter)}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Place>`fetch forward ${sql.lit(CURSOR_SLICE)} from places`.execute(tx);
    if (rows.length === 0) return;
    yield rows;
  }
}

const hasChanges = (kinds: readonly ActivityKind[]) =>
  kinds.some((kind) => ChangeKind.options.some((option) => option === kind));

/** Counts all kinds, regardless of the filter. */
export async function countPlaces(db: Db, filter: EntryFilter): Promise<Map<ActivityKind, number>> {
  const { rows } = await sql<{ kind: ActivityKind; n: number }>`
    select 'command' as kind, count(*)::int as n ${commandsOf(filter)}
    union all select 'event', count(*)::int ${eventsOf(filter)}
    union all select kind, count(*)::int ${changesOf(filter)} group by kind`.execute(db);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
