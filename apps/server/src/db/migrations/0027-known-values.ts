import { type Kysely, sql } from 'kysely';

/**
 * The values of the contract's enums; a test compares them. A new value needs a migration that replaces the check. `not
 * valid`: old rows are not checked, since one of them must not keep the server from starting.
 */
const KNOWN_VALUES = [
  ['command', 'status', 'created published accepted done rejected failed expired timeout'],
  [
    'command',
    'op',
    'start_stop set_lock write pressure_control reset fault_reset reg_read reg_write restart',
  ],
  ['board_event', 'severity', 'info warning alarm'],
  ['alert', 'severity', 'info warning alarm'],
  ['device_change', 'kind', 'config firmware access owner name role lock_out'],
  ['device_change', 'action', 'changed updated granted revoked left expired added transferred removed set'],
  ['device_change', 'status', 'pending done refused failed'],
  ['device_config', 'answer', 'applied rejected'],
  ['config_report', 'status', 'applied rejected'],
  [
    'firmware_update',
    'status',
    'waiting DOWNLOADING DOWNLOADED VERIFIED UPDATING UPDATED FAILED ROLLED_BACK',
  ],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, words] of KNOWN_VALUES)
    await sql`
      alter table ${sql.id(table)}
      add constraint ${sql.id(`${table}_${column}_known`)}
      check (${sql.id(column)} in (${sql.join(words.split(' ').map((word) => sql.lit(word)))})) not valid`.execute(
      db,
    );
}
