import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Frame } from '@manoboard/domain/history/frame';
import { naFields, naMask } from './frame-na.ts';

/** A frame with its arrival. */
export interface ArrivedFrame extends Frame {
  receivedAtMs: number;
  /** The clock of the board was unset, ahead, or far behind: `tsMs` is the time of the arrival. */
  isPlacedByArrival: boolean;
}

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

/** Always present, in the order of the format; `na` and the readings follow. */
const REQUIRED = ['ts', 'delay', 'boot', 'seq', 'fc', 'is_placed_by_arrival'] as const;
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

const REQUIRED_VALUES: Record<(typeof REQUIRED)[number], (frame: ArrivedFrame) => number> = {
  ts: ({ tsMs }) => tsMs,
  delay: ({ tsMs, receivedAtMs }) => receivedAtMs - tsMs,
  boot: ({ boot }) => boot,
  seq: ({ seq }) => seq,
  fc: ({ fc }) => fc,
  is_placed_by_arrival: ({ isPlacedByArrival }) => Number(isPlacedByArrival),
};

/** The frames of one device, which are read back in the same order. */
export function encodeFrames(frames: readonly ArrivedFrame[]): Buffer {
  const bytes = [FORMAT];
  pushUnsigned(bytes, frames.length);
  for (const name of REQUIRED) pushDifferences(bytes, frames.map(REQUIRED_VALUES[name]));
  pushNullable(
    bytes,
    frames.map(({ na }) => naMask(na)),
  );
  for (const field of READING_FIELDS)
    pushNullable(
      bytes,
      frames.map(({ d }) => d[field]),
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
  const [ts, delay, boot, seq, fc, isPlaced] = REQUIRED.map(() => reader.differences(count));
  reader.unsigned();
  const na = readNullable(reader, count);
  const columns: [ReadingField, CellReader][] = [];
  for (const field of READING_FIELDS) {
    const length = reader.unsigned();
    if (fields.includes(field)) columns.push([field, readNullable(reader, count)]);
    else reader.take(length);
  }
  const numberAt = (column: Float64Array | undefined, index: number) => column?.[index] ?? 0;
  // An object that gets its properties one by one becomes a hash table, which takes three times as long to read.
  const template = Object.fromEntries(columns.map(([field]) => [field, null as number | null]));
  function frameAt(index: number): Frame {
    const d = { ...template };
    for (const [field, read] of columns) d[field] = read(index);
    return {
      tsMs: numberAt(ts, index),
      boot: numberAt(boot, index),
      seq: numberAt(seq, index),
      fc: numberAt(fc, index),
      d,
      na: naFields(na(index)),
    };
  }
  return {
    count,
    frameAt,
    delayAt: (i: number) => numberAt(delay, i),
    isPlacedAt: (i: number) => numberAt(isPlaced, i) === 1,
  };
}

/** The frames with these readings; others are skipped. */
export function decodeReadings(packed: Buffer, fields: readonly ReadingField[]): Frame[] {
  const { count, frameAt } = readColumns(packed, fields);
  return Array.from({ length: count }, (_, index) => frameAt(index));
}

/** The whole frames. */
export function decodeFrames(packed: Buffer): ArrivedFrame[] {
  const { count, frameAt, delayAt, isPlacedAt } = readColumns(packed, READING_FIELDS);
  return Array.from({ length: count }, (_, index) => {
    const frame = frameAt(index);
    const receivedAtMs = frame.tsMs + delayAt(index);
    return Object.assign(frame, { receivedAtMs, isPlacedByArrival: isPlacedAt(index) });
  });
}
