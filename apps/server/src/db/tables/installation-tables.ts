import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Append-only; each row holds the hash of the previous one. `seq` has no gaps. */
export interface AuditTable {
  seq: ColumnType<string, number, never>;
  at: Date;
  entry: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/** One row: the end of the log. */
export interface AuditHeadTable {
  seq: ColumnType<string, number, number>;
  hash: Buffer;
}

/** An event that is stored but not yet emitted. */
export interface OutboxEventTable {
  id: GeneratedAlways<string>;
  name: string;
  payload: ColumnType<unknown, string, never>;
  created_at: GeneratedAlways<Date>;
}

/** Work that is not done yet. */
export interface OutboxTaskTable {
  id: GeneratedAlways<string>;
  kind: string;
  /** A new task deletes tasks of the same kind and key that have failed so far. */
  key: string;
  payload: ColumnType<unknown, string, string>;
  created_at: Date;
  attempts: Generated<number>;
  /** When it is due. A claim moves it to the end of its lease. */
  next_at: Date;
  /** Error of the last attempt. */
  error: string | null;
  /** When it was given up; the payload is erased then. */
  failed_at: Date | null;
}

/** Whether the database holds demo or real rows; they never share one. */
export type InstallationKind = 'demo' | 'real';

/** At most one row. */
export interface InstallationTable {
  kind: InstallationKind;
  /** SHA-256 of the token in the newest test mail. */
  mail_test_hash: Buffer | null;
  mail_test_to: string | null;
  mail_test_at: Date | null;
  /** When the link of the newest test mail was opened. */
  mail_opened_at: Date | null;
  first_run_dismissed_at: Date | null;
}

/** A scheduled backup. An unfinished row is running, or its server ended. */
export interface BackupRunTable {
  id: GeneratedAlways<number>;
  started_at: Date;
  finished_at: Date | null;
  file: string | null;
  size_bytes: number | null;
  error: string | null;
}
