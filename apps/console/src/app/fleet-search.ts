import type { FleetFilters } from '../areas/fleet/fleet/api.ts';

const STATES = ['running', 'waiting', 'stopped', 'fault', 'offline', 'unknown'] as const;
const SORTS = ['alias', 'owner', 'address', 'fc_type', 'version', 'alerts', 'last_contact'] as const;

const idOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

/** Filters, search and order of the fleet list are part of the address: the way back from a device finds them. */
export function fleetSearch(search: Record<string, unknown>): FleetFilters {
  const state = STATES.find((name) => name === search.state);
  const [label, group, system] = [search.label, search.group, search.system].map(idOf);
  const sort = SORTS.find((name) => name === search.sort);
  // The router parses `?q=123` as a number.
  const q = typeof search.q === 'number' ? String(search.q) : search.q;
  return {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 100) }),
    ...(state && { state }),
    ...(search.outdated === true && { outdated: true }),
    ...(search.locked_out === true && { locked_out: true }),
    ...(search.needs_person === true && { needs_person: true }),
    ...(label && { label }),
    ...(group && { group }),
    ...(system && { system }),
    ...(sort && { sort }),
    ...(search.order === 'desc' && { order: 'desc' }),
  };
}
