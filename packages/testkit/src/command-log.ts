import type { CommandStatus } from '@manoboard/contract/command/command';
import { Client, type ClientConfig } from 'pg';

export interface LoggedCommand {
  id: string;
  status: CommandStatus;
  isFinished: boolean;
  isPublished: boolean;
  /** Log entries that end or refuse a command: there must be exactly one. */
  ends: number;
}

/** Every command of the server, and how many final log entries it has. */
export async function readCommandLog(connection: ClientConfig): Promise<LoggedCommand[]> {
  const db = new Client(connection);
  await db.connect();
  const { rows } = await db.query<LoggedCommand>(`
    with ends as (
      select entry::jsonb -> 'command' ->> 'id' as id, count(*)::int as ends from audit
      where entry::jsonb ->> 'event' in ('ended', 'refused') group by 1
    )
    select command.id, status, finished_at is not null as "isFinished", published_at is not null as "isPublished",
      coalesce(ends, 0) as ends
    from command left join ends on ends.id = command.id`);
  await db.end();
  return rows;
}
