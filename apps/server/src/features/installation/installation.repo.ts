import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export async function getDatabaseFacts(db: Db): Promise<{ version: string; size_bytes: number }> {
  const { rows } = await sql<{ version: string; size_bytes: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as size_bytes`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database returned no facts about itself');
  return facts;
}
