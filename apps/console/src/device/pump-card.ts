import { pumpCardCalls } from '@manoboard/contract/device/pump-card.calls';
import { readQuery } from '../lib/http/read-query.ts';

/** Refetched with the configuration; the parts of a page share one answer. */
export const pumpCardQuery = (deviceId: string) => ({
  ...readQuery(['config', deviceId, 'pump-card'], pumpCardCalls.pumpCard, { params: { id: deviceId } }),
  staleTime: 30_000,
});

export const pumpCardVersionsQuery = (deviceId: string) =>
  readQuery(['config', deviceId, 'pump-card', 'versions'], pumpCardCalls.pumpCardVersions, {
    params: { id: deviceId },
  });
