import type { FleetDevice } from '@manoboard/contract/fleet/fleet';
import { type Csv, type CsvColumn, type CsvValue, phoneText } from '../../base/csv.ts';

interface Cells {
  names: (csv: Csv, column: CsvColumn) => readonly string[];
  of: (device: FleetDevice, csv: Csv) => readonly CsvValue[];
}

const plain = (read: (device: FleetDevice) => CsvValue): Cells => ({
  names: ({ name }, column) => [name(column)],
  of: (device) => [read(device)],
});
const yesNo = (read: (device: FleetDevice) => boolean): Cells => ({
  names: ({ name }, column) => [name(column)],
  of: (device, csv) => [csv.yesNo(read(device))],
});
const coded = (read: (device: FleetDevice) => string | null, prefix: string): Cells => ({
  names: ({ codedNames }, column) => codedNames(column),
  of(device, { wordOf }) {
    const code = read(device);
    return code === null ? [null, null] : [wordOf(code, prefix), code];
  },
});

const reason: Cells = {
  names: ({ codedNames }, column) => codedNames(column),
  of: ({ reason: why }, { t, wordOf }) => {
    if (!why) return [null, null];
    if (why.kind === 'fault') return [t('pump.faultCode', { code: why.code }), why.code];
    if (why.kind === 'link')
      return [t(`water.short.${why.code === 'wifi' ? 'silent' : 'converter'}`), why.code];
    return [wordOf(why.code, 'boardEvent'), why.code];
  },
};

/** Each column with its cells. */
const COLUMNS = {
  id_dev: plain(({ id_dev }) => id_dev),
  fc_id: plain(({ fc_id }) => fc_id),
  alias: plain(({ alias }) => alias),
  state: coded(({ state }) => state, 'pump.state'),
  reason,
  open_alerts: plain(({ open_alerts }) => open_alerts),
  worst_severity: coded(({ worst_severity }) => worst_severity, 'rules.raises'),
  last_contact: {
    names: ({ timeNames }, column) => timeNames(column),
    of: ({ last_contact }, { time }) => time(last_contact && last_contact * 1000),
  },
  locked_out: yesNo(({ lock_out }) => lock_out !== null),
  lock_out_by: plain(({ lock_out }) => lock_out?.by?.name),
  lock_out_reason: plain(({ lock_out }) => lock_out?.reason),
  name: plain(({ owner }) => owner?.name),
  surname: plain(({ owner }) => owner?.surname),
  email: plain(({ owner }) => owner?.email),
  phone_number: plain(({ owner }) => phoneText(owner?.phone_number)),
  address: plain(({ address }) => address),
  fc_type: plain(({ fc_type }) => fc_type),
  version: plain(({ version }) => version),
  is_outdated: yesNo(({ is_outdated }) => is_outdated),
  assignee: plain(({ assignee }) => assignee?.name),
  group: plain(({ labels }) => labels?.find(({ kind }) => kind === 'group')?.name),
  labels: plain(({ labels }) =>
    labels
      ?.filter(({ kind }) => kind === 'label')
      .map(({ name }) => name)
      .join(', '),
  ),
  system: plain(({ system }) => system?.name),
} as const satisfies { [C in CsvColumn]?: Cells };
const ENTRIES = Object.entries(COLUMNS) as [keyof typeof COLUMNS, Cells][];

export const fleetHead = (csv: Csv) => csv.head(ENTRIES.flatMap(([column, { names }]) => names(csv, column)));

export const fleetLine = (csv: Csv, device: FleetDevice) =>
  csv.line(ENTRIES.flatMap(([, { of }]) => of(device, csv)));
