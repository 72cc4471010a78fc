import { isFinal } from '@manoboard/domain/command-life';
import { switchOf } from '@manoboard/domain/pump';
import { liveStore } from '../../lib/live/live.ts';
import { sendStartStop } from './api.ts';

/** R5.1 */
const SPINNER_MS = 5000;
/** Longer than a command lives: after that nothing more is to be waited for. */
const PATIENCE_MS = 15_000;

/** A wish that was sent. It is not the pump's state: that comes from the board alone. */
export interface Order {
  readonly isOn: boolean;
  readonly isSending: boolean;
  readonly isAwaiting: boolean;
}

const orders = new Map<string, Order>();
const listeners = new Set<() => void>();

export const findOrder = (deviceId: string): Order | undefined => orders.get(deviceId);

export function subscribeOrders(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function put(deviceId: string, order: Order) {
  if (order.isSending || order.isAwaiting) orders.set(deviceId, order);
  else orders.delete(deviceId);
  for (const listener of listeners) listener();
}

/** The board reports what was wished, or the stream tells that the command came to nothing. */
function isSettled(deviceId: string, isOn: boolean, commandBefore: string | undefined) {
  const { last, command } = liveStore.device(deviceId);
  if (last && switchOf(last.data) === (isOn ? 'on' : 'off')) return true;
  const isOurs = command !== undefined && command.id !== commandBefore && command.value === isOn;
  return isOurs && command.status !== 'done' && isFinal(command.status);
}

/**
 * R5.1, R5.6: sends and shows it for 5 s. A failure raises no message and rolls nothing back; the next frame of
 * the board brings the true state. Kept outside of the components, since it outlives the page it was sent from.
 */
export function placeOrder(deviceId: string, isOn: boolean) {
  const commandBefore = liveStore.device(deviceId).command?.id;
  let order: Order = { isOn, isSending: true, isAwaiting: true };
  put(deviceId, order);

  const change = (part: Partial<Order>) => {
    const isReplaced = orders.get(deviceId) !== order;
    order = { ...order, ...part };
    if (!isReplaced) put(deviceId, order);
  };
  const settle = () => {
    unsubscribe();
    clearTimeout(patience);
    change({ isAwaiting: false });
  };
  const unsubscribe = liveStore.subscribe(deviceId, () => {
    if (isSettled(deviceId, isOn, commandBefore)) settle();
  });
  const patience = setTimeout(settle, PATIENCE_MS);
  setTimeout(() => change({ isSending: false }), SPINNER_MS);
  void sendStartStop(deviceId, isOn).catch(settle);
}
