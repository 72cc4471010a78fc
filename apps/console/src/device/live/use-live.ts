import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { holdLive, link, liveStore } from './live.ts';
import type { LinkState } from './live-link.ts';
import type { LiveDevice } from './live-store.ts';

/** For a page: keeps the link to the server open. `deviceId` names a device outside the user's own list. */
export function useLiveLink(deviceId?: string) {
  useEffect(() => holdLive(deviceId), [deviceId]);
}

export const useLinkState = (): LinkState => useSyncExternalStore(link.subscribe, link.state);

export const useStreamClosed = (): boolean => useSyncExternalStore(link.subscribe, link.isStreamClosed);

/** Renders again only when what is selected changes: `select` gives a plain value or a part of the device. */
export function useLiveDevice<Selected>(
  deviceId: string,
  select: (device: LiveDevice) => Selected,
): Selected {
  const subscribe = useCallback(
    (listener: () => void) => liveStore.subscribe(deviceId, listener),
    [deviceId],
  );
  return useSyncExternalStore(subscribe, () => select(liveStore.device(deviceId)));
}
