import type { Command } from '@manoboard/contract/nouns/command';
import type { CommandTable, Row } from '../../db/schema.ts';

/** A row of the table with the names of its device and its user. */
export type CommandRow = Omit<
  Row<CommandTable>,
  'device_id' | 'target' | 'request_hash' | 'idempotency_key' | 'late_answer_at'
> & { id_dev: string; name: string; surname: string };

const moment = (date: Date) => date.getTime() / 1000;
const step = (date: Date | null) => date && moment(date);

export const toCommand = (row: CommandRow): Command => ({
  id: row.id,
  device_id: row.id_dev,
  op: row.op,
  status: row.status,
  what: row.what,
  value: row.value,
  old_value: row.old_value,
  reported_value: row.reported_value,
  ...(row.normalizer && { normalizer: row.normalizer }),
  ...(row.register !== null && { register: row.register }),
  by: { user_id: row.user_id, name: `${row.name} ${row.surname}`.trim(), role: row.role },
  created_at: moment(row.created_at),
  expires_at: moment(row.expires_at),
  published_at: step(row.published_at),
  accepted_at: step(row.accepted_at),
  finished_at: step(row.finished_at),
  ...(row.error && { detail: row.error }),
  ...(row.problem && { problem: row.problem }),
});
