import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { Call } from '@manoboard/contract/http/call';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createWebServer } from '../../test/web-server.ts';
import { createExports, EXPORT_LIMITS } from './limits/exports.ts';
import { createReadBudget, READ_LIMITS } from './limits/read-budget.ts';
import { ProblemError } from './problem-error.ts';
import { route } from './route.ts';

/** Compressed, outside of the turn. */
const LARGE = JSON.stringify({ text: 'water '.repeat(2000) });
const HEAD = 'GET /api/x HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n';

const answers: Record<string, (reply: FastifyReply) => Promise<object | FastifyReply | undefined>> = {
  'a list that the handler has sent': async (reply) => reply.type('application/json').send(LARGE),
  'a file that is streamed': async (reply) =>
    reply.type('text/csv').send(Readable.from(Array.from({ length: 50 }, () => 'a;b\n'.repeat(1000)))),
  'an object': async () => ({ text: 'water '.repeat(2000) }),
  'an empty answer': async () => undefined,
  'a problem': async () => {
    throw new ProblemError('DEVICE_NOT_FOUND');
  },
};

type Leave = (request: FastifyRequest) => unknown;
const leaveAtOnce: Leave = ({ socket }) => void socket.destroy();
const leaveAndWait: Leave = ({ socket }) =>
  new Promise<void>((gone) => socket.once('close', () => gone()).destroy());

/** A site whose client leaves at this moment. */
async function createLeft(answer: string, moment: string, leave: Leave) {
  const log: string[] = [];
  const leaveAt = (at: string) => (request: FastifyRequest) =>
    isFirst && at === moment ? leave(request) : undefined;
  const call: Call = {
    method: 'GET',
    path: '/x',
    who: 'anyone',
    summary: '',
    answers: answer === 'an empty answer' ? { 204: z.void() } : { 200: z.looseObject({}) },
  };
  let isFirst = true;
  const app = await createWebServer({
    log: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
    routes: (api) => {
      api.addHook('onRequest', async (request) => void (await leaveAt('before the handler')(request)));
      api.addHook('onSend', async (request, _reply, payload) => {
        await leaveAt('before the head is written')(request);
        return payload;
      });
      route(api, call, async ({ request, reply }) => {
        await leaveAt('in the handler')(request);
        const sent = answers[answer]?.(reply);
        if (isFirst && moment === 'while the answer is compressed') leave(request);
        return (await sent) as object;
      });
    },
  });
  return {
    app,
    log,
    stay: () => {
      isFirst = false;
    },
  };
}

const MOMENTS = [
  'before the handler',
  'in the handler',
  'while the answer is compressed',
  'before the head is written',
];
it.each(
  Object.keys(answers).flatMap((answer) =>
    MOMENTS.flatMap((moment) => [
      [answer, moment, 'at once', leaveAtOnce] as const,
      [answer, moment, 'and the server sees it', leaveAndWait] as const,
    ]),
  ),
)('A13 %s: a client that leaves %s, %s, is no error', async (answer, moment, _how, leave) => {
  const { app, log, stay } = await createLeft(answer, moment, leave);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  log.length = 0;
  const client = connect(Number(port), '127.0.0.1').on('error', () => {});
  client.resume().write(HEAD);
  await once(client, 'close');
  // Takes the same way, so the first one has ended as well.
  stay();
  await (await fetch(`http://127.0.0.1:${port}/api/x`)).text();
  await app.close();
  expect(log).toEqual([]);
});

it.each(['graphs', 'exports'])(
  'U29 %s of a client that leaves before they came are in no security log',
  async (what) => {
    const notes: object[] = [];
    const refused: string[] = [];
    let begun = 0;
    const never = new Promise<never>(() => {});
    const reads = createReadBudget({
      ...READ_LIMITS,
      pointsPerMinute: 1000,
      unitsPerSecond: 1000,
      refused: (limit) => refused.push(limit),
    });
    const start = createExports({ ...EXPORT_LIMITS, atOnce: 1, perUser: 9, maxWaiting: 9 }, reads);
    const call: Call = {
      method: 'GET',
      path: '/x',
      who: 'anyone',
      summary: '',
      answers: { 200: z.looseObject({}) },
    };
    const app = await createWebServer({
      securityLog: { note: (note) => void notes.push(note) },
      routes: (api) =>
        route(api, call, async ({ request, reply }) => {
          begun += 1;
          if (what === 'exports')
            return reply.send(
              await start(1, request, async function* () {
                yield await never;
              }),
            );
          // As a thread does, a computation ends when its client leaves.
          return reads.read(
            1,
            request,
            1,
            (_pace, signal) =>
              new Promise<object>((_done, fail) =>
                signal.addEventListener('abort', () => fail(signal.reason)),
              ),
          );
        }),
    });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const clients = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}));
    for (const client of clients) client.resume().write(HEAD);
    await waitFor(() => begun === 8);
    await Promise.all(clients.map((client) => once(client.destroy(), 'close')));
    await app.close();
    expect({ notes, refused }).toEqual({ notes: [], refused: [] });
  },
);
