import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import { needsPerson, pumpGroup } from '@manoboard/domain/pump/attention';
import type { PumpStatus } from '../../device/device-view.ts';
import type { FleetFilters, ReadPage } from './api.ts';

/** A device at its position in the list. */
export interface FleetRow extends FleetDevice {
  /** The state that decided its position. */
  sortedAs: FleetDevice['state'];
  readAtMs: number;
}

export type FleetItem =
  | { kind: 'group'; name: 'needsPerson' | 'others'; count: number | undefined }
  | { kind: 'device'; row: FleetRow; place: number }
  | { kind: 'more' };

export const keyOf = (item: FleetItem) =>
  item.kind === 'device' ? item.row.id_dev : item.kind === 'group' ? item.name : item.kind;

/** Rows in the order of their first response, with the facts of `fresh`, which was read later. */
export function rowsOf(pages: readonly ReadPage[], fresh: ReadPage | undefined): FleetRow[] {
  const newer = new Map(fresh?.items.map((item) => [item.id_dev, item]));
  const seen = new Set<string>();
  return pages.flatMap((page) =>
    page.items.flatMap((item) => {
      // After a restart of the server a page may repeat a device.
      if (seen.has(item.id_dev)) return [];
      seen.add(item.id_dev);
      const isNewer = fresh !== undefined && fresh.readAtMs >= page.readAtMs;
      const facts = (isNewer && newer.get(item.id_dev)) || item;
      const readAtMs = facts === item ? page.readAtMs : (fresh?.readAtMs ?? page.readAtMs);
      return [{ ...facts, sortedAs: item.state, readAtMs }];
    }),
  );
}

/** Only the default order has groups: in any other, devices that need a person are anywhere. */
const isGrouped = ({ sort = 'state', order }: FleetFilters) => sort === 'state' && order === undefined;

export function itemsOf(
  rows: readonly FleetRow[],
  filters: FleetFilters,
  { total, hasMore }: { total: number; hasMore: boolean },
): FleetItem[] {
  const devices = rows.map((row, place): FleetItem => ({ kind: 'device', row, place }));
  const more: FleetItem[] = hasMore ? [{ kind: 'more' }] : [];
  if (!isGrouped(filters)) return [...devices, ...more];
  const firstOther = rows.findIndex((row) => !needsPerson(row.sortedAs, row.open_alerts > 0));
  const urgent = firstOther === -1 ? rows.length : firstOther;
  const isCounted = firstOther !== -1 || !hasMore;
  const group = (name: 'needsPerson' | 'others', count: number): FleetItem[] =>
    count > 0 ? [{ kind: 'group', name, count: isCounted ? count : undefined }] : [];
  return [
    ...group('needsPerson', urgent),
    ...devices.slice(0, urgent),
    ...(isCounted ? group('others', total - urgent) : []),
    ...devices.slice(urgent),
    ...more,
  ];
}

/** Whether a state belongs to another group than the one that decided the position of the row. */
export const isOutOfPlace = (row: FleetRow, status: PumpStatus) =>
  status !== 'connecting' && status !== 'stale' && pumpGroup(status) !== pumpGroup(row.sortedAs);
