import type { FleetDevice } from '@manoboard/contract/fleet/fleet';
import type { Csv, CsvColumn, CsvValue } from '../../base/csv.ts';

/** Each column with its value. */
const COLUMNS = {
  id_dev: ({ id_dev }) => id_dev,
  fc_id: ({ fc_id }) => fc_id,
  alias: ({ alias }) => alias,
  state: ({ state }) => state,
  reason: ({ reason }) => reason?.code,
  open_alerts: ({ open_alerts }) => open_alerts,
  worst_severity: ({ worst_severity }) => worst_severity,
  last_contact: ({ last_contact }) => last_contact,
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
} as const satisfies { [C in CsvColumn]?: (device: FleetDevice) => CsvValue };
const ENTRIES = Object.entries(COLUMNS) as [keyof typeof COLUMNS, (device: FleetDevice) => CsvValue][];

export const fleetHead = ({ head, name, timeNames }: Csv) =>
  head(ENTRIES.flatMap(([column]) => (column === 'last_contact' ? timeNames(column) : name(column))));

export const fleetLine = ({ line, time }: Csv, device: FleetDevice) =>
  line(
    ENTRIES.flatMap(([column, read]): CsvValue[] =>
      column === 'last_contact' ? time(device.last_contact && device.last_contact * 1000) : [read(device)],
    ),
  );
