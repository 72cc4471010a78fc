import type { LinkState } from './live-link.ts';
import { useLinkState, useLiveDevice } from './use-live.ts';

/** Why nobody can command a device from here now; `unknown` has no sentence, it only waits. */
export type Unreachable = 'serverDown' | 'offline' | 'connecting' | 'unknown';

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
  return unreachableBecause(useLinkState(), isOnline, isKnown);
}
