import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { ClientLeftError, watchClient } from './client-left.ts';

const aRequest = (more: object) =>
  ({ socket: new EventEmitter(), raw: {}, ...more }) as unknown as FastifyRequest & { socket: EventEmitter };

it('a closed connection ends a read', () => {
  const request = aRequest({});
  const { signal } = watchClient(request);
  request.socket.emit('close');
  expect(signal.reason).toBeInstanceOf(ClientLeftError);
});

it('by HTTP/2 a cancelled request ends its read while the connection stays', () => {
  const stream = new EventEmitter();
  const { signal } = watchClient(aRequest({ raw: { stream } }));
  expect(signal.aborted).toBe(false);
  stream.emit('close');
  expect(signal.reason).toBeInstanceOf(ClientLeftError);
});

it('a read that has ended is not ended again', () => {
  const request = aRequest({});
  const client = watchClient(request);
  client.end();
  request.socket.emit('close');
  expect(client.signal.aborted).toBe(false);
});
