import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import { PROTECTION_CODES } from '@manoboard/domain/protection/codes';
import { useQuery } from '@tanstack/react-query';
import { diagnosticsQuery } from './queries.ts';

/** Without lost converters and their faults: the live values report those. */
const raisedProtections = ({ events }: Diagnostics) =>
  events
    .filter(({ cleared_at }) => cleared_at === null)
    .flatMap(({ code }) => PROTECTION_CODES.filter((protection) => protection === code));

/** Components that mount one after the other share one request; the stream invalidates it. */
const FRESH_MS = 6000;

/** The protections that the board has raised, newest first; `undefined` while unknown. */
export const useRaisedProtections = (deviceId: string, refetchInterval: number | false = false) =>
  useQuery({
    ...diagnosticsQuery(deviceId),
    staleTime: FRESH_MS,
    refetchInterval,
    select: raisedProtections,
  }).data;
