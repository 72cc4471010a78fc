import type { DeviceState } from '@manoboard/contract/device/device-state';
import { boardFacts } from '@manoboard/domain/telemetry/board-facts';
import type { HopFacts } from '@manoboard/domain/telemetry/broken-hop';
import { useRaisedProtections } from '../../../device/device-diagnostics.ts';
import { evaluationTimeOf } from '../../../device/device-view.ts';
import type { LinkState } from '../../../device/live/live-link.ts';
import { useBrokerUp } from '../../../device/live/server-state.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useHasNetwork } from '../../../lib/page/use-network.ts';

const SERVER_REACHABLE: Record<LinkState, boolean | undefined> = {
  live: true,
  polling: true,
  down: false,
  connecting: undefined,
};

type BoardFacts = ReturnType<typeof boardFacts>;

/** R4.5: the state of every hop, as far as this page knows it. */
export function useHopFacts(deviceId: string, pollMs: number | false = false, state?: DeviceState): HopFacts {
  // The stream reports changes of raised events; a page that displays them polls as well.
  const raised = useRaisedProtections(deviceId, pollMs);
  // As text, since `unmeasured` is a new list every time.
  const facts = useDevice(deviceId, (view) =>
    JSON.stringify(boardFacts(view.last, view.isOnline, evaluationTimeOf(view))),
  );
  const link = useDevice(deviceId, (view) => view.link);
  return {
    hasNetwork: useHasNetwork(),
    isServerReachable: SERVER_REACHABLE[link],
    isBrokerUp: useBrokerUp() ?? state?.broker ?? true,
    ...(JSON.parse(facts) as BoardFacts),
    raised,
  };
}
