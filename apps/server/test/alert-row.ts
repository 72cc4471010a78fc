import { RuleKind } from '@manoboard/contract/alert/kinds';
import { thresholdsOf } from '@manoboard/domain/alerts/rules/alert-rules';
import type { Insertable } from 'kysely';
import type { Db } from '../src/db/db.ts';
import type { DeviceKey } from '../src/db/device-key.ts';
import type { AlertTable } from '../src/db/tables/alert-tables.ts';

/** Inserts an alert, by default an open dry run that a board has reported. Returns its id. */
export async function insertAlert(
  db: Db,
  deviceKey: DeviceKey,
  change: Partial<Insertable<AlertTable>> = {},
): Promise<number> {
  const reported = {
    event_id: crypto.randomUUID(),
    kind: 'dry_run',
    code: 'DRY_RUN',
    severity: 'alarm',
  } as const;
  const rule = RuleKind.options.find((kind) => kind === (change.kind ?? reported.kind));
  const thresholds = JSON.stringify(rule ? thresholdsOf(rule) : {});
  const { id } = await db
    .insertInto('alert')
    .values({ device_id: deviceKey, raised_at: new Date(), thresholds, ...reported, ...change })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
