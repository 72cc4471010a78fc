import { deviceDataCalls } from '@manoboard/contract/http/calls/device-data';
import type { Diagnostics } from '@manoboard/contract/nouns/diagnostics';
import { PROTECTION_CODES } from '@manoboard/domain/protection/codes';
import { useQuery } from '@tanstack/react-query';
import { read } from '../lib/http.ts';

/** What the board has raised and not cleared is known here, beside all that it last said. */
export const diagnosticsQuery = (id: string) => ({
  queryKey: ['diagnostics', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceDataCalls.diagnostics, signal, { params: { id } }),
});

/** A converter that is silent or in fault says so itself. */
const stillRaised = ({ events }: Diagnostics) =>
  events
    .filter(({ cleared_at }) => cleared_at === null)
    .flatMap(({ code }) => PROTECTION_CODES.filter((protection) => protection === code));

/** The parts of a page that come one after the other ask once; what changes is told. */
const FRESH_MS = 6000;

/** What the board protects the pump from now, the newest first; nothing while nobody knows. */
export const useRaised = (id: string, refetchInterval: number | false = false) =>
  useQuery({ ...diagnosticsQuery(id), staleTime: FRESH_MS, refetchInterval, select: stillRaised }).data;
