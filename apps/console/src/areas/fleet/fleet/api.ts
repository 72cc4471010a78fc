import type {
  FleetDevice,
  FleetPage,
  FleetPressures,
  FleetSort,
  PumpGroup,
} from '@manoboard/contract/fleet/fleet';
import { fleetCalls } from '@manoboard/contract/fleet/fleet.calls';
import type { FleetActionKind } from '@manoboard/contract/fleet/fleet-action';
import type { LabelKind } from '@manoboard/contract/fleet/label';
import { labelCalls } from '@manoboard/contract/fleet/label.calls';
import { address, read, request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** Filters, search and order of the list, as in the address of the page. */
export interface FleetFilters {
  q?: string;
  state?: PumpGroup;
  outdated?: true;
  locked_out?: true;
  needs_person?: true;
  label?: number;
  group?: number;
  /** A water system. */
  system?: number;
  /** Without it: what needs a person first. */
  sort?: FleetSort;
  order?: 'desc';
  /** R4.17: where the reader is; neither in the address nor in a saved filter. */
  near?: string;
}

/** What remains when all filters are cleared. */
export const withoutFilters = ({ sort, order }: FleetFilters): FleetFilters => ({
  ...(sort && { sort }),
  ...(order && { order }),
});

export const isFiltered = ({ sort: _, order: __, near: ___, ...filters }: FleetFilters) =>
  Object.keys(filters).length > 0;

/** A device as reported at `readAtMs`, a time of the browser. */
export interface FleetRow extends FleetDevice {
  readAtMs: number;
}

/** The first page of the list. */
export interface FirstPage extends Omit<FleetPage, 'ids' | 'ranks' | 'items'> {
  items: FleetRow[];
  readAtMs: number;
}

/** The first page and the order of all matching devices at that moment. */
export interface FleetOrder extends FirstPage {
  ids: string[];
  ranks: number[];
}

/** Rows of one request, also of the first page. */
export const BLOCK_ROWS = 100;

function toQuery({ outdated, locked_out, needs_person, label, group, system, ...rest }: FleetFilters) {
  return {
    ...rest,
    ...(outdated && { outdated: 'true' as const }),
    ...(locked_out && { locked_out: 'true' as const }),
    ...(needs_person && { needs_person: 'true' as const }),
    ...(label && { label: `${label}` }),
    ...(group && { group: `${group}` }),
    ...(system && { system: `${system}` }),
  };
}

async function readPage(filters: FleetFilters, signal: AbortSignal, ids: { ids?: 'true' } = {}) {
  const query = { ...toQuery(filters), limit: String(BLOCK_ROWS), ...ids };
  const page = await read(fleetCalls.fleet, signal, { query });
  const readAtMs = Date.now();
  return { ...page, items: page.items.map((item) => ({ ...item, readAtMs })), readAtMs };
}

export const readFirstPage = (filters: FleetFilters, signal: AbortSignal): Promise<FirstPage> =>
  readPage(filters, signal);

export async function readOrder(filters: FleetFilters, signal: AbortSignal): Promise<FleetOrder> {
  const { ids = [], ranks = [], ...page } = await readPage(filters, signal, { ids: 'true' });
  return { ...page, ids, ranks };
}

/** Rows by ID; `null` for a device that has left the list. */
export type RowsById = ReadonlyMap<string, FleetRow | null>;

export async function readRows(ids: readonly string[], signal: AbortSignal): Promise<RowsById> {
  const rows = await read(fleetCalls.fleetRows, signal, { query: { device_id: [...ids] } });
  const readAtMs = Date.now();
  const found = rows.map((row) => [row.id_dev, { ...row, readAtMs }] as const);
  return new Map([...ids.map((id) => [id, null] as const), ...found]);
}

/** The pressure of one device in the last 24 hours. */
export type DayPressure = Pick<FleetPressures, 't' | 'step_s'> &
  Omit<FleetPressures['devices'][number], 'id_dev'>;

export async function readPressures(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DayPressure>> {
  const { t, step_s, devices } = await read(fleetCalls.fleetPressures, signal, {
    query: { device_id: [...ids] },
  });
  return new Map(devices.map(({ id_dev, ...device }) => [id_dev, { t, step_s, ...device }]));
}

export const csvHref = (filters: FleetFilters, zone: string, device_id?: string[]) =>
  address(fleetCalls.fleetCsv, {}, { ...toQuery(filters), zone, ...(device_id && { device_id }) });

const COUNTS_MS = 60_000;

/** Devices that match each of these searches. A server without the call has no counts. */
export const countsQuery = (searches: readonly string[]) => ({
  ...readQuery(['fleet-counts', null, searches], fleetCalls.fleetCounts, { query: { of: [...searches] } }),
  enabled: searches.length > 0,
  retry: false,
  staleTime: COUNTS_MS,
  refetchInterval: COUNTS_MS,
});

/** A server without labels has none. */
export const labelsQuery = { ...readQuery(['labels'], labelCalls.labels), retry: false };

export const addLabel = (body: { kind: LabelKind; name: string }) => request(labelCalls.addLabel, { body });
export const renameLabel = (id: number, name: string) =>
  request(labelCalls.renameLabel, { params: { id: `${id}` }, body: { name } });
export const removeLabel = (id: number) => request(labelCalls.removeLabel, { params: { id: `${id}` } });

export const sendAction = (device_ids: string[], action: FleetActionKind) =>
  request(fleetCalls.fleetActions, { body: { device_ids, action } });
