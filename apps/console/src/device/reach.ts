import type { FcDevice } from '@manoboard/contract/device/device';
import { useQuery } from '@tanstack/react-query';
import { useHasNetwork } from '../lib/page/use-network.ts';
import type { DeviceView } from './device-view.ts';
import { useHasServerError, useLinkState } from './live/use-link.ts';
import { useLockOut } from './lock-out.ts';
import { fcDevicesQuery } from './queries.ts';
import { useDevice } from './use-device.ts';

type LostLink = 'noNetwork' | 'serverDown' | 'serverError';

/** Why no command reaches a device now; `unknown` has no text, the page is waiting. */
export type Unreachable = LostLink | 'offline' | 'connecting' | 'unknown';

/** R4.5: a browser without a network does not blame the server. */
export function useLostLink(): LostLink | undefined {
  const hasNetwork = useHasNetwork();
  const hasError = useHasServerError();
  if (useLinkState() !== 'down') return undefined;
  if (hasError) return 'serverError';
  return hasNetwork ? 'serverDown' : 'noNetwork';
}

/** A device that is unknown or out of reach cannot be changed; unknown is not off. */
export function unreachableBecause({
  link,
  isOnline,
  last,
}: Pick<DeviceView, 'link' | 'isOnline' | 'last'>): Unreachable | undefined {
  if (link === 'down') return 'serverDown';
  if (isOnline === false) return 'offline';
  if (isOnline === undefined || !last) return 'unknown';
  // Values from before the reconnect: no control until the server has answered again.
  return link === 'connecting' ? 'connecting' : undefined;
}

export function useUnreachable(deviceId: string): Unreachable | undefined {
  const unreachable = useDevice(deviceId, unreachableBecause);
  return useLostLink() ?? unreachable;
}

/** R4.16: why the board does not control its converter; `undefined` also while unknown: the server checks every write. */
export function useFcRefusal(deviceId: string): FcDevice['refused'] {
  const isLost = useDevice(deviceId, ({ last }) => last?.fc === 0);
  const { data } = useQuery({ ...fcDevicesQuery, enabled: isLost });
  return isLost ? data?.find(({ owner_dev_id }) => owner_dev_id === deviceId)?.refused : undefined;
}

/**
 * Why no write reaches the converter now: the board is out of reach or has lost the converter, or the device has a
 * lock-out tag (R5.10). A tag lets a stop through.
 */
export function useUncontrollable(
  deviceId: string,
): Unreachable | 'converterLost' | 'converterUnknown' | 'lockedOut' | undefined {
  const isConverterLost = useDevice(deviceId, ({ last }) => last?.fc === 0);
  const isLockedOut = useLockOut(deviceId) !== null;
  const lostConverter = useFcRefusal(deviceId) ? 'converterUnknown' : 'converterLost';
  const lost = useUnreachable(deviceId) ?? (isConverterLost ? lostConverter : undefined);
  return lost ?? (isLockedOut ? 'lockedOut' : undefined);
}
export type Uncontrollable = NonNullable<ReturnType<typeof useUncontrollable>>;
