import type { DeviceState } from '@manoboard/contract/nouns/device-state';
import { boardFacts } from '@manoboard/domain/telemetry/board-facts';
import type { HopFacts } from '@manoboard/domain/telemetry/broken-hop';
import { useRaised } from '../../device/device-diagnostics.ts';
import type { LinkState } from '../../device/live/live-link.ts';
import { useBrokerUp } from '../../device/live/server-state.ts';
import { useBlameClock } from '../../device/live/use-data-clock.ts';
import { useLinkState, useLiveDevice } from '../../device/live/use-live.ts';
import { useHasNetwork } from '../../lib/use-network.ts';

const HEARD: Record<LinkState, boolean | undefined> = {
  live: true,
  polling: true,
  down: false,
  connecting: undefined,
};

type BoardFacts = ReturnType<typeof boardFacts>;

/** R4.5: what this page knows of every hop, as live as it knows it. */
export function useHopFacts(
  deviceId: string,
  askAgainMs: number | false = false,
  state?: DeviceState,
): HopFacts {
  // What the board raised is told when it changes; a page that shows it asks again besides.
  const raised = useRaised(deviceId, askAgainMs);
  const last = useLiveDevice(deviceId, (device) => device.last);
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline);
  // As text: the clock gives plain values, and renders only when one is another.
  const facts = useBlameClock(last, (nowS) => JSON.stringify(boardFacts(last, isOnline, nowS)));
  return {
    hasNetwork: useHasNetwork(),
    isServerHeard: HEARD[useLinkState()],
    isBrokerUp: useBrokerUp() ?? state?.broker ?? true,
    ...(JSON.parse(facts) as BoardFacts),
    raised,
  };
}
