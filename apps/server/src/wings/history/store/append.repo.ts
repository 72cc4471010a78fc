import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { LATE_MS, REACH_MS } from '@manoboard/domain/history/blocks';
import { HOUR_MS } from '@manoboard/domain/time';
import { type Selectable, sql } from 'kysely';
import { copyRows } from '../../../db/copy.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { FrameTable } from '../../../db/tables/history-tables.ts';
import type { CopyColumn } from '../../../frames/copy-encoder.ts';
import { naFields, naMask } from './frame-na.ts';

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

type Column = CopyColumn<PlacedFrame>;

function readingColumn(name: ReadingField): Column {
  const type = typeOf(name);
  const smallest = SMALLEST[type];
  const of = ({ frame }: PlacedFrame) => {
    const value = frame.d[name];
    return value !== undefined && Math.abs(value) < smallest ? 0 : value;
  };
  return { name, type, of };
}

const COLUMNS: readonly Column[] = [
  { name: 'device_id', type: 'int4', of: (row) => row.deviceKey },
  { name: 'ts', type: 'timestamptz', of: (row) => row.tsMs },
  { name: 'boot', type: 'int4', of: (row) => row.frame.boot },
  { name: 'seq', type: 'int4', of: (row) => row.frame.seq },
  { name: 'received_at', type: 'timestamptz', of: (row) => row.receivedAtMs },
  { name: 'fc', type: 'int2', of: (row) => row.frame.fc },
  { name: 'is_placed_by_arrival', type: 'bool', of: (row) => row.isPlacedByArrival },
  { name: 'na', type: 'int4', of: (row) => naMask(row.frame.na) },
  ...READING_FIELDS.map(readingColumn),
];

const NAMES = sql.join(COLUMNS.map(({ name }) => sql.ref(name)));

/** An array literal: numbers, times and booleans need no quoting, and one string is fast to send. */
const arrayOf = (values: readonly unknown[], type: string) =>
  sql`${`{${values.map((value) => value ?? 'NULL').join(',')}}`}::${sql.raw(type)}[]`;

const arrayOfColumn = (rows: readonly PlacedFrame[], { type, of }: Column) =>
  arrayOf(
    rows.map((row) => {
      const value = of(row);
      return type === 'timestamptz' ? new Date(Number(value)).toISOString() : value;
    }),
    type,
  );

/** From the mark to the end of the commit: above the statement timeout (30 s) of both. */
const COMMIT_MS = 60_000;

/** The hours that frames have an effect on, each once, with the device. */
function listReachedHours(rows: readonly PlacedFrame[]): { deviceKey: DeviceKey; hour: string }[] {
  const devices = new Map<number, Set<DeviceKey>>();
  for (const { deviceKey, tsMs } of rows)
    for (const atMs of [tsMs, tsMs + REACH_MS]) {
      const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
      const known = devices.get(hourMs);
      if (known) known.add(deviceKey);
      else devices.set(hourMs, new Set([deviceKey]));
    }
  return [...devices].flatMap(([hourMs, keys]) => {
    const hour = new Date(hourMs).toISOString();
    return [...keys].map((deviceKey) => ({ deviceKey, hour }));
  });
}

/**
 * Hours that may have been rolled up before this transaction ends are marked to be rolled up again. The clock of the
 * database decides, since the statement may have waited; `history_progress` counts too, in case that clock was set back.
 */
function lateMarks(rows: readonly PlacedFrame[]) {
  const reached = listReachedHours(rows);
  return sql`
    insert into history_late (device_id, hour)
    select reached.device_id, reached.hour
    from unnest(
      ${arrayOf(
        reached.map(({ deviceKey }) => deviceKey),
        'int4',
      )},
      ${arrayOf(
        reached.map(({ hour }) => hour),
        'timestamptz',
      )}
    ) as reached (device_id, hour) cross join history_progress done
    where (reached.hour, reached.device_id) <= (done.hour, done.device_id)
      or reached.hour + ${`${HOUR_MS + LATE_MS - COMMIT_MS} ms`}::interval < clock_timestamp()`;
}

/** Inserts the frames that are not stored yet, in one statement. Returns their number. */
export async function insertFrames(db: Db, rows: readonly PlacedFrame[]): Promise<number> {
  const arrays = sql.join(COLUMNS.map((column) => arrayOfColumn(rows, column)));
  const result = await sql`
    with marked as (${lateMarks(rows)})
    insert into frame (${NAMES})
    select ${NAMES} from unnest(${arrays}) as f (${NAMES})
    where not (f.is_placed_by_arrival and exists (
      select from frame old
      where old.is_placed_by_arrival and old.device_id = f.device_id and old.boot = f.boot and old.seq = f.seq))
    on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Stores frames that are new, with less than half of the processor time (decision 27). If one of them is stored already,
 * all fail with a unique violation. Frames that were placed by their arrival have no such key.
 */
export const copyFrames = (db: Db, rows: readonly PlacedFrame[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await copyRows(tx, 'frame', COLUMNS, rows);
    await lateMarks(rows).execute(tx);
  });

/** True for the error of a frame that is stored already. */
export const isRepeat = (error: unknown) => (error as { code?: string }).code === '23505';

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
