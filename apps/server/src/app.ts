import { createServer as createTcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { appendAudit } from './audit-log/audit-log.ts';
import { noteRefusedLogin } from './audit-log/refused-login.ts';
import type { Config } from './base/config.ts';
import type { Context, StartOptions } from './base/context.ts';
import type { Metrics } from './base/metrics.ts';
import { createUndo } from './base/undo.ts';
import { openForMigration } from './db/db.ts';
import { isSuperuser, prepareInstallation } from './db/installation.ts';
import { requireSecretKey } from './db/secret-key.ts';
import type { Demo } from './demo/demo.ts';
import { loadDemoKeys } from './demo/demo-firmware.ts';
import { createDemoWing, seed } from './demo/demo-wing.ts';
import { createAccessCache } from './http/access-cache.ts';
import { brokerLimits } from './http/limits/connection-limit.ts';
import { createExports, EXPORT_LIMITS } from './http/limits/exports.ts';
import { createReadBudget, READ_LIMITS } from './http/limits/read-budget.ts';
import { createRefusedWrites } from './http/refused-writes.ts';
import { shareLookups } from './http/shared-lookup.ts';
import { probeDisk } from './jobs/disk-watch.ts';
import { createJobRunner, installQueue, taskJobs } from './jobs/job-runner.ts';
import { TASK_KINDS, type TaskHandlers } from './jobs/tasks.ts';
import { startEmbeddedBroker } from './link/embedded-broker.ts';
import type { Link } from './link/link.ts';
import { NO_LINK } from './link/no-link.ts';
import { streamRoutes } from './live/stream.routes.ts';
import { inUrl, listen, pickPort } from './net/ports.ts';
import { isHttpsOn, isMqttsOn, type Tls } from './net/tls.ts';
import { programFile } from './package-dir.ts';
import { createServer, type Server } from './server.ts';
import { createSite } from './site.ts';
import {
  collect,
  collectJobs,
  frameHandler,
  messageHandlers,
  moveHandlers,
  type Site,
  subscribe,
  type Wing,
} from './wing.ts';
import { createActivityWing } from './wings/activity/index.ts';
import { createAlertsWing } from './wings/alerts/index.ts';
import { createAuthWing } from './wings/auth/index.ts';
import { createCommandsWing } from './wings/commands/index.ts';
import { createConvertersWing } from './wings/converters/index.ts';
import { createDevicesWing } from './wings/devices/index.ts';
import { createFirmwareWing } from './wings/firmware/index.ts';
import { createFleetWing } from './wings/fleet/index.ts';
import { createHistoryWing } from './wings/history/index.ts';
import { createInboxWing } from './wings/inbox/index.ts';
import { createInstallationWing } from './wings/installation/index.ts';
import { createIntegrationsWing } from './wings/integrations/index.ts';
import { createSettingsWing } from './wings/settings/index.ts';
import { createTelemetryWing } from './wings/telemetry/index.ts';
import { createUsersWing } from './wings/users/index.ts';
import { readTerms } from './wings/users/terms/terms.service.ts';

export interface RunningServer {
  url: string;
  /** Empty without the role `link`. */
  mqttUrl: string;
  /** Address for MQTT over TLS, if it is on. */
  mqttsUrl: string | undefined;
  certificate: Tls['certificate'] | undefined;
  /** Reads the files of the certificate now; it does so by itself every ten seconds. */
  reloadCertificate: () => void;
  demo: Demo | null;
  /** Page and code of the first run, while there is no Super Seller. */
  setup: { url: string; code: string } | null;
  metrics: Metrics;
  /** Reads the free disk space now; it does so by itself every second. */
  pollDisk: () => Promise<void>;
  /** Judges and reports now whether boards are away by an outage; it does so by itself every 10 s. */
  reportOutage: () => Promise<void>;
  /** Reads the parameters of the converters now; it does so by itself about once an hour. */
  checkParameters: () => Promise<void>;
  /** Stores the security log now; it does so by itself every second. */
  storeSecurityLog: () => Promise<void>;
  /** Runs a job of a wing now; each runs by itself at its times. */
  runJob: (name: string) => Promise<unknown>;
  /** With other servers: hands pages and boards over to them before the stop. */
  drain: () => Promise<void>;
  /** After `withinMs` it does not wait for what is still running. */
  stop: (withinMs?: number) => Promise<void>;
}

/** The registered port of MQTT over TLS. */
const MQTTS_PORT = 8883;

/** Every wing, with the wings that it uses. */
function createWings(server: Server) {
  const { config, tries } = server;
  const takeRefusedTry = tries('refused').take;
  const terms = readTerms(config.TERMS_DIR);
  const demoKeys = config.DEMO ? [loadDemoKeys(config.DATA_DIR).publicKey] : [];
  const inbox = createInboxWing(server);
  const settings = createSettingsWing(server);
  const converters = createConvertersWing(server);
  const telemetry = createTelemetryWing(server);
  const commands = createCommandsWing(server, { telemetry, settings, converters, takeRefusedTry });
  const alerts = createAlertsWing(server, { inbox, telemetry, settings });
  const activity = createActivityWing(server, { alerts, commands });
  const devices = createDevicesWing(server, {
    inbox,
    telemetry,
    settings,
    converters,
    commands,
    alerts,
    activity,
  });
  const history = createHistoryWing(server, {
    lastData: telemetry.lastData,
    allowDevice: devices.devices.allow,
  });
  const firmware = createFirmwareWing(server, { inbox, telemetry, settings, demoKeys });
  const fleet = createFleetWing(server, { telemetry, settings, commands, alerts, activity, firmware });
  const integrations = createIntegrationsWing(server, { inbox, telemetry, devices, commands });
  const auth = createAuthWing(server, { inbox, devices, termsVersion: terms.version });
  const users = createUsersWing(server, { alerts, devices, terms });
  const installation = createInstallationWing(server, { users });
  const demo = createDemoWing(server, { history });
  return {
    takeRefusedTry,
    settings,
    telemetry,
    commands,
    alerts,
    devices,
    firmware,
    fleet,
    integrations,
    auth,
    installation,
    demo,
    /**
     * In the order of their start. The store of frames is ready before telemetry uses it, and the rules before settings
     * report the configurations in force. Converters request the profile of a board whose row
     * devices have stored. Of the messages of a board, firmware gets each one last: it depends on what the
     * others have stored.
     */
    list: [
      inbox,
      auth,
      users,
      history,
      telemetry,
      devices,
      converters,
      alerts,
      activity,
      settings,
      commands,
      firmware,
      fleet,
      integrations,
      installation,
      demo,
    ].map(({ wing }): Wing => wing),
  };
}
type Wings = ReturnType<typeof createWings>;

/** The port for MQTT over TLS, if it is on. */
async function brokerTls({ config, onProgress, tls }: Server) {
  if (!tls || !isMqttsOn(config)) return undefined;
  const { MQTT_TLS_PORT, MQTT_HOST } = config;
  const port = await pickPort('MQTT_TLS_PORT', MQTT_TLS_PORT, MQTTS_PORT, MQTT_HOST, onProgress);
  return { port, layer: tls.createLayer() };
}

async function startLink(server: Server, wings: Wings): Promise<Link> {
  const { config, onProgress, now, metrics, quietWarn, bus } = server;
  if (!config.ROLES.includes('link')) {
    server.link.attach(NO_LINK);
    return NO_LINK;
  }
  const { sessions, authenticate } = wings.integrations;
  const link = await startEmbeddedBroker({
    host: config.MQTT_HOST,
    port: await pickPort('MQTT_PORT', config.MQTT_PORT, 1883, config.MQTT_HOST, onProgress),
    tls: await brokerTls(server),
    ...brokerLimits(server),
    metrics,
    quietWarn,
    now,
    handlers: {
      authenticate: wings.devices.devices.authenticateBoard,
      claim: server.cluster?.claim,
      refused: (name, address) => noteRefusedLogin(server.securityLog, name, address),
      lost: server.presence.disconnect,
      flooded: (board, flood) => void wings.alerts.noteFlood(board, flood),
      answers: (isUp) => bus.publish('broker', { isUp }),
      messages: messageHandlers(wings.list),
      frame: frameHandler(wings.list),
      integrations: { ...sessions, authenticate },
    },
  });
  server.link.attach(link);
  server.cluster?.attach({ ...moveHandlers(wings.list), close: link.close });
  bus.subscribe('boardCut', ({ deviceId }) => link.cut(deviceId));
  return link;
}

/** Sessions and rights, cached for a stop while the database is away. */
function createAccess({ bus, now }: Server, { auth, devices }: Wings) {
  const cache = createAccessCache({
    authenticate: shareLookups(auth.authenticate, (token) => token),
    allowDevice: shareLookups(
      devices.devices.allow,
      (user, { by, id }, action) => `${user.sessionId} ${by} ${action} ${id}`,
    ),
    now,
  });
  bus.subscribe('devicesChanged', cache.devicesChanged);
  bus.subscribe('sessionEnded', cache.endSession);
  bus.subscribe('eventsMissed', cache.clear);
  return cache;
}

/** Limits and checks that routes of all wings share. */
function createShared({ config, metrics, db, now }: Server, { devices, takeRefusedTry }: Wings): Site {
  const reads = createReadBudget({
    ...READ_LIMITS,
    pointsPerMinute: config.READ_POINTS_PER_MINUTE,
    refused: (limit) => metrics.httpRefused.inc({ limit }),
  });
  const exportLimits = { perUser: config.EXPORTS_PER_USER, atOnce: config.EXPORTS_AT_ONCE };
  const { find: findDevice, visibleIds } = devices.devices;
  return {
    reads,
    startExport: createExports({ ...EXPORT_LIMITS, ...exportLimits }, reads),
    refusedWrites: createRefusedWrites({
      append: (entry) => db.transaction().execute((tx) => appendAudit(tx, new Date(now()), entry)),
      findDevice,
      takeTry: takeRefusedTry,
    }),
    findDevice,
    visibleIds,
  };
}

function openSite(server: Server, wings: Wings, demo: Demo | null, needsSetup: boolean) {
  const { authenticate, allowDevice, cached } = createAccess(server, wings);
  const shared = createShared(server, wings);
  const routes = (api: FastifyInstance) => {
    for (const wing of wings.list) wing.routes?.(api, shared);
    streamRoutes(api, server, {
      visibleIds: shared.visibleIds,
      lastData: wings.telemetry.lastData,
      openCommands: wings.commands.commands.listOpen,
      listLockOuts: wings.settings.lockOuts.list,
    });
  };
  return createSite(server, {
    demo,
    hasMailbox: wings.demo.hasMailbox,
    needsSetup,
    isSetupNeeded: wings.auth.isSetupNeeded,
    isBackupHealthy: wings.installation.isBackupHealthy,
    writeDeviceMetrics: wings.fleet.writeDeviceMetrics,
    authenticate,
    authenticateToken: shareLookups(wings.auth.authenticateToken, (secret) => secret),
    renewToken: wings.auth.renewToken,
    allowDevice,
    cachedAccess: cached,
    routes,
  });
}

async function prepareDatabase({ config, connection, databases, log, onProgress, ...server }: Server) {
  const db = openForMigration(connection, log);
  try {
    const kind = config.DEMO ? 'demo' : 'real';
    for (const name of await prepareInstallation(db, kind)) onProgress(`database: ${name}`);
    await requireSecretKey(db, config, server.secretKey, server.secrets);
    await installQueue(db, databases.jobs);
    if (await isSuperuser(db))
      log.warn('the user of DATABASE_URL is a superuser of the database: give the server a plain role');
  } finally {
    await db.destroy();
  }
}

/** The port whose plain requests are redirected: the same server handles its connections. */
function openRedirectPort({ HOST, HTTP_REDIRECT_PORT: port }: Config, site: FastifyInstance) {
  if (port === undefined) return undefined;
  const redirecting = createTcpServer({ allowHalfOpen: true, noDelay: true });
  redirecting.on('connection', (socket) => site.server.emit('connection', socket));
  site.addHook('preClose', async () => void redirecting.close());
  return () =>
    listen(redirecting, { host: HOST, port, hostSetting: 'HOST', portSetting: 'HTTP_REDIRECT_PORT' });
}

async function openPort({ config, onProgress, quietWarn, tls, ...server }: Server, site: FastifyInstance) {
  const port = await pickPort('PORT', config.PORT, 8080, config.HOST, onProgress);
  const scheme = tls && isHttpsOn(config) ? 'https' : 'http';
  server.site.port = port;
  server.site.url = config.PUBLIC_URL ?? `${scheme}://${inUrl(config.HOST)}:${port}`;
  const place = { host: config.HOST, port, hostSetting: 'HOST', portSetting: 'PORT' };
  let close = () => {};
  site.addHook('preClose', async () => close());
  const redirect = openRedirectPort(config, site);
  const closePort = await listen(site.server, place, (at) => site.listen(at));
  close = closePort;
  const closeRedirect = await redirect?.();
  close = () => {
    closePort();
    closeRedirect?.();
  };
  // After `listen`, which reports its own errors. Without a listener a connection that cannot be accepted would end the process.
  site.server.on('error', ({ message: reason }) =>
    quietWarn('http-error', { reason }, 'the web server has a problem'),
  );
}

/** A load balancer has noticed by then that the server is not ready: what is closed is opened elsewhere. */
const NOTICED_MS = 1500;
const BOARDS_PER_SECOND = 200;
const DRAIN_WITHIN_MS = 12_000;

async function drain({ cluster, hub, log }: Server, link: Link): Promise<void> {
  if (!cluster || cluster.living().length < 2) return;
  log.info('handing over to the other servers');
  await cluster
    .drain()
    .catch((err) => log.warn({ err }, 'the other servers do not know that this one stops'));
  await wait(NOTICED_MS);
  hub.moveAll();
  const boards = await link.handOver(BOARDS_PER_SECOND, DRAIN_WITHIN_MS);
  if (boards > 0) log.warn({ boards }, 'the boards that remain are disconnected at once');
}

/** Starts the wings in order and stops them in reverse: received messages are stored before the database closes. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const context: Context = {
    onProgress: () => {},
    now: Date.now,
    probeDisk,
    isScheduled: true,
    readerFile: programFile('reader'),
    ...options,
  };
  const undo = createUndo();
  try {
    const server = createServer(context);
    const { cluster, config, log, metrics, databases, disk, hub, mail, now, outbox, quietWarn, tls } = server;
    const wings = createWings(server);
    const { list } = wings;
    subscribe(server.bus, list);
    if (tls) undo.add(async () => tls.stop());
    undo.add(databases.close);
    undo.add(mail.close);
    if (cluster) undo.add(cluster.peers.stop);
    undo.add(outbox.stop);
    await prepareDatabase(server);
    const demo = config.DEMO ? await seed(server, wings.firmware) : null;
    if (cluster) {
      await outbox.prepare();
      undo.add(cluster.stop);
      await cluster.start();
    }

    await disk.start();
    undo.add(disk.stop);
    for (const { start, stop } of list) {
      await start?.();
      if (stop) undo.add(async () => void (await stop()));
    }
    const link = await startLink(server, wings);
    undo.add(link.stop);
    const setupCode = config.ROLES.includes('web') ? await wings.auth.offerSetup() : undefined;
    const site = await openSite(server, wings, demo, setupCode !== undefined);
    undo.add(() => site.close());
    undo.add(hub.endAll);
    const jobs = createJobRunner({
      pool: databases.jobs,
      db: databases.outbox,
      log,
      quietWarn,
      metrics: server.metrics,
      isScheduled: server.isScheduled,
      jobs: collectJobs([...list, { jobs: taskJobs(databases.outbox, now, outbox.deleteOld) }]),
      tasks: collect<TaskHandlers>(
        TASK_KINDS,
        list.map(({ tasks }) => tasks),
      ),
    });
    undo.add(jobs.stop);
    // Ends what jobs and requests wait for, before jobs and the site are stopped.
    for (const { close } of list) if (close) undo.add(async () => void (await close()));
    await openPort(server, site);
    for (const { open } of list) await open?.();
    // After the address is known: the links in mails begin with it.
    if (config.ROLES.includes('jobs')) jobs.start();
    outbox.start(jobs.wake, () => server.bus.publish('eventsMissed', null));
    const { url } = server.site;
    return {
      url,
      mqttUrl: link.url,
      mqttsUrl: link.tlsUrl,
      certificate: tls?.certificate,
      reloadCertificate: () => tls?.reload(),
      demo,
      setup: setupCode ? { url: `${url}/setup`, code: setupCode } : null,
      metrics,
      pollDisk: disk.poll,
      storeSecurityLog: server.securityLog.flush,
      runJob: jobs.runNow,
      drain: () => drain(server, link),
      stop: undo.run,
      reportOutage: wings.alerts.reportOutage,
      checkParameters: wings.devices.checkParameters,
    };
  } catch (error) {
    await undo.run();
    throw error;
  }
}
