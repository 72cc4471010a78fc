import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Config } from './config.ts';
import { openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { type Demo, seedDemo } from './demo/demo.ts';
import { createEvents } from './events.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { createAuth } from './features/auth/auth.service.ts';
import { hashPassword } from './features/auth/password.ts';
import { controlRoutes } from './features/control/control.routes.ts';
import { createControl } from './features/control/control.service.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { createDevices, hashSecret } from './features/devices/devices.service.ts';
import { telemetryRoutes } from './features/telemetry/telemetry.routes.ts';
import { createTelemetry } from './features/telemetry/telemetry.service.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { createUsers } from './features/users/users.service.ts';
import { createHttp } from './http/http.ts';
import { startEmbeddedBroker } from './link/embedded-broker.ts';
import type { Link } from './link/link.ts';
import { createHub } from './live/hub.ts';
import { streamRoutes } from './live/stream.routes.ts';
import { createQuietWarn, type Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { listenOn, pickPort } from './ports.ts';

const CONSOLE_DIST = fileURLToPath(new URL('../../console/dist', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export interface RunningServer {
  url: string;
  mqttUrl: string;
  demo: Demo | null;
  metrics: ReturnType<typeof createMetrics>;
  stop: () => Promise<void>;
}

interface StartOptions {
  config: Config;
  connection: PoolConfig;
  log: Logger;
  say?: (progress: string) => void;
  now?: () => number;
}

/** The one place that wires the parts. */
export async function startServer({
  config,
  connection,
  log,
  say = () => {},
  now = Date.now,
}: StartOptions): Promise<RunningServer> {
  const metrics = createMetrics();
  const quietWarn = createQuietWarn(log);
  const events = createEvents();
  const hub = createHub(metrics);
  const db = openDb(connection, log);
  for (const name of await migrate(db)) say(`database: ${name}`);

  const auth = createAuth({ db, events, now });
  const users = createUsers(db);
  const telemetry = createTelemetry({ db, events, metrics, log, now });
  const devices = createDevices({ db, isOnline: telemetry.isOnline, quietWarn });
  let link: Link | undefined;
  const control = createControl({
    db,
    events,
    metrics,
    now,
    send: (...message) =>
      link ? link.send(...message) : Promise.reject(new Error('the broker is not up yet')),
    resolve: devices.resolve,
    isOnline: telemetry.isOnline,
    lastData: telemetry.lastData,
  });
  events.on('lastData', (data) => hub.publish(data.device_id, { event: 'last-data', data }));
  events.on('online', ({ deviceId, isOnline }) =>
    hub.publish(deviceId, { event: 'online', data: { device_id: deviceId, online: isOnline } }),
  );
  events.on('command', (data) => hub.publish(data.device_id, { event: 'command', data }));
  events.on('sessionEnded', hub.endSession);

  const demo = config.DEMO
    ? await seedDemo({
        db,
        dataDir: config.DATA_DIR,
        boards: config.DEMO_BOARDS,
        now,
        hashPassword,
        hashSecret,
      })
    : null;
  await telemetry.start();
  await control.start();
  link = await startEmbeddedBroker({
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
        ack: control.receiveAck,
      },
    },
  });

  const http = await createHttp({
    log,
    metrics,
    publicUrl: config.PUBLIC_URL,
    consoleDist: CONSOLE_DIST,
    consoleConfig: {
      api_base: '/api',
      contact_email: config.CONTACT_EMAIL,
      docs_url: config.DOCS_URL,
      features: config.CONSOLE_FEATURES,
      demo: demo && { emails: demo.emails, password: demo.password },
      version,
    },
    authenticate: auth.authenticate,
    isReady: async () => (await sql`select 1`.execute(db)).rows.length === 1,
    routes: (api) => {
      authRoutes(api, auth, config.PUBLIC_URL?.startsWith('https') ?? false);
      usersRoutes(api, users);
      devicesRoutes(api, devices);
      telemetryRoutes(api, telemetry, devices.visibleIds);
      controlRoutes(api, control);
      streamRoutes(api, {
        hub,
        now,
        authenticate: auth.authenticate,
        visibleIds: devices.visibleIds,
        lastData: telemetry.lastData,
        isOnline: telemetry.isOnline,
      });
    },
  });
  const port = await pickPort('PORT', config.PORT, 8080, config.HOST, say);
  await listenOn(http, config.HOST, port);

  return {
    url: config.PUBLIC_URL ?? `http://${config.HOST}:${port}`,
    mqttUrl: link.url,
    demo,
    metrics,
    /** Browsers first, then boards; what was received is stored before the database closes. */
    async stop() {
      hub.endAll();
      control.stop();
      await http.close();
      await link?.stop();
      await telemetry.stop();
      await db.destroy();
    },
  };
}
