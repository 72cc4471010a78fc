import { type Kysely, sql } from 'kysely';

const OPS =
  'start_stop set_lock write pressure_control reset fault_reset end_retries reg_read reg_write restart'.split(
    ' ',
  );

/**
 * R5.10: when the board reported the tag, or stopped the pump under it. Boards get tags that are open now, and a stop, when
 * they connect again. R5.11: the command that ends planned starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lock_out add column confirmed_at timestamptz`.execute(db);
  await sql`alter table command drop constraint command_op_known`.execute(db);
  await sql`
    alter table command add constraint command_op_known
    check (op in (${sql.join(OPS.map((op) => sql.lit(op)))})) not valid`.execute(db);
}
