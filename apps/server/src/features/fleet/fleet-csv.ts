import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import { type CsvValue, csvHead, csvLine } from '../../csv.ts';

/** Each column with its value. */
const COLUMNS = {
  id_dev: ({ id_dev }) => id_dev,
  fc_id: ({ fc_id }) => fc_id,
  alias: ({ alias }) => alias,
  state: ({ state }) => state,
  reason: ({ reason }) => reason?.code,
  open_alerts: ({ open_alerts }) => open_alerts,
  worst_severity: ({ worst_severity }) => worst_severity,
  last_contact: ({ last_contact }) => last_contact && new Date(last_contact * 1000).toISOString(),
  locked_out: ({ lock_out }) => lock_out !== null,
  lock_out_by: ({ lock_out }) => lock_out?.by?.name,
  lock_out_reason: ({ lock_out }) => lock_out?.reason,
  name: ({ owner }) => owner?.name,
  surname: ({ owner }) => owner?.surname,
  email: ({ owner }) => owner?.email,
  phone_number: ({ owner }) => owner?.phone_number,
  address: ({ address }) => address,
  fc_type: ({ fc_type }) => fc_type,
  version: ({ version }) => version,
  is_outdated: ({ is_outdated }) => is_outdated,
} as const satisfies Record<string, (device: FleetDevice) => CsvValue>;

export const fleetHead = csvHead(Object.keys(COLUMNS));
export const fleetLine = (device: FleetDevice) => csvLine(Object.values(COLUMNS).map((read) => read(device)));
