import type { Diagnostics } from '@manoboard/contract/diagnostics';
import type { HopFacts } from '@manoboard/domain/broken-hop';
import { fcLinkOf } from '@manoboard/domain/fc-link';
import { isSilent } from '@manoboard/domain/freshness';
import { pumpState } from '@manoboard/domain/pump';
import type { LinkState } from '../../lib/live/live-link.ts';
import type { LiveDevice } from '../../lib/live/live-store.ts';
import { useDataClock } from '../../lib/live/use-data-clock.ts';
import { useLinkState, useLiveDevice } from '../../lib/live/use-live.ts';
import { useHasNetwork } from '../../lib/use-network.ts';

const HEARD: Record<LinkState, boolean | undefined> = {
  live: true,
  polling: true,
  down: false,
  connecting: undefined,
};

function hasFault({ last }: LiveDevice): boolean | undefined {
  if (!last) return undefined;
  const state = pumpState(last.data);
  if (state === 'fault' || state === 'no_power') return true;
  return last.data.fault == null ? undefined : last.data.fault !== 0;
}

const isSensorBroken = (known: Diagnostics | undefined) =>
  known?.events.some(({ code, cleared_at }) => code === 'SENSOR_BREAK' && cleared_at === null);

/** R4.5: what this page knows of every hop, as live as it knows it. */
export function useHopFacts(deviceId: string, known: Diagnostics | undefined): HopFacts {
  const device = useLiveDevice(deviceId, (live) => live);
  return {
    hasNetwork: useHasNetwork(),
    isServerHeard: HEARD[useLinkState()],
    isBoardOnline: device.isOnline,
    isBoardSilent: useDataClock((nowS) => device.last !== undefined && isSilent(device.last, nowS)),
    fcLink: device.last ? fcLinkOf(device.last, device.isOnline ?? false) : 'unknown',
    hasFault: hasFault(device),
    isSensorBroken: isSensorBroken(known),
  };
}
