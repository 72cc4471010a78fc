import { connect, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { waitFor } from '@manoboard/testkit/wait-for';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressAnswer } from '../compression.ts';
import { answerError } from '../error-answer.ts';
import { ClientLeftError } from './client-left.ts';
import { createExports, type ExportLimits } from './exports.ts';
import { createReadBudget, READ_LIMITS } from './read-budget.ts';

const LIMITS: ExportLimits = {
  perUser: 2,
  atOnce: 3,
  maxWaiting: 1,
  waitMs: 60_000,
  stallMs: 60_000,
  restPerBusy: 2,
  refusal: 'TOO_MANY_EXPORTS',
  pointsOf: () => 1,
  maxMs: 60_000,
};
const aBudget = () => createReadBudget({ ...READ_LIMITS, pointsPerMinute: 1_000_000, unitsPerSecond: 1 });
const LINES = 'a line of the file\r\n'.repeat(5000);

let app: FastifyInstance;
let open: number;

/** An endless export of the user that the path names. */
async function* endless() {
  open += 1;
  try {
    for (;;) {
      await new Promise(setImmediate);
      yield LINES;
    }
  } finally {
    open -= 1;
  }
}
async function* short() {
  yield 'whole';
}

async function serve(change: Partial<ExportLimits> = {}) {
  const start = createExports({ ...LIMITS, ...change }, aBudget());
  app.get<{ Params: { user: string; size: string } }>('/:user/:size', async (request, reply) => {
    const { user, size } = request.params;
    return reply
      .type('text/csv')
      .send(await start(Number(user), request, size === 'short' ? short : endless));
  });
  return app.listen({ port: 0 });
}

/** A client that requests an endless export and reads nothing of it. */
function startExport(url: string, user: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(`GET /${user}/endless HTTP/1.1\r\nhost: x\r\n\r\n`);
  return socket;
}

beforeEach(() => {
  open = 0;
  app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(answerError);
  app.addHook('onSend', compressAnswer);
});
afterEach(() => app.close());

it('a third export of a user is refused until one of the two has ended; other users are not affected', async () => {
  const url = await serve();
  const clients = [startExport(url, 1), startExport(url, 1)];
  await waitFor(() => open === 2);
  const third = await fetch(`${url}/1/short`);
  expect([third.status, await third.json()]).toEqual([429, { detail: 'TOO_MANY_EXPORTS' }]);
  expect(await (await fetch(`${url}/2/short`)).text()).toBe('whole');
  clients[0]?.destroy();
  await waitFor(() => open === 1);
  expect(await (await fetch(`${url}/1/short`)).text()).toBe('whole');
  clients[1]?.destroy();
  await waitFor(() => open === 0);
});

/** A request whose connection may close. */
const aRequest = () => ({ socket: new Socket(), raw: {} }) as unknown as FastifyRequest;

it('exports of all users wait for a place, and the one after the last waiting place is refused', async () => {
  const start = createExports({ ...LIMITS, atOnce: 1 }, aBudget());
  const first = await start(1, aRequest(), endless);
  const waits = start(2, aRequest(), short);
  await expect(start(3, aRequest(), short)).rejects.toThrow('TOO_MANY_EXPORTS');
  first.destroy();
  expect(await text(await waits)).toBe('whole');
});

it('a client that has read the end of an export, or seen it break, is not refused the next one', async () => {
  const start = createExports({ ...LIMITS, perUser: 1 }, aBudget());
  const again = () => start(1, aRequest(), short);
  const whole = await again();
  const afterEnd = new Promise<Readable>((done) => whole.once('end', () => done(again())).resume());
  expect(await text(await afterEnd)).toBe('whole');
  const broken = await start(1, aRequest(), async function* () {
    yield 'a part';
    throw new Error('the database is away');
  });
  const afterBreak = new Promise<Readable>((done) => broken.once('error', () => done(again())).resume());
  expect(await text(await afterBreak)).toBe('whole');
});

it('a client that disconnects while it waits frees its waiting place', async () => {
  const start = createExports({ ...LIMITS, atOnce: 1 }, aBudget());
  const first = await start(1, aRequest(), endless);
  const leaving = aRequest();
  const left = start(2, leaving, short);
  leaving.socket.destroy();
  await expect(left).rejects.toBeInstanceOf(ClientLeftError);
  const waits = start(3, aRequest(), short);
  first.destroy();
  expect(await text(await waits)).toBe('whole');
});

it.each([
  ['that reads nothing', { stallMs: 30 }],
  ['that reads for too long', { maxMs: 100 }],
])('the export of a client %s is aborted, and the client sees a broken download', async (_case, change) => {
  const url = await serve(change);
  const answer = await fetch(`${url}/1/endless`);
  expect(answer.status).toBe(200);
  await waitFor(() => open === 0);
  await expect(answer.text()).rejects.toThrow();
});

it('an export that fails midway breaks the connection', async () => {
  const start = createExports(LIMITS, aBudget());
  app.get('/failing', async (request, reply) =>
    reply.type('text/csv').send(
      await start(1, request, async function* () {
        yield LINES;
        throw new Error('the database is away');
      }),
    ),
  );
  const url = await app.listen({ port: 0 });
  await expect(fetch(`${url}/failing`).then((answer) => answer.text())).rejects.toThrow();
});
