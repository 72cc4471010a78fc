/** Column types that are encoded, with their length in bytes. */
const LENGTHS = { int2: 2, int4: 4, float4: 4, float8: 8, bool: 1, timestamptz: 8 } as const;
type CopyType = keyof typeof LENGTHS;

export interface CopyColumn<Row> {
  name: string;
  type: CopyType;
  /** Times are in milliseconds since 1970. */
  of: (row: Row) => number | boolean | null | undefined;
}

/** Signature, flags and length of the header extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
/** Postgres counts microseconds since 2000. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0);
const WORD = 2 ** 32;

function writeValue(target: DataView, type: CopyType, value: number, at: number): void {
  if (type === 'float4') target.setFloat32(at, value);
  else if (type === 'int4') target.setInt32(at, value);
  else if (type === 'float8') target.setFloat64(at, value);
  else if (type === 'int2') target.setInt16(at, value);
  else if (type === 'bool') target.setInt8(at, value);
  else {
    const microseconds = (value - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(microseconds / WORD);
    target.setInt32(at, high);
    target.setUint32(at + 4, microseconds - high * WORD);
  }
}

/**
 * Rows in the binary format of COPY: neither side formats or parses text, which takes less than half of the processor time
 * of an INSERT (decision 27). A view writes numbers faster than the methods of a buffer.
 */
export function encodeRows<Row>(columns: readonly CopyColumn<Row>[], rows: readonly Row[]): Buffer {
  const rowBytes = columns.reduce((sum, { type }) => sum + 4 + LENGTHS[type], 2);
  const bytes = Buffer.allocUnsafe(HEADER.length + rows.length * rowBytes + 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  HEADER.copy(bytes);
  let at = HEADER.length;
  for (const row of rows) {
    view.setInt16(at, columns.length);
    at += 2;
    for (const { type, of } of columns) {
      const value = of(row);
      if (value == null) {
        view.setInt32(at, NULL);
        at += 4;
        continue;
      }
      const length = LENGTHS[type];
      view.setInt32(at, length);
      writeValue(view, type, Number(value), at + 4);
      at += 4 + length;
    }
  }
  view.setInt16(at, END);
  return bytes.subarray(0, at + 2);
}
