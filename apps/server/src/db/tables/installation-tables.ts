import type { SecurityKind, SecurityOutcome } from '@manoboard/contract/installation/security-event';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DeviceKey } from '../device-key.ts';

/** Append-only; each row holds the hash of the previous one. `seq` has no gaps. */
interface AuditTable {
  seq: ColumnType<string, number, never>;
  at: Date;
  entry: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/** One row: the end of the log. */
interface AuditHeadTable {
  seq: ColumnType<string, number, number>;
  hash: Buffer;
}

/** An entry of the security log, which the row of the same number in `audit` proves. */
export interface SecurityEventTable {
  seq: ColumnType<string, number, never>;
  at: Date;
  kind: SecurityKind;
  outcome: SecurityOutcome;
  code: string | null;
  user_id: number | null;
  address: string | null;
  user_agent: string | null;
  count: number;
  detail: ColumnType<Record<string, string>, string, never>;
}

/** A server that runs; with others, it writes its row every second. */
interface ServerTable {
  server_id: string;
  version: string;
  seen_at: Generated<Date>;
  /** Whether it is connected to the bus. */
  is_bus_up: boolean;
  /** It hands its boards and pages over and stops. */
  is_draining: boolean;
  /** Boards connect to it. */
  has_link: Generated<boolean>;
  /** Its messages on the bus have a checksum. */
  has_checksum: Generated<boolean>;
}

/** The server that a board is connected to, or was last. */
interface BoardSessionTable {
  device_id: DeviceKey;
  server_id: string;
  /** The fencing token: raised at each connection. */
  conn: ColumnType<string, number, number>;
  /** Raised at each change within a connection. */
  rev: Generated<number>;
  is_online: boolean;
  /** Since when it is online, or offline. */
  since: Date;
  changed_at: Generated<Date>;
}

/** An event that is stored but not yet emitted. */
interface OutboxEventTable {
  id: GeneratedAlways<string>;
  name: string;
  payload: ColumnType<unknown, string, never>;
  created_at: GeneratedAlways<Date>;
}

/** Whether the database holds demo or real rows; they never share one. */
export type InstallationKind = 'demo' | 'real';

/** At most one row. */
interface InstallationTable {
  kind: InstallationKind;
  /** SHA-256 of the token in the newest test mail. */
  mail_test_hash: Buffer | null;
  mail_test_to: string | null;
  mail_test_at: Date | null;
  /** When the link of the newest test mail was opened. */
  mail_opened_at: Date | null;
  first_run_dismissed_at: Date | null;
  /** Made from the key of the encrypted secrets (`db/secret-key.ts`). */
  secret_check: Buffer | null;
}

/** A scheduled backup. An unfinished row is running, or its server ended. */
interface BackupRunTable {
  id: GeneratedAlways<number>;
  started_at: Date;
  finished_at: Date | null;
  file: string | null;
  size_bytes: number | null;
  error: string | null;
  /** The server that wrote it, and has its key. */
  server_id: string | null;
  /** The last run of BACKUP_COMMAND, and its error. */
  copied_at: Date | null;
  copy_error: string | null;
  /** The last time that the file was read again, and what was wrong. */
  checked_at: Date | null;
  check_error: string | null;
}

export interface InstallationTables {
  audit: AuditTable;
  audit_head: AuditHeadTable;
  security_event: SecurityEventTable;
  outbox_event: OutboxEventTable;
  installation: InstallationTable;
  backup_run: BackupRunTable;
  server: ServerTable;
  board_session: BoardSessionTable;
}
