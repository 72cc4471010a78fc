import type { CommandOp, CommandValue } from '@manoboard/contract/nouns/command';
import { isFinal } from '@manoboard/domain/commands/command-life';
import { useSyncExternalStore } from 'react';
import { useClock } from '../../lib/clock.ts';
import { useLiveDevice } from '../live/use-live.ts';
import { findOrder, type Order, subscribeOrders } from './orders.ts';

/** A command whose end was never heard of is not under way for ever. */
const GRACE_S = 5;

const NO_ORDER = { isSending: false, isAwaiting: false, isConfirmed: false } as const;

export interface OrderView extends Omit<Order, 'value'> {
  /** What is wished of the board now, from here or by anybody else; nothing while nothing is under way. */
  wished: CommandValue | undefined;
}

/** What was sent from this page, and what the server says is under way: that survives a reload. */
export function useOrder(deviceId: string, op: CommandOp): OrderView {
  const order = useSyncExternalStore(subscribeOrders, () => findOrder(deviceId, op));
  const command = useLiveDevice(deviceId, ({ commands }) => commands?.[op]);
  const isOpen = useClock(
    (nowS) => command !== undefined && !isFinal(command.status) && nowS < command.expires_at + GRACE_S,
  );
  const { value: _, ...state } = order ?? { ...NO_ORDER, value: null };
  if (order?.isAwaiting) return { ...state, wished: order.value };
  return { ...state, isAwaiting: isOpen, wished: isOpen ? command?.value : undefined };
}
