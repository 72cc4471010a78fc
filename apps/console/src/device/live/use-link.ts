import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { holdLive, isStreamClosed, linkState } from './live.ts';
import type { LinkState } from './live-link.ts';

/** Keeps the link to the server open while a page is mounted. `deviceId` is a device outside the user's own list. */
export function useLiveLink(deviceId?: string) {
  useEffect(() => holdLive(deviceId), [deviceId]);
}

export const useLinkState = (): LinkState => useSelector(linkState);

export const useStreamClosed = (): boolean => useSelector(isStreamClosed);
