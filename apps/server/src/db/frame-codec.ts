import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Selectable } from 'kysely';
import type { FrameTable } from './tables/history-tables.ts';

/** A stored frame, without its device. */
export type FrameRow = Omit<Selectable<FrameTable>, 'device_id'>;
/** What readers need of a frame. */
export type StoredFrame = Pick<FrameRow, 'ts' | 'boot' | 'seq' | 'fc' | 'na' | ReadingField>;

/**
 * Packed frames (decision 28): columns of whole numbers, each as differences of varying length, then deflated. Boards send
 * decimal numbers of few digits, so a column of readings is whole numbers divided by a power of ten; a column in which this
 * would change any value is stored as doubles.
 */
const FORMAT = 1;
const COMPRESSION = 6;

/** Kinds of a nullable column; below `DOUBLES` the number of decimals. */
const DOUBLES = 14;
const EMPTY = 15;
const MOST_DECIMALS = 6;
const HAS_NULLS = 16;
/** Sums of differences stay exact. */
const LARGEST = 2 ** 50;

/** Always present; the order of the format. */
const REQUIRED = ['ts', 'delay', 'boot', 'seq', 'fc', 'is_placed_by_arrival'] as const;
const NULLABLE = ['na', ...READING_FIELDS] as const;
type NullableName = (typeof NULLABLE)[number];
type Cell = number | null | undefined;

/** Numbers above 32 bits need arithmetic instead of shifts. */
function pushUnsigned(bytes: number[], value: number) {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function pushDifferences(bytes: number[], values: readonly number[]) {
  let last = 0;
  for (const value of values) {
    const difference = value - last;
    pushUnsigned(bytes, difference >= 0 ? difference * 2 : -difference * 2 - 1);
    last = value;
  }
}

const isExact = (value: number, power: number) => {
  const whole = Math.round(value * power);
  return Math.abs(whole) < LARGEST && Object.is(whole === 0 ? 0 : whole / power, value);
};

/** The fewest decimals that hold every value, or the kind for values that need all their bits. */
function kindOf(values: readonly number[]): number {
  if (values.length === 0) return EMPTY;
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++)
    if (values.every((value) => isExact(value, 10 ** decimals))) return decimals;
  return DOUBLES;
}

/** The length of the column comes first, so that readers can skip it. */
function pushNullable(target: number[], cells: readonly Cell[]) {
  const values = cells.filter((cell) => cell != null);
  const kind = kindOf(values);
  const hasNulls = kind !== EMPTY && values.length < cells.length;
  const bytes = [kind + (hasNulls ? HAS_NULLS : 0)];
  if (hasNulls) for (const cell of cells) bytes.push(cell == null ? 0 : 1);
  if (kind === DOUBLES) for (const byte of new Uint8Array(Float64Array.from(values).buffer)) bytes.push(byte);
  else if (kind !== EMPTY)
    pushDifferences(
      bytes,
      values.map((value) => Math.round(value * 10 ** kind)),
    );
  pushUnsigned(target, bytes.length);
  for (const byte of bytes) target.push(byte);
}

const REQUIRED_VALUES: Record<(typeof REQUIRED)[number], (row: FrameRow) => number> = {
  ts: ({ ts }) => ts.getTime(),
  delay: ({ ts, received_at }) => received_at.getTime() - ts.getTime(),
  boot: ({ boot }) => boot,
  seq: ({ seq }) => seq,
  fc: ({ fc }) => fc,
  is_placed_by_arrival: ({ is_placed_by_arrival }) => Number(is_placed_by_arrival),
};

/** The frames of one device, which are read back in the same order. */
export function encodeFrames(rows: readonly FrameRow[]): Buffer {
  const bytes = [FORMAT];
  pushUnsigned(bytes, rows.length);
  for (const name of REQUIRED) pushDifferences(bytes, rows.map(REQUIRED_VALUES[name]));
  for (const name of NULLABLE)
    pushNullable(
      bytes,
      rows.map((row) => row[name]),
    );
  return deflateRawSync(Buffer.from(bytes), { level: COMPRESSION });
}

function createReader(packed: Buffer) {
  const bytes = inflateRawSync(packed);
  let at = 0;
  function unsigned(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at++] ?? 0;
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
      scale *= 128;
    }
  }
  function differences(count: number): Float64Array {
    const values = new Float64Array(count);
    let last = 0;
    for (let i = 0; i < count; i++) {
      const value = unsigned();
      last += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      values[i] = last;
    }
    return values;
  }
  function doubles(count: number): Float64Array {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++, at += 8) values[i] = bytes.readDoubleLE(at);
    return values;
  }
  return {
    byte: () => bytes[at++] ?? 0,
    /** The next bytes, which are skipped. */
    take(count: number): Buffer {
      at += count;
      return bytes.subarray(at - count, at);
    },
    unsigned,
    differences,
    doubles,
  };
}
type Reader = ReturnType<typeof createReader>;

type CellReader = (index: number) => number | null;

function readNullable(reader: Reader, count: number): CellReader {
  const head = reader.byte();
  const kind = head % HAS_NULLS;
  if (kind === EMPTY) return () => null;
  const isPresent = head >= HAS_NULLS ? reader.take(count) : undefined;
  const length = isPresent ? isPresent.reduce((sum, flag) => sum + flag, 0) : count;
  const values = kind === DOUBLES ? reader.doubles(length) : reader.differences(length);
  const power = kind === DOUBLES ? 1 : 10 ** kind;
  let next = 0;
  return (index) => (isPresent && isPresent[index] === 0 ? null : (values[next++] ?? 0) / power);
}

/** The columns of packed frames. Cells are read in the order of the frames. */
function readColumns(packed: Buffer, fields: readonly ReadingField[]) {
  const reader = createReader(packed);
  const format = reader.byte();
  if (format !== FORMAT) throw new Error(`unknown format of packed frames: ${format}`);
  const count = reader.unsigned();
  const required = REQUIRED.map(() => reader.differences(count));
  const nullable: [NullableName, CellReader][] = [];
  for (const name of NULLABLE) {
    const length = reader.unsigned();
    if (name === 'na' || fields.includes(name)) nullable.push([name, readNullable(reader, count)]);
    else reader.take(length);
  }
  const [ts, delay, boot, seq, fc, isPlaced] = required;
  const numberAt = (column: Float64Array | undefined, index: number) => column?.[index] ?? 0;
  function frameAt(index: number): StoredFrame {
    const frame = {
      ts: new Date(numberAt(ts, index)),
      boot: numberAt(boot, index),
      seq: numberAt(seq, index),
      fc: numberAt(fc, index),
    } as StoredFrame;
    for (const [name, read] of nullable) (frame as Record<NullableName, number | null>)[name] = read(index);
    return frame;
  }
  return {
    count,
    frameAt,
    delayAt: (i: number) => numberAt(delay, i),
    isPlacedAt: (i: number) => numberAt(isPlaced, i) === 1,
  };
}

/** The frames with these readings only; others are skipped. */
export function decodeReadings(packed: Buffer, fields: readonly ReadingField[]): StoredFrame[] {
  const { count, frameAt } = readColumns(packed, fields);
  return Array.from({ length: count }, (_, index) => frameAt(index));
}

/** The whole frames. */
export function decodeFrames(packed: Buffer): FrameRow[] {
  const { count, frameAt, delayAt, isPlacedAt } = readColumns(packed, READING_FIELDS);
  return Array.from({ length: count }, (_, index) => {
    const frame = frameAt(index);
    const received_at = new Date(frame.ts.getTime() + delayAt(index));
    return Object.assign(frame, { received_at, is_placed_by_arrival: isPlacedAt(index) });
  });
}
