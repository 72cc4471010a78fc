import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { connectBoard } from '@manoboard/testkit/board-client';
import { anInfo } from '@manoboard/testkit/factories';

/** What strangers request: answers of the server alone, of its database, and refusals. */
const REQUESTS = {
  version: { method: 'GET', path: '/api/version', headers: {}, body: '' },
  ready: { method: 'GET', path: '/readyz', headers: {}, body: '' },
  forged: {
    method: 'GET',
    path: '/api/users/me',
    headers: { cookie: `${SESSION_COOKIE}=${'A'.repeat(43)}` },
    body: '',
  },
  factor: {
    method: 'POST',
    path: '/api/auth/factor',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: 'A'.repeat(43), code: '123456' }),
  },
} as const;
export type StrangersRequest = keyof typeof REQUESTS;

/** `count` loops of each address over kept connections; an answer, also a refusal, is followed by the next request at once. */
export function askAsStrangers(
  url: string,
  kind: StrangersRequest,
  addresses: readonly string[],
  count: number,
) {
  const { hostname, port } = new URL(url);
  const { body, ...more } = REQUESTS[kind];
  const sendFrom = (localAddress: string, agent: Agent) =>
    new Promise<void>((done) => {
      const sent = request({ hostname, port, localAddress, agent, ...more }, (answer) => {
        answer.on('error', done).on('close', done).resume();
      });
      sent.on('error', () => done());
      sent.end(body);
    });
  return Promise.all(
    addresses.flatMap((address) => {
      const agent = new Agent({ keepAlive: true, maxSockets: count });
      return Array.from({ length: count }, async () => {
        for (;;) await sendFrom(address, agent);
      });
    }),
  );
}

/** Just below the limit of its characters: 11,000 numbers as registers, and brackets in brackets. */
const CRAFTED = [
  `{"profile":1,"registers":[${Array(11_000).fill('1').join(',')}]}`,
  `${'['.repeat(16_000)}${']'.repeat(16_000)}`,
];
/** A server requests a profile of a board so often. */
const REQUEST_EVERY_MS = 10_100;

/** Boards that announce a new profile as often as the server requests one, and send one that it must refuse. */
export async function sendProfiles(mqttUrl: string, boards: readonly { deviceId: string; secret: string }[]) {
  const clients = await Promise.all(boards.map((board) => connectBoard({ url: mqttUrl, ...board })));
  await Promise.all(
    clients.map(async (client, at) => {
      await client.listenToAll();
      await client.publishStatus();
      for (let n = 0; ; n++) {
        const file = `${CRAFTED[(n + at) % CRAFTED.length]}${' '.repeat(n)}`;
        const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
        const fc = { ...anInfo().fc, id: `FC-CRAFT${at}`, profile: hash };
        await client.publishInfo({ fc });
        // Not awaited: the server acknowledges it when it has read it.
        void client.publish('profile', { v: 1, hash, file }).catch(() => {});
        // The boards take turns.
        await new Promise((done) =>
          setTimeout(done, n === 0 ? REQUEST_EVERY_MS + at * 100 : REQUEST_EVERY_MS),
        );
      }
    }),
  );
}
