import { randomUUID } from 'node:crypto';
import type { FleetFilter, FleetOrder } from './fleet.repo.ts';

/** An order of 10,000 devices takes 40 kB. */
const MOST_OF_USER = 10;
const MOST = 200;

interface StoredOrder extends FleetOrder {
  userId: number;
  /** The filter of the first page, as JSON. */
  filter: string;
}

export interface Cursor {
  orderId: string;
  offset: number;
  /** Key of the last device of the previous page. */
  lastKey: number;
}

export const writeCursor = ({ orderId, offset, lastKey }: Cursor) => `${orderId}-${offset}-${lastKey}`;

export function readCursor(cursor: string): Cursor {
  const [orderId = '', offset, lastKey] = cursor.split('-');
  return { orderId, offset: Number(offset), lastKey: Number(lastKey) };
}

/**
 * The orders of first pages, in which later pages continue. In memory: a page of another server, or after a restart,
 * continues in a new order.
 */
export function createOrders() {
  const epoch = randomUUID().slice(0, 8);
  const orders = new Map<string, StoredOrder>();
  let counter = 0;

  /** Maps keep their order: the first is the oldest. */
  function removeOldest(userId: number) {
    const own = [...orders].filter(([, order]) => order.userId === userId);
    for (const [id] of own.slice(0, Math.max(0, own.length - MOST_OF_USER))) orders.delete(id);
    for (const id of [...orders.keys()].slice(0, Math.max(0, orders.size - MOST))) orders.delete(id);
  }

  return {
    add(order: FleetOrder, userId: number, filter: FleetFilter): string {
      const id = `${epoch}${(++counter).toString(36)}`;
      orders.set(id, { ...order, userId, filter: JSON.stringify(filter) });
      removeOldest(userId);
      return id;
    },
    find(id: string, userId: number, filter: FleetFilter): FleetOrder | undefined {
      const order = orders.get(id);
      return order?.userId === userId && order.filter === JSON.stringify(filter) ? order : undefined;
    },
  };
}
