import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { createSecurityLog } from './audit-log/security-log.ts';
import type { Context } from './base/context.ts';
import { serverIdOf } from './base/data-dir.ts';
import { createQuietWarn } from './base/log.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { createSecretBox } from './base/secret-box.ts';
import { createMemoryBus } from './bus/bus.ts';
import { createNatsBus } from './bus/nats-bus.ts';
import { createCluster } from './cluster/cluster.ts';
import { findPersonalization, NOTHING_CHOSEN } from './db/account.ts';
import { databaseNameOf, openDatabases } from './db/db.ts';
import { openSecretKey } from './db/secret-key.ts';
import { createTries, TRIES } from './http/limits/try-limits.ts';
import type { SessionUser } from './http/session.ts';
import { createDisk } from './jobs/disk-watch.ts';
import { countTasks } from './jobs/task.repo.ts';
import { createLinkPort } from './link/link-port.ts';
import { createHub } from './live/hub.ts';
import { publishLiveEvents } from './live/live-events.ts';
import { createMail } from './mail/mailer.ts';
import { openTls } from './net/tls.ts';
import { createOutbox } from './outbox/outbox.ts';
import { VERSION } from './package-dir.ts';
import { createPresence } from './state/presence.ts';
import { createRunningUpdates } from './state/running-updates.ts';

/** The bus to other servers, and what they share; nothing for a server that is alone. */
function joinCluster(
  { config, connection, log, now }: Context,
  parts: Pick<
    Parameters<typeof createCluster>[0],
    'db' | 'heartbeatDb' | 'quietWarn' | 'onChange' | 'isDatabaseUp'
  > & {
    metrics: Metrics;
    busKey: Buffer;
  },
) {
  const { BUS_URL: url, BUS_CA: caFile, BUS_CREDENTIALS: credentialsFile } = config;
  if (!url) return undefined;
  const serverId = config.SERVER_ID ?? serverIdOf(config);
  const installation = databaseNameOf(connection);
  const { quietWarn, metrics, busKey: key } = parts;
  const onRefused = () => metrics.busRefused.inc();
  const bus = { serverId, url, caFile, credentialsFile, installation, key };
  const peers = createNatsBus({ ...bus, quietWarn, onRefused });
  const hasLink = config.ROLES.includes('link');
  metrics.busUp.set(0);
  metrics.busRefused.inc(0);
  peers.onChange((isUp) => metrics.busUp.set(isUp ? 1 : 0));
  const onTaken = (boards: number) => metrics.takeovers.inc(boards);
  return {
    peers,
    ...createCluster({ ...parts, serverId, version: VERSION, hasLink, peers, now, log, onTaken }),
  };
}

/** Time for the server of a board to pass a message on. */
const PASS_ON_MS = 3000;

/** What every wing has: databases, clock, log, events, outbox, link, state and mail. */
export function createCore(context: Context) {
  const { config, connection, log, now } = context;
  const metrics = createMetrics();
  const quietWarn = createQuietWarn(log);
  const tls = openTls({ ...context, quietWarn });
  const bus = createMemoryBus();
  const hub = createHub({ metrics, streamsPerAccount: config.STREAMS_PER_ACCOUNT });
  publishLiveEvents(bus, hub);
  const databases = openDatabases(connection, log, (isUp) => bus.publish('database', { isUp }));
  metrics.watchPools(databases.usage);
  metrics.watchCounts(
    {
      name: 'manoboard_outbox_tasks',
      help: 'Mails and other tasks of the outbox: waiting, or failed and given up',
      label: 'state',
    },
    async () => ({ ...(await countTasks(databases.outbox)) }),
  );
  metrics.watchValue(
    { name: 'manoboard_database_up', help: '1 if the database answers, 0 if not' },
    async () => Number(databases.isUp()),
  );
  metrics.buildInfo.set({ version: VERSION }, 1);
  const { db } = databases;
  const onChange = (change: { deviceId: string; isOnline: boolean; isConnecting?: boolean }) =>
    bus.publish('online', change);
  const secretKey = openSecretKey(config);
  const secrets = createSecretBox(secretKey.text);
  const cluster = joinCluster(context, {
    db: databases.boards,
    heartbeatDb: databases.heartbeat,
    isDatabaseUp: databases.isUp,
    quietWarn,
    onChange,
    metrics,
    busKey: secrets.busKey,
  });
  const presence = cluster?.presence ?? createPresence({ nowS: () => Math.floor(now() / 1000), onChange });
  const link = createLinkPort((message) => {
    const to = presence.serverOf(message.deviceId);
    return to === undefined ? undefined : cluster?.calls.forward<void>(to, 'send', message, PASS_ON_MS);
  });
  cluster?.calls.handle('send', link.sendForwarded);
  const disk = createDisk(context, metrics, bus);
  /** Set when the port is known. */
  const site = { url: '', port: 0 };
  const preferencesOf = async (user: Pick<SessionUser, 'id'>) =>
    (await findPersonalization(db, user.id)) ?? NOTHING_CHOSEN;
  return {
    ...context,
    metrics,
    quietWarn,
    bus,
    hub,
    databases,
    db,
    disk,
    site,
    tls,
    secretKey,
    /** Encrypts secrets in the database that must be read again. */
    secrets,
    securityLog: createSecurityLog({ db: databases.outbox, now, quietWarn }),
    cluster,
    serverId: cluster?.serverId ?? serverIdOf(config),
    outbox: createOutbox({ db: databases.outbox, bus, log, quietWarn, peers: cluster?.peers }),
    link,
    mail: createMail(context),
    presence,
    runningUpdates: createRunningUpdates(),
    mayStore: () => disk.space() !== 'full' && databases.isUp(),
    pageUrl: (path: string) => site.url.replace(/\/+$/, '') + path,
    preferencesOf,
    localeOf: async (user: SessionUser) => (await preferencesOf(user)).locale ?? DEFAULT_LOCALE,
    /** Tries of one kind in ten minutes. */
    tries: (kind: keyof typeof TRIES.max) =>
      createTries({ max: TRIES.max[kind], windowMs: TRIES.windowMs, now }),
  };
}
export type Core = ReturnType<typeof createCore>;
