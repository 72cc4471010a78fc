import { HistoryMetric } from '@manoboard/contract/history/history';
import type { Block } from '@manoboard/domain/history/rollup';
import {
  addCount,
  addFigures,
  at,
  type Column,
  hasValue,
  isMeter,
  NO_BUCKET,
  newSeries,
  type Series,
} from '@manoboard/domain/history/series';

/**
 * Stored form of a block (decision 25): a byte string per field, column by column. The header has two bits per column.
 * Values of a pump that sleeps are all equal, and then a column is one value or none.
 */
const STORED = 0;
const CONSTANT = 1;
const SAME_AS_MIN = 2;
/** Header with padding: 2 bytes are used; 8 keep the columns after it, the widest first, aligned. */
const HEADER_BYTES = 8;

const ARRAYS = { u32: Uint32Array, f32: Float32Array, f64: Float64Array };
type Kind = keyof typeof ARRAYS;
type Typed = { kind: Kind; values: Column };

const toPrecision = ({ kind, values }: Typed): Column =>
  values instanceof ARRAYS[kind] ? values : new ARRAYS[kind](values);

/** The code of a column and what is stored of it. Buckets that are not used may get any number, except in `min`. */
function packColumn(column: Column, used: readonly number[], min: Column | undefined) {
  const [example = 0] = used;
  const first = at(column, example);
  const isConstant = used.every((i) => at(column, i) === first);
  if (
    min &&
    column !== min &&
    min.constructor === column.constructor &&
    used.every((i) => at(column, i) === at(min, i))
  )
    return { code: SAME_AS_MIN, stored: column.subarray(0, 0) };
  if (isConstant && (column !== min || used.length === column.length))
    return { code: CONSTANT, stored: column.subarray(example, example + 1) };
  return { code: STORED, stored: column };
}

function packColumns(columns: readonly Column[], used: readonly number[], min?: Column): Buffer {
  const packed = columns.map((column) => packColumn(column, used, min));
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16LE(packed.reduce((header, { code }, position) => header | (code << (2 * position)), 0));
  return Buffer.concat([
    head,
    ...packed.map(({ stored }) => Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)),
  ]);
}

/** Views need aligned bytes. */
const aligned = (bytes: Buffer): Buffer =>
  bytes.byteOffset % HEADER_BYTES === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);

const READ = {
  u32: (bytes: Buffer, offset: number) => bytes.readUInt32LE(offset),
  f32: (bytes: Buffer, offset: number) => bytes.readFloatLE(offset),
  f64: (bytes: Buffer, offset: number) => bytes.readDoubleLE(offset),
};

/** Columns of one value are mostly whole covered buckets and zeros. A new array for each takes half of a graph of a year. */
const constants: Record<Kind, Map<number, Column>> = { u32: new Map(), f32: new Map(), f64: new Map() };
const MOST_CONSTANTS = 1000;

function constantColumn(kind: Kind, value: number, count: number): Column {
  const columns = constants[kind];
  const known = columns.get(value);
  if (known && known.length === count) return known;
  if (columns.size >= MOST_CONSTANTS) columns.clear();
  const column = new ARRAYS[kind](count).fill(value);
  columns.set(value, column);
  return column;
}

/** The columns of a packed byte string, as views of it. The first column is `min`. */
function unpackColumns(packed: Buffer, kinds: readonly Kind[], count: number): Column[] {
  const bytes = aligned(packed);
  let offset = HEADER_BYTES;
  const columns: Column[] = [];
  let codes = bytes.readUInt16LE();
  for (const kind of kinds) {
    const code = codes & 3;
    codes >>= 2;
    const min = columns[0];
    const typed = ARRAYS[kind];
    if (code === SAME_AS_MIN && min) columns.push(min);
    else if (code === CONSTANT) {
      columns.push(constantColumn(kind, READ[kind](bytes, offset), count));
      offset += typed.BYTES_PER_ELEMENT;
    } else {
      columns.push(new typed(bytes.buffer as ArrayBuffer, bytes.byteOffset + offset, count));
      offset += typed.BYTES_PER_ELEMENT * count;
    }
  }
  return columns;
}

/** Meters are double precision in frames; all other fields are single precision. */
const GAUGE_KINDS: readonly Kind[] = ['f32', 'f32', 'f32', 'f32', 'u32'];
const METER_KINDS: readonly Kind[] = ['f64', 'f64', 'f64', 'f64', 'f64', 'f64', 'u32'];

function packSeries(series: Series): Buffer | null {
  const used = [...series.min.keys()].filter((index) => hasValue(series, index));
  if (used.length === 0) return null;
  const { coveredMs, min, max, avg, last, meter } = series;
  const kinds = meter ? METER_KINDS : GAUGE_KINDS;
  const columns = [min, max, avg, last, ...(meter ? [meter.first, meter.increase] : []), coveredMs].map(
    (values, i) => toPrecision({ kind: kinds[i] ?? 'f32', values }),
  );
  return packColumns(columns, used, columns[0]);
}

const NOTHING = new Float32Array();

function unpackSeries(metric: HistoryMetric, packed: Buffer, count: number): Series {
  const columns = unpackColumns(packed, isMeter(metric) ? METER_KINDS : GAUGE_KINDS, count);
  const coveredMs = columns.pop() ?? NOTHING;
  const [min = NOTHING, max = NOTHING, avg = NOTHING, last = NOTHING, first, increase] = columns;
  return { coveredMs, min, max, avg, last, ...(first && increase && { meter: { first, increase } }) };
}

const SEEN_COLUMNS = ['frames', 'seenMs', 'linkLostMs'] as const;
const SEEN_KINDS: readonly Kind[] = ['u32', 'u32', 'u32'];

export type PackedBlock = { seen: Buffer } & { [M in HistoryMetric]?: Buffer | null | undefined };

/** Every column of the row; null for metrics without a value. */
export function packBlock(block: Block): PackedBlock {
  const seen = packColumns(
    SEEN_COLUMNS.map((name) => toPrecision({ kind: 'u32', values: block[name] })),
    [...block.frames.keys()],
  );
  const packed: PackedBlock = { seen };
  for (const metric of HistoryMetric.options) {
    const series = block.fields[metric];
    packed[metric] = series ? packSeries(series) : null;
  }
  return packed;
}

/** To read only: columns may share their bytes. Columns of the row that were not read are missing. */
export function unpackBlock(packed: PackedBlock, count: number): Block {
  const [frames = NOTHING, seenMs = NOTHING, linkLostMs = NOTHING] = unpackColumns(
    packed.seen,
    SEEN_KINDS,
    count,
  );
  const block: Block = { frames, seenMs, linkLostMs, fields: {} };
  for (const metric of HistoryMetric.options) {
    const bytes = packed[metric];
    if (bytes) block.fields[metric] = unpackSeries(metric, bytes, count);
  }
  return block;
}

/**
 * Packed bytes are copied here to be merged. A graph of a year has 13,000 columns of 24 numbers: to make a view of each takes
 * longer than to merge its numbers.
 */
const scratch = Buffer.alloc(4096);
const NUMBERS = {
  u32: new Uint32Array(scratch.buffer),
  f32: new Float32Array(scratch.buffer),
  f64: new Float64Array(scratch.buffer),
};
/** Of each column in `scratch`: the place of its first number, and the step to the next one, which is 0 if it has only one. */
const firsts = new Int32Array(METER_KINDS.length);
const steps = new Int32Array(METER_KINDS.length);

function loadScratch(packed: Buffer, kinds: readonly Kind[], count: number) {
  packed.copy(scratch);
  let codes = packed.readUInt16LE();
  let offset = HEADER_BYTES;
  for (let column = 0; column < kinds.length; column++) {
    const code = codes & 3;
    codes >>= 2;
    const bytes = ARRAYS[kinds[column] ?? 'f32'].BYTES_PER_ELEMENT;
    firsts[column] = code === SAME_AS_MIN ? (firsts[0] ?? 0) : offset / bytes;
    steps[column] = code === SAME_AS_MIN ? (steps[0] ?? 0) : Number(code === STORED);
    if (code !== SAME_AS_MIN) offset += code === CONSTANT ? bytes : bytes * count;
  }
}

const loaded = (numbers: Column, column: number, index: number) =>
  numbers[(firsts[column] ?? 0) + index * (steps[column] ?? 0)] ?? Number.NaN;

function addPackedSeries(series: Series, packed: Buffer, count: number, targets: Int32Array) {
  const numbers = series.meter ? NUMBERS.f64 : NUMBERS.f32;
  const kinds = series.meter ? METER_KINDS : GAUGE_KINDS;
  loadScratch(packed, kinds, count);
  const covered = kinds.length - 1;
  for (let from = 0; from < count; from++) {
    const index = targets[from] ?? NO_BUCKET;
    const least = loaded(numbers, 0, from);
    if (index === NO_BUCKET || Number.isNaN(least)) continue;
    if (series.meter) addCount(series, index, loaded(numbers, 4, from), loaded(numbers, 5, from));
    addFigures(
      series,
      index,
      least,
      loaded(numbers, 1, from),
      loaded(numbers, 2, from),
      loaded(numbers, 3, from),
      loaded(NUMBERS.u32, covered, from),
    );
  }
}

/** Adds the buckets of a packed block, in the order of time: `targets` has the bucket that each is added to, or `NO_BUCKET`. */
export function addPackedBlock(
  target: Block,
  packed: PackedBlock,
  targets: Int32Array,
  createSeries = newSeries,
): void {
  const count = targets.length;
  loadScratch(packed.seen, SEEN_KINDS, count);
  for (let from = 0; from < count; from++) {
    const index = targets[from] ?? NO_BUCKET;
    if (index === NO_BUCKET) continue;
    target.frames[index] = at(target.frames, index) + loaded(NUMBERS.u32, 0, from);
    target.seenMs[index] = at(target.seenMs, index) + loaded(NUMBERS.u32, 1, from);
    target.linkLostMs[index] = at(target.linkLostMs, index) + loaded(NUMBERS.u32, 2, from);
  }
  for (const metric of HistoryMetric.options) {
    const bytes = packed[metric];
    if (!bytes) continue;
    target.fields[metric] ??= createSeries(metric, target.frames.length);
    addPackedSeries(target.fields[metric], bytes, count, targets);
  }
}
