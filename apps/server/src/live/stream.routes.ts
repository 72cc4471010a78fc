import type { ServerResponse } from 'node:http';
import type { Command } from '@manoboard/contract/command/command';
import type { DeviceLockOut } from '@manoboard/contract/command/lock-out';
import type { LastData } from '@manoboard/contract/device/device';
import { deviceCalls } from '@manoboard/contract/device/device.calls';
import { PING_INTERVAL_MS, streamPath } from '@manoboard/contract/live';
import { can } from '@manoboard/domain/access/policy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Core } from '../core.ts';
import { isClosed } from '../http/exchange.ts';
import { requireFactor, type SessionUser, userOf } from '../http/session.ts';
import { eventText, type Hub } from './hub.ts';

interface Needs {
  visibleIds: (user: SessionUser, others: readonly string[]) => Promise<string[]>;
  lastData: (deviceId: string) => LastData;
  openCommands: (deviceId: string) => readonly Command[];
  listLockOuts: (deviceIds: readonly string[], userId: number) => Promise<DeviceLockOut[]>;
}

/** A browser with this much unread data is disconnected, and reconnects. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Interval of the check for expired sessions; a session that is ended loses its stream at once. */
const SESSION_CHECK_MS = 10_000;

/** Time for a browser to read the last event of a stream that is closed with a reason. */
const LAST_EVENT_MS = 2000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/** Reconnect delay of browsers, random so that they do not reconnect at once; their default is 3 s. */
const RETRY_MS = { soonest: 200, latest: 800 };
const retryText = () =>
  `retry: ${Math.round(RETRY_MS.soonest + Math.random() * (RETRY_MS.latest - RETRY_MS.soonest))}\n`;

const writer = (raw: ServerResponse) => (text: string) => {
  if (isClosed(raw)) return false;
  raw.write(text);
  return raw.writableLength < MAX_UNREAD_BYTES;
};

/** `end` alone is not enough: a browser that does not read would keep the connection open for ever. */
const ender = (raw: ServerResponse) => (last?: string) => {
  if (last === undefined) {
    raw.destroy();
    return;
  }
  raw.end(last);
  const cut = setTimeout(() => raw.destroy(), LAST_EVENT_MS);
  raw.once('close', () => clearTimeout(cut));
};

/** Lock-out tags of the database at a position of the hub. */
interface ReadLockOuts {
  position: string;
  lockOuts: readonly DeviceLockOut[];
}

/** Events of a stream that do not come from the hub. */
function createTexts({ hub, now, presence, link, disk, databases }: Core, { lastData, openCommands }: Needs) {
  const { isOnline, isConnecting } = presence;
  const nowS = () => Math.floor(now() / 1000);

  const snapshot = (deviceIds: ReadonlySet<string>, lockOuts: readonly DeviceLockOut[]) => {
    const ids = [...deviceIds];
    const connecting = ids.filter(isConnecting);
    const data = {
      now: nowS(),
      last_data: ids.map(lastData),
      online: ids.filter(isOnline),
      ...(connecting.length > 0 && { connecting }),
      broker: link.isUp(),
      disk: disk.space(),
      database: databases.isUp(),
      commands: ids.flatMap(openCommands),
      lock_outs: [...lockOuts],
    };
    return eventText({ event: 'snapshot', data }, hub.position());
  };

  /** The device list has changed; includes the values of added devices. */
  const devicesChanged = (added: readonly string[]) =>
    [
      eventText({ event: 'devices', data: {} }),
      ...added.map((id) => eventText({ event: 'last-data', data: lastData(id) })),
      ...added.map((id) =>
        eventText({
          event: 'online',
          data: { device_id: id, online: isOnline(id), ...(isConnecting(id) && { connecting: true }) },
        }),
      ),
    ].join('');

  return {
    devicesChanged,
    ping: () => eventText({ event: 'ping', data: { now: nowS() } }),
    /** Missed events, or a snapshot; a browser that reconnects to a snapshot also reloads its device list. */
    first(reader: Parameters<Hub['missedSince']>[1], lastEventId: string | undefined, read: ReadLockOuts) {
      const missed = hub.missedSince(lastEventId, reader);
      if (missed) return missed.join('') + eventText({ event: 'resumed', data: { now: nowS() } });
      // A tag may have changed after the rows were read: its event follows the snapshot.
      const since = hub.missedSince(read.position, reader) ?? [];
      return (
        snapshot(reader.deviceIds, read.lockOuts) +
        since.join('') +
        (lastEventId === undefined ? '' : devicesChanged([]))
      );
    },
  };
}

const lastEventIdOf = ({ headers }: FastifyRequest) => {
  const id = headers['last-event-id'];
  return typeof id === 'string' ? id : undefined;
};

export function streamRoutes(app: FastifyInstance, core: Core, needs: Needs) {
  const { hub } = core;
  const { visibleIds, listLockOuts } = needs;
  const texts = createTexts(core, needs);
  const querystring = deviceCalls.allLastData.query;
  const schema = { querystring };
  const config = { rule: 'user', isStream: true, tokenScope: 'watch' } as const;

  app.get(
    streamPath,
    { schema, config, onRequest: [app.requireUser, requireFactor] },
    async (request, reply) => {
      const user = userOf(request);
      /** A user who must add a second factor first sees nothing. */
      const authenticate = async () => {
        const found = await request.findUser?.();
        return found?.lacksFactor ? undefined : found;
      };
      const { device_id } = request.query as z.infer<typeof querystring>;
      const others = device_id ?? [];
      const scopeOf = async (reader: SessionUser | undefined) => ({
        deviceIds: new Set(reader ? await visibleIds(reader, others) : []),
        isStaff: can('see', reader?.roles ?? [], 'none'),
      });
      const findScope = async () => scopeOf(await authenticate());
      const since = hub.position();
      const { id: userId, sessionId } = user;
      const countedAs = user.token ? sessionId : `user ${userId}`;
      const reader = { userId, ...(await scopeOf(user)) };
      const read = { position: hub.position(), lockOuts: await listLockOuts([...reader.deviceIds], userId) };
      reply.hijack();
      const { raw } = reply;
      // Disconnected meanwhile: `close` was emitted before, so nothing would stop the timers.
      if (isClosed(raw)) return;
      raw.on('error', () => {});
      raw.writeHead(200, HEADERS);
      const write = writer(raw);
      write(retryText() + texts.first(reader, lastEventIdOf(request), read));

      const changed = (added: readonly string[]) => write(texts.devicesChanged(added));
      const end = ender(raw);
      const leave = hub.add({ ...reader, sessionId, countedAs, findScope, changed, write, end }, since);
      const checkSession = async () => {
        if (!(await authenticate().catch(() => user))) leave();
      };
      // A session that has ended since the request began: its event came before the stream was known.
      void checkSession();
      const timers = [
        setInterval(() => {
          if (!write(texts.ping())) leave();
        }, PING_INTERVAL_MS),
        setInterval(checkSession, SESSION_CHECK_MS),
      ];
      raw.once('close', () => {
        for (const timer of timers) clearInterval(timer);
        leave();
      });
    },
  );
}
