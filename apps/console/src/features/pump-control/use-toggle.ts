import { placeOrder } from '../../device/commands/orders.ts';
import { useOrder } from '../../device/commands/use-order.ts';
import type { LiveDevice } from '../../device/live/live-store.ts';
import { useUncontrollable } from '../../device/live/use-reach.ts';
import { sendLock, sendStartStop } from './api.ts';

export type Position = 'on' | 'off' | 'unknown';

const senders = { start_stop: sendStartStop, set_lock: sendLock };

/** R5.1, R5.2: the one behaviour of the switch and the lock. `positionOf` reads what the board reported. */
export function useToggle(
  deviceId: string,
  op: keyof typeof senders,
  position: Position,
  positionOf: (device: LiveDevice) => Position,
) {
  const { wished, ...order } = useOrder(deviceId, op);
  const wishedPosition: Position | undefined = wished === undefined ? undefined : wished ? 'on' : 'off';
  const toggle = (isOn: boolean) => {
    // R5.6: a failure raises no message; the list of activity tells of it.
    placeOrder({
      deviceId,
      op,
      value: isOn,
      send: () => senders[op](deviceId, isOn),
      isReported: (device) => positionOf(device) === (isOn ? 'on' : 'off'),
    }).catch(() => undefined);
  };
  return {
    ...order,
    /** What the board reported last, never the wish. */
    position,
    /** What is wished, while it differs from what is reported. */
    wished: wishedPosition === position ? undefined : wishedPosition,
    uncontrollable: useUncontrollable(deviceId),
    toggle,
  };
}
export type Toggle = ReturnType<typeof useToggle>;
