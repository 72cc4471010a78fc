import { CompiledQuery, type Kysely } from 'kysely';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Schema } from './schema.ts';

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

function writeValue(target: Buffer, type: CopyType, value: number, at: number) {
  if (type === 'int4') target.writeInt32BE(value, at);
  else if (type === 'float4') target.writeFloatBE(value, at);
  else if (type === 'float8') target.writeDoubleBE(value, at);
  else if (type === 'int2') target.writeInt16BE(value, at);
  else if (type === 'bool') target.writeInt8(value, at);
  else {
    const microseconds = (value - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(microseconds / WORD);
    target.writeInt32BE(high, at);
    target.writeUInt32BE(microseconds - high * WORD, at + 4);
  }
}

/** Rows in the binary format of COPY: neither side formats or parses text. */
function encodeRows<Row>(columns: readonly CopyColumn<Row>[], rows: readonly Row[]): Buffer {
  const rowBytes = columns.reduce((sum, { type }) => sum + 4 + LENGTHS[type], 2);
  const target = Buffer.allocUnsafe(HEADER.length + rows.length * rowBytes + 2);
  HEADER.copy(target);
  let at = HEADER.length;
  for (const row of rows) {
    at = target.writeInt16BE(columns.length, at);
    for (const { type, of } of columns) {
      const value = of(row);
      if (value == null) {
        at = target.writeInt32BE(NULL, at);
        continue;
      }
      const length = LENGTHS[type];
      at = target.writeInt32BE(length, at);
      writeValue(target, type, Number(value), at);
      at += length;
    }
  }
  return target.subarray(0, target.writeInt16BE(END, at));
}

/** Appends rows to a table in one statement. */
export async function copyRows<Row>(
  db: Kysely<Schema>,
  table: string,
  columns: readonly CopyColumn<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const statement = `${COPY} "${table}" (${names}) from stdin (format binary)`;
  await db.executeQuery(CompiledQuery.raw(statement, [encodeRows(columns, rows)]));
}

const COPY = 'copy';
type CopyArgs = [text: string, values: [Buffer]];

/** Kysely has no COPY: the client takes the data as the parameter of the statement. */
export const isCopy = (args: unknown[]): args is CopyArgs =>
  typeof args[0] === 'string' && args[0].startsWith(COPY) && Array.isArray(args[1]);

export const copyIn = (query: (stream: CopyStreamQuery) => unknown, ...[text, [bytes]]: CopyArgs) =>
  new Promise((done, fail) => {
    const stream = copyFrom(text);
    stream.on('finish', () => done({ command: COPY, rowCount: stream.rowCount, rows: [] })).on('error', fail);
    query(stream);
    stream.end(bytes);
  });
