import type { ColumnType, Selectable } from 'kysely';

/** Set by the database if a row is inserted without it. */
export type Now = ColumnType<Date, Date | undefined, never>;

/** A row as it is read. */
export type Row<Table> = Selectable<Table>;
