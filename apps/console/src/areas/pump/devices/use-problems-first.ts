import { useState } from 'react';
import type { PumpStatus } from '../../../device/device-view.ts';
import { useLinkState } from '../../../device/live/use-link.ts';
import type { KnownDevice } from './use-devices.ts';
import { usePumpStatuses } from './use-pump-statuses.ts';

const PROBLEMS: readonly PumpStatus[] = ['fault', 'no_power', 'offline', 'stale', 'unknown'];
const rankOf = (status: PumpStatus | undefined) =>
  status && PROBLEMS.includes(status) ? PROBLEMS.indexOf(status) : PROBLEMS.length;

/**
 * Sorts devices with problems first, others in the order of the server. Sorted once when the status of all devices is
 * known, and again when a device is added or removed: a card must not move while the user is about to tap it.
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
