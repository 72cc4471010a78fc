import type { Outage } from '@manoboard/domain/alerts/outage';
import type { Db } from '../../../db/db.ts';

/** The last report of a server. */
interface ServerReport {
  serverId: string;
  seenAt: Date;
  /** Boards that were connected to it. */
  online: number;
  outage: Outage | null;
}

export const upsertReport = (db: Db, { serverId, seenAt, online, outage }: ServerReport) => {
  const values = { seen_at: seenAt, online, outage: outage && JSON.stringify(outage) };
  return db
    .insertInto('server_report')
    .values({ server_id: serverId, ...values })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet(values))
    .execute();
};

export const findReport = (db: Db, serverId: string) =>
  db
    .selectFrom('server_report')
    .where('server_id', '=', serverId)
    .select(['seen_at as seenAt', 'online'])
    .executeTakeFirst();

/** Removes the reports of other servers that stopped before this time: of several servers one gets them. */
export const claimSilent = (db: Db, serverId: string, before: Date) =>
  db
    .deleteFrom('server_report')
    .where('server_id', '<>', serverId)
    .where('seen_at', '<', before)
    .returning(['server_id as id', 'seen_at as seenAt', 'online'])
    .execute();

/** The outages of all servers. */
export const listOutages = async (db: Db): Promise<(Outage | null)[]> =>
  (await db.selectFrom('server_report').select('outage').execute()).map(({ outage }) => outage);

/** Whether one is open. */
export const hasOutageAlert = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('alert')
    .where('device_id', 'is', null)
    .where('kind', '=', 'site_outage')
    .where('cleared_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined;
