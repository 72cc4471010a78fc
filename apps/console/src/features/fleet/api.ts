import { fleetCalls } from '@manoboard/contract/http/calls/fleet';
import type { FleetPage, FleetSort, PumpGroup } from '@manoboard/contract/nouns/fleet';
import { config } from '../../lib/config.ts';
import { read } from '../../lib/http.ts';

/** Filters, search and order of the list, as in the address of the page. */
export interface FleetFilters {
  q?: string;
  state?: PumpGroup;
  outdated?: true;
  locked_out?: true;
  /** Without it: what needs a person first. */
  sort?: FleetSort;
  order?: 'desc';
}

export const isFiltered = ({ q, state, outdated, locked_out }: FleetFilters) =>
  Boolean(q || state || outdated || locked_out);

/** A page and the browser's time at which it was read. */
export interface ReadPage extends FleetPage {
  readAtMs: number;
}

const PAGE_ROWS = '100';

function toQuery({ outdated, locked_out, ...rest }: FleetFilters) {
  return {
    ...rest,
    ...(outdated && { outdated: 'true' as const }),
    ...(locked_out && { locked_out: 'true' as const }),
  };
}

export async function readFleet(
  filters: FleetFilters,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ReadPage> {
  const query = { ...toQuery(filters), limit: PAGE_ROWS, ...(cursor && { cursor }) };
  return { ...(await read(fleetCalls.fleet, signal, { query })), readAtMs: Date.now() };
}

export function csvHref(filters: FleetFilters) {
  const query = new URLSearchParams(Object.entries(toQuery(filters)));
  return `${config.api_base}${fleetCalls.fleetCsv.path}${query.size > 0 ? `?${query}` : ''}`;
}
