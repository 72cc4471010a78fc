import { beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/session.ts';
import { freezeTime, ID, pass } from '../../testing/live-page.tsx';
import { findOrder, type NewOrder, placeOrder } from './orders.ts';

freezeTime();
beforeEach(() => session.begin());

const order = (send: NewOrder['send']) =>
  placeOrder({ deviceId: ID, op: 'write', value: 4.3, send, isReported: () => false });
const never = () => new Promise<never>(() => {});

it('R5.6, R3.8 an answer without a result is the end of a session: nothing is awaited of the board', async () => {
  void order(async () => undefined);
  expect(findOrder(ID, 'write')).toMatchObject({ isAwaiting: true });
  await pass(0);
  expect(findOrder(ID, 'write')).toMatchObject({ isAwaiting: false, isConfirmed: false });
});

it('after a 200 the report of the board is awaited', async () => {
  void order(async () => ({ status: 'done' }));
  await pass(6900);
  expect(findOrder(ID, 'write')).toMatchObject({ isAwaiting: true });
  await pass(200);
  expect(findOrder(ID, 'write')).toBeUndefined();
});

it('R1.5 what one user asked for is not under way for the next', async () => {
  void order(never);
  void session.end(async () => undefined);
  expect(findOrder(ID, 'write')).toBeUndefined();
  await pass(70_000);
  expect(findOrder(ID, 'write')).toBeUndefined();
});
