import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { DeviceList } from '../areas/pump/devices/use-devices.ts';
import { deviceChoice } from '../device/device-choice.ts';
import { useLiveLink } from '../device/live/use-link.ts';
import { usePageSubject } from '../lib/page/page-subject.ts';
import { usePerson } from './use-person.ts';

/** Writes the device into the address, so that a reload, Back and a copied link show the same device. */
function useDeviceInAddress(deviceId: string | undefined) {
  const router = useRouter();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  useEffect(() => {
    // Navigating now would cancel a navigation in progress.
    if (deviceId === undefined || isLoading) return;
    void router.navigate({
      to: '.',
      search: (search: object) => ({ ...search, device: deviceId }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  }, [router, deviceId, isLoading]);
}

/**
 * R4.15: the device of a page: the one in the address, else the user's last choice, else the only device. With several
 * devices and no choice it is undefined. A device that leaves the list is not replaced by another one.
 */
export function useChosenDevice(list: DeviceList, named: string | undefined) {
  const { user, isStored } = usePerson();
  const remembered = named === undefined ? deviceChoice.last(user.id) : undefined;
  const only = list.choosable.length === 1 ? list.choosable[0]?.id : undefined;
  const wanted = named ?? [remembered, only].find((id) => id !== undefined && list.find(id));
  const chosen = wanted === undefined ? undefined : list.find(wanted);
  const chosenId = chosen?.id;
  // A stored list may be incomplete.
  const isGone = named !== undefined && list.state === 'ready' && !list.isRefreshing && !chosen && !isStored;
  useEffect(() => {
    if (isGone) deviceChoice.forget(user.id, named);
  }, [user.id, isGone, named]);
  useEffect(() => {
    if (chosenId !== undefined) deviceChoice.choose(user.id, chosenId);
  }, [user.id, chosenId]);
  useDeviceInAddress(named === undefined ? chosenId : undefined);
  useLiveLink(chosen?.isOwn === false ? chosen.id : undefined);
  usePageSubject(chosen?.name);
  return { wanted, chosen };
}
