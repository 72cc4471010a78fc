import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { hasServerError, holdLive, isStreamClosed, linkState } from './live.ts';
import type { LinkState } from './live-link.ts';

/** Keeps the link to the server open while a page is mounted. `deviceIds` are devices outside the user's own list. */
export function useLiveLink(deviceIds: string | readonly string[] = []) {
  const wanted = [deviceIds].flat().join();
  useEffect(() => holdLive(wanted === '' ? [] : wanted.split(',')), [wanted]);
}

export const useLinkState = (): LinkState => useSelector(linkState);

export const useHasServerError = (): boolean => useSelector(hasServerError);

export const useStreamClosed = (): boolean => useSelector(isStreamClosed);
