import type { ServerResponse } from 'node:http';
import { api, streamPath } from '@manoboard/contract/api';
import type { LastData } from '@manoboard/contract/device';
import { PING_INTERVAL_MS } from '@manoboard/contract/live';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { type Authenticate, SESSION_COOKIE, type SessionUser, userOf } from '../http/session.ts';
import { eventText, type Hub } from './hub.ts';

interface Neighbours {
  hub: Hub;
  now: () => number;
  authenticate: Authenticate;
  visibleIds: (user: SessionUser, others: readonly string[]) => Promise<string[]>;
  lastData: (idDev: string) => LastData;
  isOnline: (idDev: string) => boolean;
}

/** A browser that leaves this much unread is asked to come again. */
const MAX_UNREAD_BYTES = 1024 * 1024;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

const writer = (raw: ServerResponse) => (text: string) => {
  if (raw.destroyed) return false;
  raw.write(text);
  return raw.writableLength < MAX_UNREAD_BYTES;
};

export function streamRoutes(
  app: FastifyInstance,
  { hub, now, authenticate, visibleIds, lastData, isOnline }: Neighbours,
) {
  const nowS = () => Math.floor(now() / 1000);
  const querystring = api.allLastData.query;
  const summary = 'Server-sent events: last values, online changes, command outcomes';

  app.get(
    streamPath,
    { schema: { summary, tags: ['actual-data'], querystring }, onRequest: [app.requireUser] },
    async (request, reply) => {
      const user = userOf(request);
      const { device_id } = request.query as z.infer<typeof querystring>;
      const idDevs = new Set(await visibleIds(user, device_id === undefined ? [] : [device_id].flat()));
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, HEADERS);
      const write = writer(raw);

      const lastEventId = request.headers['last-event-id'];
      const missed = hub.missedSince(typeof lastEventId === 'string' ? lastEventId : undefined, idDevs);
      if (missed) write(eventText({ event: 'resumed', data: { now: nowS() } }) + missed.join(''));
      else {
        const ids = [...idDevs];
        write(
          eventText(
            {
              event: 'snapshot',
              data: { now: nowS(), last_data: ids.map(lastData), online: ids.filter(isOnline) },
            },
            hub.position(),
          ),
        );
      }

      raw.on('error', () => {});
      // Not `end`: a browser that does not read would keep the rest, and the connection, for ever.
      const leave = hub.add({ sessionId: user.sessionId, idDevs, write, end: () => raw.destroy() });
      const token = request.cookies[SESSION_COOKIE] ?? '';
      const pinger = setInterval(async () => {
        const isStillUser = await authenticate(token).catch(() => user);
        if (!isStillUser || !write(eventText({ event: 'ping', data: { now: nowS() } }))) leave();
      }, PING_INTERVAL_MS);
      raw.once('close', () => {
        clearInterval(pinger);
        leave();
      });
    },
  );
}
