import type { NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import type { RuleState } from '@manoboard/domain/alerts/rules/evaluate';
import type { RaisedAlert } from '@manoboard/domain/alerts/rules/kinds';
import { storedState } from '@manoboard/domain/alerts/rules/stored-state';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

type OpenAlert = Pick<RaisedAlert<RuleKind>, 'kind' | 'severity'>;
export interface StoredRules {
  /** 0 while there is no row. */
  version: number;
  state: RuleState | null;
  settings: NewAlertSettings | null;
  /** Null: the default zone. */
  zone: string | null;
  fcType: string | null;
  /** Facts of the board's own converter profile. */
  facts: ConverterFacts | null;
  /** Open alerts that a rule holds. */
  held: OpenAlert[];
  /** Events of the board that are not cleared, with the kinds of their alerts. */
  events: (OpenAlert & { id: string })[];
}

/** Rules of these devices, in the same order. */
export async function listRules(db: Db, deviceKeys: readonly DeviceKey[]): Promise<StoredRules[]> {
  const { rows } = await sql<{ key: DeviceKey } & StoredRules>`
    select wanted.key, coalesce(rule_state.version, 0) as version, rule_state.state, alert_settings.settings,
      device.zone, device.fc_type as "fcType",
      converter_profile.facts,
      array(
        select jsonb_build_object('kind', kind, 'severity', severity) from alert
        where alert.device_id = wanted.key and cleared_at is null and is_by_rule
          and kind = any(${RuleKind.options}::text[])
      ) as held,
      array(
        select jsonb_build_object('id', event.id, 'kind', alert.kind, 'severity', event.severity)
        from board_event event join alert on alert.id = event.alert_id
        where event.device_id = wanted.key and event.cleared_at is null
      ) as events
    from unnest(${deviceKeys}::int[]) wanted (key)
    left join device on device.id = wanted.key
    left join converter_profile on converter_profile.hash = device.fc_profile
    left join alert_rule_state rule_state on rule_state.device_id = wanted.key
    left join alert_settings on alert_settings.device_id = wanted.key`.execute(db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return deviceKeys.map((key) => byKey.get(key) as StoredRules);
}

export interface StateRow {
  deviceKey: DeviceKey;
  version: number;
  state: RuleState;
}

/**
 * Stores states whose row still has this version, and returns the devices that were stored: another server may have
 * written a newer one. A device that was deleted meanwhile is passed over.
 */
export async function saveStates(db: Db, states: readonly StateRow[], at: Date): Promise<Set<DeviceKey>> {
  const texts = states.map(
    ({ deviceKey, version, state }) =>
      `{"device_id":${deviceKey},"version":${version + 1},"state":${JSON.stringify(storedState(state))}}`,
  );
  const { rows } = await sql<{ deviceKey: DeviceKey }>`
    insert into alert_rule_state (device_id, version, state, at)
    select r.device_id, r.version, r.state, ${at}
    from jsonb_to_recordset(${`[${texts.join(',')}]`}::jsonb) as r (device_id int, version int, state jsonb)
    join device on device.id = r.device_id
    order by r.device_id
    on conflict (device_id) do update set version = excluded.version, state = excluded.state, at = excluded.at
    where alert_rule_state.version = excluded.version - 1
    returning device_id as "deviceKey"`.execute(db);
  return new Set(rows.map(({ deviceKey }) => deviceKey));
}

/** Devices that the rules have seen, with their zones, by key; null is the default zone. */
export const listZones = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('alert_rule_state')
    .innerJoin('device', 'device.id', 'alert_rule_state.device_id')
    .where('device.id', '>', after as DeviceKey)
    .select(['device.id as deviceKey', 'device.zone'])
    .orderBy('device.id')
    .limit(limit)
    .execute();

/** Devices that the rules have seen before. */
export const listSeen = (db: Db) =>
  db
    .selectFrom('alert_rule_state')
    .innerJoin('device', 'device.id', 'alert_rule_state.device_id')
    .select(['device.id as deviceKey', 'id_dev as deviceId'])
    .execute();
