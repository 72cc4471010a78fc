import { DAY_MS } from '@manoboard/domain/time';
import { sql } from 'kysely';
import type { Metrics } from '../../base/metrics.ts';
import type { Db } from '../../db/db.ts';

interface Needs {
  db: Db;
  metrics: Pick<Metrics, 'watchCounts'>;
  now: () => number;
}

type Counts = Record<string, number>;
const first = async (query: { execute(db: Db): Promise<{ rows: Counts[] }> }, db: Db) =>
  (await query.execute(db)).rows[0] ?? {};

/** Open alerts by device; devices without one are left out. */
export async function countOpenByDevice(db: Db): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<{ deviceId: string; alarm: number; warning: number }>`
    select id_dev as "deviceId", count(*) filter (where severity = 'alarm')::int as alarm,
      count(*) filter (where severity = 'warning')::int as warning
    from alert join device on device.id = alert.device_id
    where cleared_at is null and resolved_at is null group by id_dev`.execute(db);
  return new Map(rows.map(({ deviceId, ...counts }) => [deviceId, counts]));
}

/** For the operator: whether people wait for help, and whether messages reach them. */
export function watchAlerts({ db, metrics, now }: Needs): void {
  metrics.watchCounts(
    {
      name: 'manoboard_alerts_open',
      help: 'Alerts whose condition lasts and that nobody has resolved, by severity',
      label: 'severity',
    },
    () =>
      first(
        sql<Counts>`
          select count(*) filter (where severity = 'alarm')::int as alarm,
            count(*) filter (where severity = 'warning')::int as warning
          from alert where cleared_at is null and resolved_at is null`,
        db,
      ),
  );
  metrics.watchCounts(
    {
      name: 'manoboard_alert_deliveries',
      help: 'Messages about alerts: due and not sent yet, and given up within the last day',
      label: 'state',
    },
    () =>
      first(
        sql<Counts>`
          select (select count(*)::int from alert_delivery where state = 'waiting' and next_at <= ${new Date(now())}) as due,
            (select count(*)::int from alert_delivery
              where state = 'failed' and failed_at > ${new Date(now() - DAY_MS)}) as failed`,
        db,
      ),
  );
}
