import { CompiledQuery, type Kysely } from 'kysely';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type CopyColumn, encodeRows } from '../frames/copy-encoder.ts';
import type { Schema } from './schema.ts';

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
