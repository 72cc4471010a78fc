import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { LATE_MS, REACH_MS } from '@manoboard/domain/history/blocks';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { naFields, naMask } from '../../db/frame-na.ts';
import type { FrameTable } from '../../db/schema.ts';

/** A frame with its device, its time and the time of its arrival. */
export interface PlacedFrame {
  deviceKey: DeviceKey;
  tsMs: number;
  receivedAtMs: number;
  isPlacedByArrival: boolean;
  frame: Tele;
}

const WHOLE: readonly ReadingField[] = ['on_off_state_r', 'modbus', 'pressure_control', 'fault'];
const DOUBLE: readonly ReadingField[] = ['electro_meter', 'motor_operating_hours'];

/** Postgres refuses a number too small for its column: it counts as 0. */
const SMALLEST = { int4: 0, float4: 1e-37, float8: 1e-300 };
const typeOf = (name: ReadingField) =>
  WHOLE.includes(name) ? 'int4' : DOUBLE.includes(name) ? 'float8' : 'float4';

function readingColumn(name: ReadingField): Column {
  const type = typeOf(name);
  const smallest = SMALLEST[type];
  const of = ({ frame }: PlacedFrame) => {
    const value = frame.d[name];
    return value !== undefined && Math.abs(value) < smallest ? 0 : value;
  };
  return { name, type, of };
}

/** Formats a time once for neighbouring rows, which mostly share it. */
function timeColumn(name: string, msOf: (row: PlacedFrame) => number): Column {
  let [lastMs, text] = [Number.NaN, ''];
  const of = (row: PlacedFrame) => {
    const ms = msOf(row);
    if (ms !== lastMs) [lastMs, text] = [ms, new Date(ms).toISOString()];
    return text;
  };
  return { name, type: 'timestamptz', of };
}

interface Column {
  name: string;
  type: string;
  of: (row: PlacedFrame) => unknown;
}
const COLUMNS: readonly Column[] = [
  { name: 'device_id', type: 'int4', of: (row) => row.deviceKey },
  timeColumn('ts', ({ tsMs }) => tsMs),
  { name: 'boot', type: 'int4', of: (row) => row.frame.boot },
  { name: 'seq', type: 'int4', of: (row) => row.frame.seq },
  timeColumn('received_at', ({ receivedAtMs }) => receivedAtMs),
  { name: 'fc', type: 'int2', of: (row) => row.frame.fc },
  { name: 'is_placed_by_arrival', type: 'bool', of: (row) => row.isPlacedByArrival },
  { name: 'na', type: 'int4', of: (row) => naMask(row.frame.na) },
  ...READING_FIELDS.map(readingColumn),
];

const NAMES = sql.join(COLUMNS.map(({ name }) => sql.ref(name)));

/** A column as one array literal: numbers, times and booleans need no quoting, and one string is fast to send. */
function literal(rows: readonly PlacedFrame[], of: (row: PlacedFrame) => unknown): string {
  let text = '';
  for (const row of rows) text += `,${of(row) ?? 'NULL'}`;
  return `{${text.slice(1)}}`;
}

const interval = (ms: number) => sql`${sql.lit(`${ms} ms`)}::interval`;

/**
 * Inserts the batch in one statement. Returns how many frames were new. Hours that may have been rolled up already, and
 * that a frame of the batch reaches, are marked to be rolled up again. The clock of the database decides, since the
 * statement may have waited; `history_progress` counts too, in case that clock was set back.
 */
export async function insertFrames(db: Db, rows: PlacedFrame[]): Promise<number> {
  const arrays = sql.join(COLUMNS.map(({ type, of }) => sql`${literal(rows, of)}::${sql.raw(type)}[]`));
  const result = await sql`
    with f as materialized (select * from unnest(${arrays}) as f (${NAMES})),
    late as (
      insert into history_late (device_id, hour)
      select distinct f.device_id, reached.hour
      from f cross join history_progress done
      cross join lateral (
        values (date_trunc('hour', f.ts, 'UTC')), (date_trunc('hour', f.ts + ${interval(REACH_MS)}, 'UTC'))
      ) as reached (hour)
      where (reached.hour, f.device_id) <= (done.hour, done.device_id)
        or reached.hour + interval '1 hour' + ${interval(LATE_MS)} < now()
    )
    insert into frame (${NAMES})
    select ${NAMES} from f
    where not (f.is_placed_by_arrival and exists (
      select from frame old
      where old.is_placed_by_arrival and old.device_id = f.device_id and old.boot = f.boot and old.seq = f.seq))
    on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** A frame of a device, and the earliest measuring time that a later one may have. */
export interface FramePosition {
  deviceKey: DeviceKey;
  boot: number;
  seq: number;
  since: Date | null;
}

/**
 * At most `limit` stored frames that are later than these positions, in the order of each board. One
 * probe of the primary key per device: earlier frames are excluded inside the index. `offset 0` keeps the planner from
 * joining with the whole table instead.
 */
export async function listLaterFrames(
  db: Db,
  positions: readonly FramePosition[],
  limit: number,
): Promise<{ deviceKey: DeviceKey; receivedAtS: number; frame: Tele }[]> {
  const list = (of: (position: FramePosition) => unknown) => `{${positions.map(of).join(',')}}`;
  const { rows } = await sql<Selectable<FrameTable>>`
    select later.* from unnest(
      ${list(({ deviceKey }) => deviceKey)}::int4[], ${list(({ boot }) => boot)}::int4[],
      ${list(({ seq }) => seq)}::int4[],
      ${list(({ since }) => since?.toISOString() ?? '-infinity')}::timestamptz[]
    ) as known (device_id, boot, seq, since)
    cross join lateral (
      select frame.* from frame
      where frame.device_id = known.device_id and frame.ts >= known.since
        and frame.boot >= known.boot and (frame.boot, frame.seq) > (known.boot, known.seq)
      offset 0
    ) as later
    order by later.device_id, later.boot, later.seq limit ${limit}`.execute(db);
  return rows.map((row) => ({
    deviceKey: row.device_id,
    receivedAtS: Math.floor(row.received_at.getTime() / 1000),
    frame: {
      v: 1,
      boot: row.boot,
      seq: row.seq,
      ts: row.is_placed_by_arrival ? 0 : Math.floor(row.ts.getTime() / 1000),
      fc: row.fc === 1 ? 1 : 0,
      d: Object.fromEntries(READING_FIELDS.flatMap((name) => (row[name] == null ? [] : [[name, row[name]]]))),
      ...(row.na !== null && { na: naFields(row.na) }),
    },
  }));
}
