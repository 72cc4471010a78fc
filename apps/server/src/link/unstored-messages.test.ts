import { PassThrough } from 'node:stream';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Client } from 'aedes';
import { afterEach, expect, it } from 'vitest';
import { createUnstoredMessages } from './unstored-messages.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A queue that tries every millisecond, and a store that can be away. */
function start(mostKept = 100, mostOfBoard = 100) {
  const queue = createUnstoredMessages({ retryMs: 1, mostKept, mostOfBoard });
  stops.push(queue.stop);
  const state = { isAway: true, stored: [] as string[], tries: 0 };
  const add = (client: Client, messageId: number, name: string, isPoison = false) =>
    queue.add(client, { topic: 'tele', payload: Buffer.from(name), messageId }, async () => {
      state.tries++;
      if (state.isAway || isPoison) throw new Error('not stored');
      state.stored.push(name);
    });
  return { queue, state, add };
}

function aClient() {
  const conn = new PassThrough();
  const acknowledged: number[] = [];
  conn.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += 4) acknowledged.push(bytes.readUInt16BE(at + 2));
  });
  return { client: { conn } as unknown as Client, conn, acknowledged };
}

it('stores messages of each board in their order when the store is back, and acknowledges each after that', async () => {
  const { state, add } = start();
  const [one, other] = [aClient(), aClient()];
  add(one.client, 300, 'one 1');
  add(one.client, 301, 'one 2');
  add(other.client, 7, 'other 1');
  await waitFor(() => state.tries > 4);
  expect([one.acknowledged, other.acknowledged]).toEqual([[], []]);
  state.isAway = false;
  await waitFor(() => one.acknowledged.length + other.acknowledged.length === 3);
  expect(one.acknowledged).toEqual([300, 301]);
  expect(other.acknowledged).toEqual([7]);
  expect(state.stored.filter((name) => name.startsWith('one'))).toEqual(['one 1', 'one 2']);
});

it('a message that the board repeats while it waits is stored once, and each of its IDs is acknowledged once', async () => {
  const { state, add } = start();
  const { client, acknowledged } = aClient();
  add(client, 5, 'first');
  add(client, 6, 'second');
  add(client, 5, 'first');
  add(client, 7, 'first');
  state.isAway = false;
  await waitFor(() => acknowledged.length === 3);
  expect(acknowledged).toEqual([5, 7, 6]);
  expect(state.stored).toEqual(['first', 'second']);
});

it('beyond its limit it drops messages, and closes the lines of their boards when the store is back', async () => {
  const { state, add } = start(1);
  const [kept, dropped] = [aClient(), aClient()];
  add(kept.client, 1, 'kept');
  add(dropped.client, 1, 'dropped');
  await waitFor(() => state.tries > 2);
  expect(dropped.conn.destroyed).toBe(false);
  state.isAway = false;
  await waitFor(() => dropped.conn.destroyed);
  expect([kept.conn.destroyed, kept.acknowledged, dropped.acknowledged]).toEqual([false, [1], []]);
});

it('a board that floods takes no place of others: its own line is closed', async () => {
  const { state, add } = start(100, 2);
  const [flooding, other] = [aClient(), aClient()];
  for (let id = 1; id <= 5; id++) add(flooding.client, id, `flood ${id}`);
  add(other.client, 1, 'other');
  state.isAway = false;
  await waitFor(() => flooding.conn.destroyed);
  expect(state.stored.toSorted()).toEqual(['flood 1', 'flood 2', 'other']);
  expect([other.conn.destroyed, other.acknowledged]).toEqual([false, [1]]);
});

it('a message that can never be stored holds back no other board, and not its own board for ever', async () => {
  const { state, add } = start();
  const [poisoned, fine] = [aClient(), aClient()];
  state.isAway = false;
  add(poisoned.client, 1, 'poison', true);
  add(poisoned.client, 2, 'behind it');
  add(fine.client, 1, 'fine');
  await waitFor(() => fine.acknowledged.length === 1);
  let next = 2;
  await waitFor(() => {
    add(fine.client, next, `fine ${next++}`);
    return poisoned.acknowledged.length === 1;
  });
  expect(poisoned.acknowledged).toEqual([2]);
});

it('messages of a board that is gone are not stored: it sends them again', async () => {
  const { queue, state, add } = start();
  const [gone, here] = [aClient(), aClient()];
  add(gone.client, 1, 'gone');
  add(here.client, 1, 'here');
  queue.forget(gone.client);
  state.isAway = false;
  await waitFor(() => here.acknowledged.length === 1);
  expect(state.stored).toEqual(['here']);
});
