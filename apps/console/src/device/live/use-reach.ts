import { useHasNetwork } from '../../lib/use-network.ts';
import { useLockOut } from '../lock-out.ts';
import type { LinkState } from './live-link.ts';
import { useLinkState, useLiveDevice } from './use-live.ts';

/** Why nobody can command a device from here now; `unknown` has no sentence, it only waits. */
export type Unreachable = 'noNetwork' | 'serverDown' | 'offline' | 'connecting' | 'unknown';

/** R4.5: who is without a network has not lost the server. */
export function useLostLink(): 'noNetwork' | 'serverDown' | undefined {
  const hasNetwork = useHasNetwork();
  if (useLinkState() !== 'down') return undefined;
  return hasNetwork ? 'serverDown' : 'noNetwork';
}

/** "Unknown is not off": nobody changes what is not known or cannot be reached. */
export function unreachableBecause(
  link: LinkState,
  isOnline: boolean | undefined,
  isKnown: boolean,
): Unreachable | undefined {
  if (link === 'down') return 'serverDown';
  if (isOnline === false) return 'offline';
  if (isOnline === undefined || !isKnown) return 'unknown';
  // Known from before: nobody acts on it until the server has answered again.
  return link === 'connecting' ? 'connecting' : undefined;
}

export function useUnreachable(deviceId: string): Unreachable | undefined {
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline);
  const isKnown = useLiveDevice(deviceId, ({ last }) => last !== undefined);
  const link = useLinkState();
  return useLostLink() ?? unreachableBecause(link, isOnline, isKnown);
}

/**
 * Why no write reaches the converter now: its board is out of reach or does not hear it, or the device has a lock-out
 * tag (R5.10). A tag lets stop through.
 */
export function useUncontrollable(deviceId: string): Unreachable | 'converterLost' | 'lockedOut' | undefined {
  const isConverterLost = useLiveDevice(deviceId, ({ last }) => last?.fc === 0);
  const isLockedOut = useLockOut(deviceId) !== null;
  const lost = useUnreachable(deviceId) ?? (isConverterLost ? 'converterLost' : undefined);
  return lost ?? (isLockedOut ? 'lockedOut' : undefined);
}
export type Uncontrollable = NonNullable<ReturnType<typeof useUncontrollable>>;
