import { useState } from 'react';
import type { PumpStatus } from '../../device/device-view.ts';
import { useLinkState } from '../../device/live/use-link.ts';
import type { KnownDevice } from './use-devices.ts';
import { usePumpStatuses } from './use-pump-statuses.ts';

const PROBLEMS: readonly PumpStatus[] = ['fault', 'no_power', 'offline', 'stale', 'unknown'];
const rankOf = (status: PumpStatus | undefined) =>
  status && PROBLEMS.includes(status) ? PROBLEMS.indexOf(status) : PROBLEMS.length;

/**
 * What is wrong stands first, the rest as the server lists it. That is decided once, when it is known of all devices,
 * and again when one comes or goes: nothing else moves a card that a finger may be on its way to.
 */
export function useProblemsFirst(devices: readonly KnownDevice[]) {
  const ids = devices.map(({ id }) => id);
  const statuses = usePumpStatuses(ids);
  const isKnown = useLinkState() === 'down' || !statuses.includes('connecting');
  const [order, setOrder] = useState<string[]>([]);
  const isComplete = order.length === ids.length && ids.every((id) => order.includes(id));
  if (isKnown && !isComplete) {
    const rank = (id: string) => rankOf(statuses[ids.indexOf(id)]);
    setOrder([...ids].sort((a, b) => rank(a) - rank(b)));
  }
  const place = ({ id }: KnownDevice) => (order.includes(id) ? order.indexOf(id) : order.length);
  return { isDecided: order.length > 0, devices: [...devices].sort((a, b) => place(a) - place(b)) };
}
