import type { DeliveryStep, EscalationSettings } from '@manoboard/contract/alert/alert-delivery';
import { sql } from 'kysely';
import { mergeCalls, mergeWrites } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { isShelved } from '../../../db/shelved.ts';

import type { AlertChange } from './plan.repo.ts';

export const findEscalation = mergeCalls(
  async (db, deviceKeys: readonly DeviceKey[]): Promise<(EscalationSettings | undefined)[]> => {
    const rows = await db
      .selectFrom('escalation_settings')
      .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
      .select(['device_id', 'settings'])
      .execute();
    const settings = new Map(rows.map((row) => [row.device_id, row.settings]));
    return deviceKeys.map((key) => settings.get(key));
  },
);

interface NewStep {
  alertId: number;
  step: DeliveryStep;
  occurrence: number;
  dueAt: Date;
}

/** One row of each step, the earliest: a statement cannot update the same row twice. */
function earliestOf(steps: readonly NewStep[]): NewStep[] {
  const latestFirst = steps.toSorted((one, other) => other.dueAt.getTime() - one.dueAt.getTime());
  return [...new Map(latestFirst.map((step) => [`${step.alertId} ${step.step}`, step])).values()];
}

/** Schedules a step; one that is already scheduled keeps an earlier time. */
export const insertStep = mergeWrites((tx, steps: readonly NewStep[]) =>
  tx
    .insertInto('alert_escalation')
    .values(
      earliestOf(steps).map(({ alertId, step, occurrence, dueAt }) => ({
        alert_id: alertId,
        step,
        occurrence,
        due_at: dueAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['alert_id', 'step'])
        // An alarm that was a warning must not wait for the time of a warning.
        .doUpdateSet({ due_at: sql`least(alert_escalation.due_at, excluded.due_at)` }),
    )
    .execute(),
);

/** Sets scheduled steps to the newest occurrence, so that their receivers get one message. */
export const renewSteps = (tx: Db, alertId: number, occurrence: number) =>
  tx.updateTable('alert_escalation').where('alert_id', '=', alertId).set({ occurrence }).execute();

export const deleteSteps = mergeWrites((tx, alertIds: readonly number[]) =>
  tx.deleteFrom('alert_escalation').where('alert_id', '=', sql<number>`any(${alertIds}::int[])`).execute(),
);

/** Takes the oldest steps that are due; another server skips them until this transaction ends. */
export const takeDueSteps = (tx: Db, at: Date, most: number) =>
  tx
    .deleteFrom('alert_escalation')
    .where(
      sql<boolean>`(alert_id, step) in (
        select alert_id, step from alert_escalation where due_at <= ${at}
        order by due_at limit ${most} for update skip locked)`,
    )
    .returning(['alert_id as alertId', 'step', 'occurrence'])
    .execute();

interface UntakenAlert extends Omit<AlertChange, 'change' | 'occurrence'> {
  /** The occurrence in which a warning became an alarm. */
  escalated: number | null;
}

/** Those of the alerts that are neither cleared nor resolved, taken or shelved: the ladder of the others ends. */
export async function listUntaken(tx: Db, alertIds: readonly number[], at: Date): Promise<UntakenAlert[]> {
  const { rows } = await sql<UntakenAlert>`
    select id as "alertId", device_id as "deviceKey", kind, severity,
      (select max(occurrence) from (
        select occurrence from alert_delivery where alert_id = alert.id and change = 'escalated'
        union all select occurrence from alert_unreached where alert_id = alert.id and change = 'escalated'
      ) as all_of) as escalated
    from alert
    where id = any(${alertIds}::int[]) and cleared_at is null and resolved_at is null and assignee_id is null
      and not ${isShelved(at)}`.execute(tx);
  return rows;
}
