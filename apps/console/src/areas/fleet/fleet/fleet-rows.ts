import { useState } from 'react';
import type { DayPressure, FleetRow } from './api.ts';
import type { FleetItem, GroupItem } from './fleet-items.ts';
import type { Rows } from './use-rows.ts';

/** One device of the list. */
export interface DeviceRow {
  kind: 'device';
  id: string;
  /** Undefined until loaded, `null` if the device has left the list. */
  row: FleetRow | null | undefined;
  /** Undefined until loaded. */
  day: DayPressure | undefined;
  isLive: boolean;
  isStale: boolean;
}
export type ListRow = GroupItem | DeviceRow;

interface Facts {
  loaded: Rows;
  /** Devices with live data. */
  watched: ReadonlySet<string>;
  pressures: ReadonlyMap<string, DayPressure>;
  /** The server does not answer: the list shows what it reported last. */
  isStale: boolean;
}

const FIELDS = ['row', 'day', 'isLive', 'isStale'] as const;

/** The same object for a row that has not changed, so that it is not rendered again while the list scrolls. */
export function useListRows({ loaded, watched, pressures, isStale }: Facts) {
  const [known] = useState(() => new Map<string, DeviceRow>());
  return (item: FleetItem): ListRow => {
    if (item.kind === 'group') return item;
    const { id } = item;
    const row: DeviceRow = {
      kind: 'device',
      id,
      row: loaded.rows.get(id),
      day: pressures.get(id),
      isLive: watched.has(id),
      isStale,
    };
    const before = known.get(id);
    if (before && FIELDS.every((field) => before[field] === row[field])) return before;
    known.set(id, row);
    return row;
  };
}
