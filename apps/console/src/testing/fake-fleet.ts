import type { FleetDevice, FleetPage } from '@manoboard/contract/fleet/fleet';
import { ATTENTION_RANKS, attentionRank, needsPerson, pumpGroup } from '@manoboard/domain/pump/attention';
import type { Handler } from './fake-server.ts';

const rankOf = ({ state, open_alerts }: FleetDevice) => attentionRank(state, open_alerts > 0);

function countsOf(devices: readonly FleetDevice[]): FleetPage['counts'] {
  const count = (isCounted: (device: FleetDevice) => boolean) => devices.filter(isCounted).length;
  const inGroup = (group: string) => count(({ state }) => pumpGroup(state) === group);
  return {
    running: inGroup('running'),
    waiting: inGroup('waiting'),
    stopped: inGroup('stopped'),
    fault: inGroup('fault'),
    offline: inGroup('offline'),
    unknown: inGroup('unknown'),
    outdated: count(({ is_outdated }) => is_outdated),
    locked_out: count(({ lock_out }) => lock_out !== null),
    needs_person: count((device) => needsPerson(rankOf(device))),
  };
}

/** `GET /devices/fleet` over these devices: search by alias, the state filter, and both orders. */
export const fleetRoute =
  (devices: () => readonly FleetDevice[]): Handler =>
  ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const q = query.get('q')?.toLowerCase() ?? '';
    const found = devices().filter(({ alias, id_dev }) => `${alias} ${id_dev}`.toLowerCase().includes(q));
    const state = query.get('state');
    const shown = found.filter((device) => !state || pumpGroup(device.state) === state);
    const isByAlias = query.get('sort') === 'alias';
    const sorted = shown.toSorted((a, b) =>
      isByAlias ? (a.alias ?? '').localeCompare(b.alias ?? '') : rankOf(a) - rankOf(b),
    );
    if (query.get('order') === 'desc') sorted.reverse();
    const ranks = ATTENTION_RANKS.map((rank) => sorted.filter((device) => rankOf(device) === rank).length);
    const json: FleetPage = {
      items: sorted.slice(0, Number(query.get('limit'))),
      total: sorted.length,
      counts: countsOf(found),
      ...(query.get('ids') === 'true' && { ids: sorted.map(({ id_dev }) => id_dev), ranks }),
    };
    return { json };
  };

/** `GET /devices/fleet/rows`. */
export const fleetRowsRoute =
  (devices: () => readonly FleetDevice[]): Handler =>
  ({ path }) => {
    const ids = new URLSearchParams(path.split('?')[1]).getAll('device_id');
    return { json: ids.flatMap((id) => devices().filter(({ id_dev }) => id_dev === id)) };
  };
