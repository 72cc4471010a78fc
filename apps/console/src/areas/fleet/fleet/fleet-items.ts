import { attentionRank, needsPerson, pumpGroup } from '@manoboard/domain/pump/attention';
import type { PumpStatus } from '../../../device/device-view.ts';
import type { FleetFilters, FleetOrder, FleetRow } from './api.ts';

export interface GroupItem {
  kind: 'group';
  name: 'needsPerson' | 'others';
  count: number;
}
interface DeviceItem {
  kind: 'device';
  id: string;
  place: number;
}
export type FleetItem = GroupItem | DeviceItem;

const isByState = ({ sort = 'state', near }: FleetFilters) => sort === 'state' && near === undefined;

/** Only the default order has groups: in any other, devices that need a person are anywhere. */
export function itemsOf({ ids, ranks }: Pick<FleetOrder, 'ids' | 'ranks'>, filters: FleetFilters) {
  const devices = ids.map((id, place): FleetItem => ({ kind: 'device', id, place }));
  if (!isByState(filters) || filters.order === 'desc') return devices;
  const urgent = ranks.filter((_, rank) => needsPerson(rank)).reduce((sum, count) => sum + count, 0);
  const group = (name: GroupItem['name'], count: number): FleetItem[] =>
    count > 0 ? [{ kind: 'group', name, count }] : [];
  return [
    ...group('needsPerson', urgent),
    ...devices.slice(0, urgent),
    ...group('others', ids.length - urgent),
    ...devices.slice(urgent),
  ];
}

/** The ranks of all positions of an order by state. */
const ranksOf = (ranks: readonly number[], isReversed: boolean) => {
  const all = ranks.flatMap((count, rank) => Array<number>(count).fill(rank));
  return isReversed ? all.reverse() : all;
};

/** Whether a device with this state would be at another position of the order, or not in it. */
export function createPlaceCheck({ ids, ranks }: FleetOrder, filters: FleetFilters) {
  const rankOf = isByState(filters) ? ranksOf(ranks, filters.order === 'desc') : [];
  const ranked = new Map(ids.map((id, place) => [id, rankOf[place]]));
  return ({ id_dev, open_alerts }: Pick<FleetRow, 'id_dev' | 'open_alerts'>, status: PumpStatus) => {
    if (!ranked.has(id_dev)) return true;
    if (status === 'connecting' || status === 'stale') return false;
    if (filters.state && pumpGroup(status) !== filters.state) return true;
    return isByState(filters) && attentionRank(status, open_alerts > 0) !== ranked.get(id_dev);
  };
}
export type IsOutOfPlace = ReturnType<typeof createPlaceCheck>;
