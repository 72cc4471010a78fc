import { securityCalls } from '@manoboard/contract/installation/security.calls';
import type { SecurityKind, SecurityPage } from '@manoboard/contract/installation/security-event';
import { address, read } from '../../../lib/http/http.ts';

export interface SecurityFilter {
  kind?: SecurityKind | undefined;
  outcome?: 'refused' | undefined;
}

const REFRESH_MS = 60_000;

export const securityQuery = ({ kind, outcome }: SecurityFilter) => ({
  queryKey: ['security-events', kind, outcome],
  initialPageParam: undefined as number | undefined,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: number | undefined }) =>
    read(securityCalls.securityEvents, signal, {
      query: { kind, outcome, before: pageParam === undefined ? undefined : `${pageParam}` },
    }),
  getNextPageParam: ({ next }: SecurityPage) => next ?? undefined,
  refetchInterval: REFRESH_MS,
});

export const securityCsvHref = (filter: SecurityFilter, zone: string) =>
  address(securityCalls.securityEventsCsv, {}, { ...filter, zone });
