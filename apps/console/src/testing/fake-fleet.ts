import type { FleetDevice, FleetPage } from '@manoboard/contract/nouns/fleet';
import { attentionRank, pumpGroup } from '@manoboard/domain/pump/attention';
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
    locked_out: count(({ locked_out }) => locked_out),
  };
}

/** `GET /devices/fleet` over these devices: search by alias, the state filter, both orders, and pages. */
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
    const start = Number(query.get('cursor')?.split('-')[1] ?? 0);
    const end = start + Number(query.get('limit'));
    const next = end < sorted.length ? `0-${end}-0` : null;
    const json: FleetPage = {
      items: sorted.slice(start, end),
      total: sorted.length,
      next,
      counts: countsOf(found),
    };
    return { json };
  };
