import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createSelfSigned } from '../net/self-signed.ts';
import { answerInvalidHttp } from './bare-answer.ts';

const QUICK = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };

describe.each(['http', 'https'] as const)(
  'a connection by %s that sends no whole request in time',
  (scheme) => {
    /** All that the server sends after this text, until it closes the connection. */
    async function answerTo(text: string): Promise<string> {
      const server =
        scheme === 'http'
          ? createHttp(QUICK)
          : createHttps({ ...QUICK, ...createSelfSigned(['127.0.0.1'], Date.now()) });
      server.on('clientError', answerInvalidHttp({})).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const to = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
      const socket = scheme === 'http' ? connect(to) : connectTls({ ...to, rejectUnauthorized: false });
      let answer = '';
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          answer += chunk;
        });
      if (text) socket.write(text);
      await once(socket, 'close');
      server.close();
      return answer;
    }

    it('is closed without an answer if it is unused: a client would take it for that to its first request', async () => {
      expect(await answerTo('')).toBe('');
    });

    it('gets 408 after a part of a request', async () => {
      expect(await answerTo('GET / HTTP/1.1\r\n')).toMatch(/^HTTP\/1.1 408 /);
    });
  },
);
