import { join } from 'node:path';
import type { Config } from './base/config.ts';
import type { Context, StartOptions } from './base/context.ts';
import { openStateDir } from './base/data-dir.ts';
import type { Metrics } from './base/metrics.ts';
import { createUndo } from './base/undo.ts';
import { createWriteProbe, type Db, openForMigration } from './db/db.ts';
import { prepareInstallation } from './db/installation.ts';
import { type Demo, seedDemo } from './demo/demo.ts';
import { mailboxRoutes } from './demo/mailbox.routes.ts';
import { createHttp } from './http/http.ts';
import {
  createConnectionLimit,
  createExemption,
  readDescriptorLimit,
  shareDescriptors,
} from './http/limits/connection-limit.ts';
import { BODY_TIMEOUT_MS, REFUSAL_MS } from './http/limits/connections.ts';
import { createExports, EXPORT_LIMITS, REHEARSAL_LIMITS } from './http/limits/exports.ts';
import { createReadBudget, READ_LIMITS } from './http/limits/read-budget.ts';
import { probeDisk } from './jobs/disk-watch.ts';
import type { JobName } from './jobs/jobs.ts';
import { startEmbeddedBroker } from './link/embedded-broker.ts';
import type { Link } from './link/link.ts';
import { streamRoutes } from './live/stream.routes.ts';
import { messageHandlers } from './messages.ts';
import { BACKLOG, inUrl, listenProblem, pickPort } from './net/ports.ts';
import { PACKAGE_DIR, VERSION } from './package-dir.ts';
import { createParts, type Parts } from './parts.ts';
import { activityRoutes } from './wings/activity/activity.routes.ts';
import { alertDeliveryRoutes } from './wings/alerts/delivery/alert-delivery.routes.ts';
import { alertsRoutes } from './wings/alerts/life/alerts.routes.ts';
import { normalRoutes } from './wings/alerts/normal/normal.routes.ts';
import { pushRoutes } from './wings/alerts/push/push.routes.ts';
import { rehearsalRoutes } from './wings/alerts/rehearsal/rehearsal.routes.ts';
import { alertRulesRoutes } from './wings/alerts/rules/alert-rules.routes.ts';
import { webhooksRoutes } from './wings/alerts/webhooks/webhooks.routes.ts';
import { workRoutes } from './wings/alerts/work/work.routes.ts';
import { authRoutes } from './wings/auth/auth.routes.ts';
import { hashPassword } from './wings/auth/password.ts';
import { commandsRoutes } from './wings/commands/commands.routes.ts';
import { devicesRoutes } from './wings/devices/devices.routes.ts';
import { hashSecret } from './wings/devices/devices.service.ts';
import { diagnosticsRoutes } from './wings/devices/diagnostics/diagnostics.routes.ts';
import { firmwareRoutes } from './wings/firmware/firmware.routes.ts';
import { fleetRoutes } from './wings/fleet/fleet.routes.ts';
import { energyRoutes } from './wings/history/energy/energy.routes.ts';
import { historyRoutes } from './wings/history/history.routes.ts';
import { statisticsRoutes } from './wings/history/statistics/statistics.routes.ts';
import { inboxRoutes } from './wings/inbox/inbox.routes.ts';
import { installationRoutes } from './wings/installation/installation.routes.ts';
import { integrationsRoutes } from './wings/integrations/integrations.routes.ts';
import { deviceConfigRoutes } from './wings/settings/config/device-config.routes.ts';
import { lockOutRoutes } from './wings/settings/lock-out/lock-out.routes.ts';
import { telemetryRoutes } from './wings/telemetry/telemetry.routes.ts';
import { personalDataRoutes } from './wings/users/personal-data/personal-data.routes.ts';
import { termsRoutes } from './wings/users/terms/terms.routes.ts';
import { usersRoutes } from './wings/users/users.routes.ts';

const CONSOLE_DIST = join(PACKAGE_DIR, '../console/dist');

export interface RunningServer {
  url: string;
  mqttUrl: string;
  demo: Demo | null;
  /** Page and code of the first run, while there is no Super Seller. */
  setup: { url: string; code: string } | null;
  metrics: Metrics;
  /** Reads the free disk space now; it does so by itself every 10 s. */
  pollDisk: () => Promise<void>;
  /** Judges and reports now whether boards are away by an outage; it does so by itself every 10 s. */
  reportOutage: () => Promise<void>;
  /** Reads the parameters of the converters now; it does so by itself about once an hour. */
  checkParameters: () => Promise<void>;
  /** Runs a job now; each runs by itself at its times (`jobs/jobs.ts`). */
  runJob: (name: JobName) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Splits the file descriptors between boards and browsers, so that neither exhausts those of the other. */
function connectionsOf(config: Config) {
  const limit = readDescriptorLimit();
  const share = shareDescriptors(limit);
  const boards = Math.min(config.MQTT_MAX_CONNECTIONS, share.boards);
  return { limit, boards, browsers: Math.min(config.HTTP_MAX_CONNECTIONS, share.browsers) };
}

function brokerLimits(config: Config, onProgress: Context['onProgress']) {
  const { limit, boards, browsers } = connectionsOf(config);
  if (boards < config.MQTT_MAX_CONNECTIONS || browsers < config.HTTP_MAX_CONNECTIONS)
    onProgress(
      `the system allows this process ${limit} open files (ulimit -n), so at most ${boards} boards (MQTT_MAX_CONNECTIONS) and ${browsers} connections of browsers (HTTP_MAX_CONNECTIONS) are accepted`,
    );
  const isExempt = createExemption(config.LIMIT_LOOPBACK, config.TRUSTED_PROXIES);
  return {
    maxConnections: boards,
    admit: createConnectionLimit(config.MQTT_CONNECTIONS_PER_ADDRESS, isExempt),
    messageLimits: {
      eventsPerMinute: config.MQTT_EVENTS_PER_MINUTE,
      framesPerSecond: config.MQTT_FRAMES_PER_SECOND,
    },
  };
}

async function startLink({ config, onProgress, now }: Context, parts: Parts): Promise<Link> {
  const { metrics, quietWarn, devices } = parts;
  parts.link.current = await startEmbeddedBroker({
    host: config.MQTT_HOST,
    port: await pickPort('MQTT_PORT', config.MQTT_PORT, 1883, config.MQTT_HOST, onProgress),
    ...brokerLimits(config, onProgress),
    metrics,
    quietWarn,
    nowS: () => Math.floor(now() / 1000),
    handlers: {
      authenticate: devices.authenticateBoard,
      lost: parts.presence.disconnect,
      flooded: (board, flood) => void parts.floods.note(board, flood),
      answers: (isUp) => parts.events.emit('broker', { isUp }),
      messages: messageHandlers(parts),
      integrations: { ...parts.integrationSessions, authenticate: parts.integrations.authenticate },
    },
  });
  return parts.link.current;
}

function createSite({ config, log, now }: Context, parts: Parts, demo: Demo | null, needsSetup: boolean) {
  const { metrics, hub, account, users, telemetry, devices } = parts;
  const { authenticate, allowDevice, cached } = parts.accessCache;
  const { visibleIds } = devices;
  const reads = createReadBudget({
    ...READ_LIMITS,
    pointsPerMinute: config.READ_POINTS_PER_MINUTE,
    refused: (limit) => metrics.httpRefused.inc({ limit }),
  });
  /** One limit for all kinds of exports. */
  const exportLimits = { perUser: config.EXPORTS_PER_USER, atOnce: config.EXPORTS_AT_ONCE };
  const startExport = createExports({ ...EXPORT_LIMITS, ...exportLimits }, reads);
  return createHttp({
    log,
    metrics,
    quietWarn: parts.quietWarn,
    publicUrl: config.PUBLIC_URL,
    allowedHosts: config.ALLOWED_HOSTS,
    trustedProxies: config.TRUSTED_PROXIES,
    limits: {
      connections: connectionsOf(config).browsers,
      connectionsPerAddress: config.HTTP_CONNECTIONS_PER_ADDRESS,
      requestsPerAddress: config.HTTP_REQUESTS_PER_ADDRESS,
      requestsPerSecond: config.HTTP_REQUESTS_PER_SECOND,
      bodyMs: BODY_TIMEOUT_MS,
      refusalMs: REFUSAL_MS,
      isLoopbackLimited: config.LIMIT_LOOPBACK,
    },
    operatorToken: config.OPERATOR_TOKEN,
    deviceMetrics: config.DEVICE_METRICS_TOKEN
      ? { token: config.DEVICE_METRICS_TOKEN, write: parts.writeDeviceMetrics }
      : undefined,
    areOperatorPagesOpen: config.DEMO,
    consoleDist: CONSOLE_DIST,
    consoleConfig: {
      api_base: '/api',
      contact_email: config.CONTACT_EMAIL,
      docs_url: config.DOCS_URL ?? '',
      features: config.CONSOLE_FEATURES,
      demo: demo && {
        emails: demo.emails,
        password: demo.password,
        claims: demo.claims,
        has_mailbox: parts.mailbox !== null,
      },
      needs_setup: needsSetup,
      version: VERSION,
    },
    analyticsTag: config.ANALYTICS_TAG,
    // Without the database the page itself shows that.
    ...(needsSetup && { isSetupNeeded: () => account.isSetupNeeded().catch(() => false) }),
    authenticate,
    allowDevice,
    cachedAccess: cached,
    isDiskLow: () => parts.disk.space() !== 'ok',
    ready: {
      database: createWriteProbe(parts.databases.access),
      broker: async () => parts.isBrokerUp(),
      // Commands work on a full disk: 503 would make proxies close the console.
      disk: async () => parts.disk.space() === 'ok' || 'degraded',
      // Without the database the check above fails.
      backup: async () => (await parts.backups.isHealthy().catch(() => true)) || 'degraded',
    },
    routes: (api) => {
      authRoutes(api, account, parts.deleteAccount, config.LOGINS_PER_MINUTE);
      personalDataRoutes(api, parts.personalData, startExport);
      usersRoutes(api, users, parts.userManagement);
      devicesRoutes(api, parts);
      inboxRoutes(api, parts.inbox);
      installationRoutes(api, parts.installation);
      termsRoutes(api, parts.terms);
      mailboxRoutes(api, parts.mailbox);
      telemetryRoutes(api, telemetry, visibleIds);
      firmwareRoutes(api, parts);
      commandsRoutes(api, { ...parts, findDevice: devices.find });
      activityRoutes(api, parts.activity, startExport);
      historyRoutes(api, parts.history, parts.historyExport, startExport, parts.fleetPressures, reads);
      energyRoutes(api, parts.energy, reads);
      fleetRoutes(api, parts.fleet, startExport);
      deviceConfigRoutes(api, parts.deviceConfig, parts.zones, parts.refusedWrites);
      lockOutRoutes(api, parts.lockOuts);
      diagnosticsRoutes(api, parts.diagnostics, parts.registers);
      rehearsalRoutes(api, parts.rehearsals, createExports(REHEARSAL_LIMITS, reads));
      alertsRoutes(api, parts.alerts);
      normalRoutes(api, parts.normal, parts.alerts);
      alertDeliveryRoutes(api, parts.deliveryLedger, parts.alertReach);
      alertRulesRoutes(api, parts.alertSettings);
      statisticsRoutes(api, parts.statistics, parts.usageStatistics, reads);
      workRoutes(api, parts.work);
      pushRoutes(api, parts.push);
      webhooksRoutes(api, parts.webhooks);
      integrationsRoutes(api, parts.integrations);
      streamRoutes(api, {
        hub,
        now,
        authenticate,
        visibleIds,
        lastData: telemetry.lastData,
        isOnline: parts.presence.isOnline,
        isBrokerUp: parts.isBrokerUp,
        diskSpace: parts.disk.space,
        isDatabaseUp: parts.databases.isUp,
        openCommands: parts.commands.listOpen,
        listLockOuts: parts.lockOuts.list,
      });
    },
  });
}

async function prepareDatabase(db: Db, { config, onProgress }: Context) {
  try {
    const kind = config.DEMO ? 'demo' : 'real';
    for (const name of await prepareInstallation(db, kind)) onProgress(`database: ${name}`);
  } finally {
    await db.destroy();
  }
}

/** Starts the parts in order and stops them in reverse: received messages are stored before the database closes. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const context: Context = { onProgress: () => {}, now: Date.now, probeDisk, ...options };
  const { config, connection, log, onProgress, now } = context;
  const undo = createUndo();
  try {
    const parts = createParts(context);
    const { databases, account, mailer, telemetry, commands, hub, metrics } = parts;
    undo.add(databases.close);
    undo.add(mailer.close);
    undo.add(parts.alertMailer.close);
    undo.add(parts.outbox.stop);
    await prepareDatabase(openForMigration(connection, log), context);
    const { storeDemoRelease: keepRelease } = parts.releases;
    const { DATA_DIR: dataDir, DEMO_BOARDS: boards } = config;
    const boardsFile = join(openStateDir(config), 'boards.json');
    const seed = {
      db: databases.reports,
      dataDir,
      boardsFile,
      boards,
      historyDays: config.DEMO_HISTORY_DAYS,
      now,
      hashPassword,
      hashSecret,
      keepRelease,
    };
    const demo = config.DEMO ? await seedDemo(seed) : null;

    await parts.push.start();
    await parts.disk.start();
    undo.add(parts.disk.stop);
    await parts.framePartitions.prepare();
    await telemetry.start();
    undo.add(telemetry.stop);
    await parts.alertRules.start();
    undo.add(parts.alertRules.stop);
    await parts.deviceConfig.start();
    await parts.floods.start();
    await commands.start();
    await parts.updates.start();
    undo.add(parts.updates.stop);
    parts.expiredDelegations.start();
    undo.add(parts.expiredDelegations.stop);
    parts.lockOuts.watch.start();
    undo.add(parts.lockOuts.watch.stop);
    await parts.outages.start();
    parts.integrationSessions.start();
    undo.add(parts.integrationSessions.stop);
    const link = await startLink(context, parts);
    undo.add(link.stop);
    undo.add(parts.outages.stop);
    const setupCode = await account.offerSetup();
    const site = await createSite(context, parts, demo, setupCode !== undefined);
    undo.add(() => site.close());
    undo.add(commands.stop);
    parts.parameterCheck.start();
    // Before the stop of commands, which ends the reads that wait for an answer.
    undo.add(parts.parameterCheck.stop);
    undo.add(hub.endAll);
    const port = await pickPort('PORT', config.PORT, 8080, config.HOST, onProgress);
    parts.site.url = config.PUBLIC_URL ?? `http://${inUrl(config.HOST)}:${port}`;
    const place = { host: config.HOST, port, hostSetting: 'HOST', portSetting: 'PORT' };
    await site
      .listen({ ...place, backlog: BACKLOG })
      .catch((error) => Promise.reject(listenProblem(error, place)));
    // After `listen`, which reports its own errors. Without a listener a connection that cannot be accepted would end the process.
    site.server.on('error', ({ message: reason }) =>
      parts.quietWarn('http-error', { reason }, 'the web server has a problem'),
    );

    // After `site.url` is known: the links in mails begin with it.
    parts.outbox.start({
      ...account.mailHandlers,
      ...parts.energyReports.handlers,
      ...parts.accessNotices.handlers,
    });
    parts.alertDelivery.start();
    undo.add(parts.alertDelivery.stop);
    parts.jobs.start();
    undo.add(parts.jobs.stop);
    undo.add(parts.backups.stop);
    undo.add(parts.rollups.stop);
    undo.add(parts.normal.stop);
    undo.add(parts.frameCompression.stop);
    undo.add(parts.demoHistory.stop);
    const pollDisk = parts.disk.poll;
    const { runNow: runJob } = parts.jobs;
    const setup = setupCode ? { url: `${parts.site.url}/setup`, code: setupCode } : null;
    return {
      url: parts.site.url,
      mqttUrl: link.url,
      demo,
      setup,
      metrics,
      pollDisk,
      runJob,
      stop: undo.run,
      reportOutage: parts.outages.run,
      checkParameters: parts.parameterCheck.run,
    };
  } catch (error) {
    await undo.run();
    throw error;
  }
}
