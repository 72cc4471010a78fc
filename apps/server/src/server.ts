import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import { createSecurityLog } from './audit-log/security-log.ts';
import type { Context } from './base/context.ts';
import { createQuietWarn } from './base/log.ts';
import { createMetrics } from './base/metrics.ts';
import { createMemoryBus } from './bus/bus.ts';
import { findPersonalization, NOTHING_CHOSEN } from './db/account.ts';
import { openDatabases } from './db/db.ts';
import { createTries, TRIES } from './http/limits/tries.ts';
import type { SessionUser } from './http/session.ts';
import { createDisk } from './jobs/disk-watch.ts';
import { countTasks } from './jobs/task.repo.ts';
import { createLinkPort } from './link/link-port.ts';
import { createHub } from './live/hub.ts';
import { publishLiveEvents } from './live/live-events.ts';
import { createMail } from './mail/mailer.ts';
import { openTls } from './net/tls.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createPresence } from './state/presence.ts';
import { createRunningUpdates } from './state/running-updates.ts';

/** What every wing has: databases, clock, log, events, outbox, link, state and mail. */
export function createServer(context: Context) {
  const { config, connection, log, now } = context;
  const metrics = createMetrics();
  const quietWarn = createQuietWarn(log);
  const tls = openTls({ ...context, quietWarn });
  const bus = createMemoryBus();
  const hub = createHub({ metrics, streamsPerAccount: config.STREAMS_PER_ACCOUNT });
  publishLiveEvents(bus, hub);
  const databases = openDatabases(connection, log, (isUp) => bus.publish('database', { isUp }));
  metrics.watchPools(databases.usage);
  metrics.watchTasks(() => countTasks(databases.outbox));
  const { db } = databases;
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
    outbox: createOutbox({ db: databases.outbox, bus, log, quietWarn }),
    securityLog: createSecurityLog({ db: databases.outbox, now, quietWarn }),
    link: createLinkPort(),
    mail: createMail(context),
    presence: createPresence({
      nowS: () => Math.floor(now() / 1000),
      onChange: (change) => bus.publish('online', change),
    }),
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
export type Server = ReturnType<typeof createServer>;
