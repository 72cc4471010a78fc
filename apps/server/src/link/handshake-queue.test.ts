import type { Client } from 'aedes';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHandshakeQueue } from './handshake-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aClient = (isGone = false) => ({ conn: { destroyed: isGone } }) as Client;

function enterAll(queue: ReturnType<typeof createHandshakeQueue>, clients: readonly Client[]) {
  const started: Client[] = [];
  for (const client of clients) queue.enter(client, () => started.push(client));
  return started;
}

it('a client waits until another one frees its place', () => {
  const queue = createHandshakeQueue(2);
  const [first, second, third] = [aClient(), aClient(), aClient()];
  const started = enterAll(queue, [first, second, third]);
  expect(started).toEqual([first, second]);
  queue.leave(second);
  expect(started).toEqual([first, second, third]);
});

it('clients that disconnect while they wait take no place', () => {
  const queue = createHandshakeQueue(1);
  const [first, last] = [aClient(), aClient()];
  const started = enterAll(queue, [first, aClient(true), aClient(true), last]);
  queue.leave(first);
  expect(started).toEqual([first, last]);
});

it('a client that does not finish loses its place after a second', () => {
  const queue = createHandshakeQueue(1);
  const [slow, next] = [aClient(), aClient()];
  const started = enterAll(queue, [slow, next]);
  vi.advanceTimersByTime(999);
  expect(started).toEqual([slow]);
  vi.advanceTimersByTime(1);
  expect(started).toEqual([slow, next]);
});

it('leaving twice frees one place', () => {
  const queue = createHandshakeQueue(1);
  const clients = [aClient(), aClient(), aClient()] as const;
  const started = enterAll(queue, clients);
  queue.leave(clients[0]);
  queue.leave(clients[0]);
  expect(started).toEqual([clients[0], clients[1]]);
});
