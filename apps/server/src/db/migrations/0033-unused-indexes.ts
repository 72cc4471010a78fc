import { type Kysely, sql } from 'kysely';

/**
 * No query uses these: `command_writes` serves the commands of a device, and only the demo, which has few updates,
 * deletes a release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['command_device', 'firmware_update_release'])
    await sql`drop index ${sql.id(index)}`.execute(db);
}
