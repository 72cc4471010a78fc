import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { type Connection, type Db, openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { type Demo, seedDemo } from './demo/demo.ts';
import { createEvents, type Events } from './events.ts';
import { createAccount } from './features/auth/account.service.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { hashPassword } from './features/auth/password.ts';
import { createTries } from './features/auth/tries.ts';
import { createBoardEvents } from './features/board-events/board-events.service.ts';
import { controlRoutes } from './features/control/control.routes.ts';
import { createControl } from './features/control/control.service.ts';
import { delegationRoutes } from './features/devices/delegation.routes.ts';
import { createDelegation } from './features/devices/delegation.service.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { createDevices, hashSecret } from './features/devices/devices.service.ts';
import { createEndWatch } from './features/devices/end-watch.ts';
import { ownershipRoutes } from './features/devices/ownership.routes.ts';
import { createOwnership } from './features/devices/ownership.service.ts';
import { telemetryRoutes } from './features/telemetry/telemetry.routes.ts';
import { createTelemetry, type Telemetry } from './features/telemetry/telemetry.service.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { createUsers } from './features/users/users.service.ts';
import { createHttp, isSecure } from './http/http.ts';
import { startEmbeddedBroker } from './link/embedded-broker.ts';
import type { Link } from './link/link.ts';
import { createHub } from './live/hub.ts';
import { streamRoutes } from './live/stream.routes.ts';
import { createQuietWarn, type Logger } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { resetPasswordMail } from './mail/mails.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { inUrl, listenProblem, pickPort } from './ports.ts';
import { createUndo } from './undo.ts';

const CONSOLE_DIST = fileURLToPath(new URL('../../console/dist', import.meta.url));
const PACKAGE = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export interface RunningServer {
  url: string;
  mqttUrl: string;
  demo: Demo | null;
  metrics: Metrics;
  stop: () => Promise<void>;
}

interface StartOptions {
  config: Config;
  connection: Connection;
  log: Logger;
  say?: (progress: string) => void;
  now?: () => number;
}
type Context = Required<StartOptions>;

function createAccountParts({ config, log, now }: Context, db: Db, events: Events) {
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: join(config.DATA_DIR, 'mail'),
    now,
  });
  /** Known once a port has been found. */
  const site = { url: '' };
  const account = createAccount({
    db,
    events,
    log,
    now,
    isDemo: config.DEMO,
    consoleUrl: () => site.url,
    mailLink: (to, locale, link) => mailer.send(resetPasswordMail(to, locale, link)),
  });
  return { mailer, site, account };
}

/** Whoever guesses IDs, codes or e-mails has not many tries. */
const TRIES = { windowMs: 10 * 60_000, adds: 60, delegations: 60, guessesOfACode: 10 };

function createAccessParts(
  { config, log, now }: Context,
  db: Db,
  events: Events,
  isOnline: Telemetry['isOnline'],
) {
  const tries = (max: number) => createTries({ max, windowMs: TRIES.windowMs, now });
  const isDemo = config.DEMO;
  const endWatch = createEndWatch({ db, events, log, now });
  const ownership = createOwnership({
    db,
    events,
    now,
    isOnline,
    isDemo,
    takeTry: tries(TRIES.adds).take,
    guesses: tries(TRIES.guessesOfACode),
  });
  const delegation = createDelegation({
    db,
    events,
    now,
    isDemo,
    takeTry: tries(TRIES.delegations).take,
    watchEnds: endWatch.look,
  });
  return { endWatch, ownership, delegation };
}

/** The features, and what they know of each other. */
function createParts(context: Context) {
  const { config, connection, log, now } = context;
  const metrics = createMetrics();
  const quietWarn = createQuietWarn(log);
  const events = createEvents();
  const hub = createHub(metrics);
  const db = openDb(connection, log);
  const link: { current?: Link } = {};
  const send: Link['send'] = (...message) =>
    link.current?.send(...message) ?? Promise.reject(new Error('no broker yet'));

  const accountParts = createAccountParts(context, db, events);
  const users = createUsers(db);
  const telemetry = createTelemetry({ db, events, metrics, log, now });
  const { isOnline, lastData } = telemetry;
  const boardEvents = createBoardEvents(db, now);
  const accessParts = createAccessParts(context, db, events, isOnline);
  const devices = createDevices({
    db,
    now,
    isOnline,
    listOnline: telemetry.listOnline,
    quietWarn,
    isDemo: config.DEMO,
  });
  const control = createControl({
    db,
    events,
    metrics,
    log,
    now,
    send,
    isOnline,
    lastData,
  });

  events.on('lastData', (data) => hub.publish(data.device_id, { event: 'last-data', data }));
  events.on('online', ({ deviceId, isOnline }) =>
    hub.publish(deviceId, { event: 'online', data: { device_id: deviceId, online: isOnline } }),
  );
  events.on('command', (data) => hub.publish(data.device_id, { event: 'command', data }));
  events.on('devicesChanged', hub.devicesChanged);
  events.on('sessionEnded', hub.endSession);
  return {
    ...accountParts,
    ...accessParts,
    metrics,
    quietWarn,
    hub,
    db,
    link,
    users,
    telemetry,
    boardEvents,
    devices,
    control,
  };
}
type Parts = ReturnType<typeof createParts>;

async function startLink({ config, say, now }: Context, parts: Parts): Promise<Link> {
  const { metrics, quietWarn, devices, telemetry, boardEvents, control } = parts;
  parts.link.current = await startEmbeddedBroker({
    host: config.MQTT_HOST,
    port: await pickPort('MQTT_PORT', config.MQTT_PORT, 1883, config.MQTT_HOST, say),
    maxConnections: config.MQTT_MAX_CONNECTIONS,
    metrics,
    quietWarn,
    nowS: () => Math.floor(now() / 1000),
    handlers: {
      authenticate: devices.authenticateBoard,
      lost: telemetry.lost,
      messages: {
        status: telemetry.receiveStatus,
        info: devices.recordInfo,
        tele: telemetry.receiveTele,
        event: boardEvents.receiveEvent,
        ack: control.receiveAck,
      },
    },
  });
  return parts.link.current;
}

function createSite({ config, log, now }: Context, parts: Parts, demo: Demo | null) {
  const { metrics, hub, db, account, users, telemetry, devices, control } = parts;
  const { authenticate } = account;
  const { visibleIds } = devices;
  return createHttp({
    log,
    metrics,
    publicUrl: config.PUBLIC_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    consoleDist: CONSOLE_DIST,
    consoleConfig: {
      api_base: '/api',
      contact_email: config.CONTACT_EMAIL,
      docs_url: config.DOCS_URL,
      features: config.CONSOLE_FEATURES,
      demo: demo && { emails: demo.emails, password: demo.password },
      version: PACKAGE.version,
    },
    authenticate,
    allowDevice: devices.allow,
    isReady: async () => (await sql`select 1`.execute(db)).rows.length === 1,
    routes: (api) => {
      authRoutes(api, account, {
        isSecure: isSecure(config.PUBLIC_URL),
        triesPerMinute: config.LOGINS_PER_MINUTE,
      });
      usersRoutes(api, users);
      devicesRoutes(api, devices);
      ownershipRoutes(api, parts.ownership);
      delegationRoutes(api, parts.delegation);
      telemetryRoutes(api, telemetry, visibleIds);
      controlRoutes(api, control);
      streamRoutes(api, {
        hub,
        now,
        authenticate,
        visibleIds,
        lastData: telemetry.lastData,
        isOnline: telemetry.isOnline,
      });
    },
  });
}

/** The one place that wires the parts. Stops in the opposite order: what was received is stored before the database closes. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const context: Context = { say: () => {}, now: Date.now, ...options };
  const { config, say, now } = context;
  const undo = createUndo();
  try {
    const parts = createParts(context);
    const { db, account, mailer, telemetry, control, hub, metrics } = parts;
    undo.add(() => db.destroy());
    undo.add(mailer.close);
    undo.add(account.stop);
    for (const name of await migrate(db)) say(`database: ${name}`);
    const seed = { db, dataDir: config.DATA_DIR, boards: config.DEMO_BOARDS, now, hashPassword, hashSecret };
    const demo = config.DEMO ? await seedDemo(seed) : null;

    await telemetry.start();
    undo.add(telemetry.stop);
    await control.start();
    parts.endWatch.start();
    undo.add(parts.endWatch.stop);
    const link = await startLink(context, parts);
    undo.add(link.stop);
    const site = await createSite(context, parts, demo);
    undo.add(() => site.close());
    undo.add(control.stop);
    undo.add(hub.endAll);
    const port = await pickPort('PORT', config.PORT, 8080, config.HOST, say);
    parts.site.url = config.PUBLIC_URL ?? `http://${inUrl(config.HOST)}:${port}`;
    const place = { host: config.HOST, port, hostSetting: 'HOST', portSetting: 'PORT' };
    await site.listen(place).catch((error) => Promise.reject(listenProblem(error, place)));

    return { url: parts.site.url, mqttUrl: link.url, demo, metrics, stop: undo.run };
  } catch (error) {
    await undo.run();
    throw error;
  }
}
