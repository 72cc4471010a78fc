import type { DayPressure, FleetFilters, FleetRow } from './api.ts';
import type { DeviceItem, FleetItem } from './fleet-items.ts';
import type { Column } from './stored-choices.ts';
import type { Rows } from './use-rows.ts';
import type { VirtualItems } from './use-virtual-items.ts';

export interface ListProps {
  items: readonly FleetItem[];
  /** Devices that match the filters, loaded or not. */
  total: number;
  loaded: Rows;
  virtual: VirtualItems;
  columns: readonly Column[];
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
  /** Devices with live data. */
  watched: ReadonlySet<string>;
  pressures: ReadonlyMap<string, DayPressure>;
  /** The server does not answer: the list shows what it reported last. */
  isStale: boolean;
}

/** One device of the list, in a table or as a card. */
export interface RowProps {
  id: string;
  /** Undefined until loaded, `null` if the device has left the list. */
  row: FleetRow | null | undefined;
  /** Undefined until loaded. */
  day: DayPressure | undefined;
  index: number;
  place: number;
  /** Distance from the top of the list in px. */
  top: number;
  isLive: boolean;
  isStale: boolean;
}

/** What a table and cards show of one device. */
export const rowOf = (
  { loaded, watched, pressures, isStale }: ListProps,
  { id, place }: DeviceItem,
  index: number,
): Omit<RowProps, 'top'> => ({
  id,
  index,
  place,
  row: loaded.rows.get(id),
  isLive: watched.has(id),
  day: pressures.get(id),
  isStale,
});
