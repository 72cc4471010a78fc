import { join } from 'node:path';
import { DEFAULT_LOCALE } from '@manoboard/i18n/locales';
import type { Config } from './base/config.ts';
import type { Context } from './base/context.ts';
import { createQuietWarn } from './base/log.ts';
import { createMetrics, type Metrics } from './base/metrics.ts';
import { type Bus, createMemoryBus } from './bus/bus.ts';
import { findPersonalization, NOTHING_CHOSEN } from './db/account.ts';
import { openDatabases } from './db/db.ts';
import { postgresUser } from './db/postgres/postgres-user.ts';
import { createTries, TRIES } from './http/limits/tries.ts';
import type { SessionUser } from './http/session.ts';
import { createDiskWatch } from './jobs/disk-watch.ts';
import { countTasks } from './jobs/task.repo.ts';
import type { Link } from './link/link.ts';
import { createHub } from './live/hub.ts';
import { publishLiveEvents } from './live/live-events.ts';
import { createMailer } from './mail/mailer.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createPresence } from './state/presence.ts';
import { createRunningUpdates } from './state/running-updates.ts';

function createDisk({ config, log, probeDisk }: Context, metrics: Metrics, bus: Bus) {
  // Root keeps the embedded Postgres outside of the data folder.
  const isElsewhere = !config.DATABASE_URL && postgresUser() !== undefined;
  return createDiskWatch({
    folders: [config.DATA_DIR, ...(isElsewhere ? [config.POSTGRES_HOME] : [])],
    limits: { minPercent: config.DISK_MIN_FREE_PERCENT, minMb: config.DISK_MIN_FREE_MB },
    probe: probeDisk,
    log,
    onPoll: (freeBytes) => metrics.diskFree.set(freeBytes),
    onChange: (space) => bus.publish('disk', space),
  });
}

/** The link to the boards, usable before the broker has started. */
function createLinkPort() {
  let current: Link | undefined;
  const send: Link['send'] = (...message) =>
    current?.send(...message) ?? Promise.reject(new Error('no broker yet'));
  /** A broker that has not started holds no messages. */
  const forget: Link['forget'] = (...what) => current?.forget(...what) ?? Promise.resolve();
  return {
    send,
    forget,
    isUp: () => current?.isUp() ?? false,
    url: () => current?.url ?? '',
    attach: (link: Link) => {
      current = link;
    },
  };
}

/** The demo's mailbox is public, so the mails of a real server are in another folder. */
const mailFolderOf = ({ DATA_DIR, DEMO }: Config) => join(DATA_DIR, DEMO ? 'demo-mail' : 'mail');

/** Mails leave by SMTP, or are files. `silenceMs`: how long the mail server may take to answer. */
function createMail({ config, now }: Context) {
  const folder = mailFolderOf(config);
  const open = (silenceMs?: number) =>
    createMailer({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
      folder,
      now,
      ...(silenceMs !== undefined && { silenceMs }),
    });
  const service = config.SMTP_URL
    ? ('server' as const)
    : config.DEMO
      ? ('demo' as const)
      : ('files' as const);
  return { folder, service, open, ...open() };
}

/** What every wing has: databases, clock, log, events, outbox, link, state and mail. */
export function createServer(context: Context) {
  const { config, connection, log, now } = context;
  const metrics = createMetrics();
  const quietWarn = createQuietWarn(log);
  const bus = createMemoryBus();
  const hub = createHub({ metrics, streamsPerAccount: config.STREAMS_PER_ACCOUNT });
  publishLiveEvents(bus, hub);
  const databases = openDatabases(connection, log, (isUp) => bus.publish('database', { isUp }));
  metrics.watchPools(databases.usage);
  metrics.watchTasks(() => countTasks(databases.outbox));
  const { db } = databases;
  const disk = createDisk(context, metrics, bus);
  /** The address is set when the port is known. */
  const site = { url: '' };
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
    outbox: createOutbox({ db: databases.outbox, bus, log, quietWarn }),
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
