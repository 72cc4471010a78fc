import type { CommandOp, CommandValue } from '@manoboard/contract/nouns/command';
import { isFinal } from '@manoboard/domain/commands/command-life';
import { session } from '../../lib/session.ts';
import { liveStore } from '../live/live.ts';
import type { LiveDevice } from '../live/live-store.ts';
import { patienceMs } from './send.ts';

/** R5.1 */
const SPINNER_MS = 5000;

/** The board has done it: its report is not later than the next poll. */
const REPORT_MS = 7000;

/** A wish that was sent. It is not the device's state: that comes from the board alone. */
export interface Order {
  readonly value: CommandValue;
  /** R5.1, R5.4: for 5 s after the click. */
  readonly isSending: boolean;
  readonly isAwaiting: boolean;
  /** The board has reported what was wished. */
  readonly isConfirmed: boolean;
}

export interface NewOrder {
  deviceId: string;
  op: CommandOp;
  value: CommandValue;
  send: () => Promise<unknown>;
  isReported: (device: LiveDevice) => boolean;
}

const orders = new Map<string, Order>();
const listeners = new Set<() => void>();
const keyOf = (deviceId: string, op: CommandOp) => `${deviceId} ${op}`;

export const findOrder = (deviceId: string, op: CommandOp): Order | undefined =>
  orders.get(keyOf(deviceId, op));

export function subscribeOrders(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

function put(key: string, order: Order) {
  if (order.isSending || order.isAwaiting) orders.set(key, order);
  else orders.delete(key);
  tell();
}

/** R1.5, R3.8: who logs in next has asked for nothing yet. */
session.whenOver(() => {
  orders.clear();
  tell();
});

/** The stream tells that a command like ours, which began after our click, came to nothing. */
function hasFailed({ op, value }: NewOrder, { commands }: LiveDevice, idBefore: string | undefined) {
  const command = commands?.[op];
  const isOurs = command !== undefined && command.id !== idBefore && command.value === value;
  return isOurs && command.status !== 'done' && isFinal(command.status);
}

/**
 * R5.1, R5.6: sends and shows it for 5 s. A failure rolls nothing back; the next frame of the board brings the true
 * state. Kept outside of the components, since it outlives the page it was sent from.
 */
export function placeOrder(wish: NewOrder): Promise<unknown> {
  const { deviceId, op, value } = wish;
  const key = keyOf(deviceId, op);
  const idBefore = liveStore.device(deviceId).commands?.[op]?.id;
  let order: Order = { value, isSending: true, isAwaiting: true, isConfirmed: false };
  put(key, order);

  const change = (part: Partial<Order>) => {
    const isReplaced = orders.get(key) !== order;
    order = { ...order, ...part };
    if (!isReplaced) put(key, order);
  };
  const settle = (isConfirmed: boolean) => {
    if (!order.isAwaiting) return;
    unsubscribe();
    clearTimeout(patience);
    change({ isAwaiting: false, isConfirmed });
  };
  const unsubscribe = liveStore.subscribe(deviceId, () => {
    const device = liveStore.device(deviceId);
    if (wish.isReported(device)) settle(true);
    else if (hasFailed(wish, device, idBefore)) settle(false);
  });
  const patience = setTimeout(settle, patienceMs(op), false);
  setTimeout(() => change({ isSending: false }), SPINNER_MS);
  const answer = wish.send();
  answer.then(
    // R3.8: without an answer the session is over, and nothing was sent to the board.
    (command) => (command === undefined ? settle(false) : void setTimeout(settle, REPORT_MS, false)),
    () => settle(false),
  );
  return answer;
}
