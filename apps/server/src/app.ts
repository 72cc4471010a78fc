import type { FastifyInstance } from 'fastify';
import type { Context, StartOptions } from './base/context.ts';
import type { Metrics } from './base/metrics.ts';
import { createUndo } from './base/undo.ts';
import { startLink } from './board-link.ts';
import { drain } from './cluster/drain.ts';
import { type Core, createCore } from './core.ts';
import { prepareDatabase } from './db/prepare-database.ts';
import type { Demo } from './demo/demo.ts';
import { loadDemoKeys } from './demo/demo-firmware.ts';
import { createDemoWing, seed } from './demo/demo-wing.ts';
import { createAccess } from './http/access-cache.ts';
import { openPort } from './http/open-port.ts';
import { probeDisk } from './jobs/disk-watch.ts';
import { createJobRunner, installQueue, taskJobs } from './jobs/job-runner.ts';
import { TASK_KINDS, type TaskHandlers } from './jobs/tasks.ts';
import type { Link } from './link/link.ts';
import { streamRoutes } from './live/stream.routes.ts';
import type { Tls } from './net/tls.ts';
import { programFile } from './package-dir.ts';
import { createShared, createWebServer } from './web-server.ts';
import { collect, collectJobs, subscribe, type Wing } from './wing.ts';
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

/** Every wing, with the wings that it uses. */
function createWings(core: Core) {
  const { config, tries } = core;
  const takeRefusedTry = tries('refused').take;
  const terms = readTerms(config.TERMS_DIR);
  const demoKeys = config.DEMO ? [loadDemoKeys(config.DATA_DIR).publicKey] : [];
  const inbox = createInboxWing(core);
  const settings = createSettingsWing(core);
  const converters = createConvertersWing(core);
  const telemetry = createTelemetryWing(core);
  const commands = createCommandsWing(core, { telemetry, settings, converters, takeRefusedTry });
  const alerts = createAlertsWing(core, { inbox, telemetry, settings });
  const activity = createActivityWing(core, { alerts, commands });
  const devices = createDevicesWing(core, {
    inbox,
    telemetry,
    settings,
    converters,
    commands,
    alerts,
    activity,
  });
  const history = createHistoryWing(core, {
    lastData: telemetry.lastData,
    allowDevice: devices.devices.allow,
    listWatched: devices.devices.listWatched,
  });
  const firmware = createFirmwareWing(core, { inbox, telemetry, settings, demoKeys });
  const fleet = createFleetWing(core, {
    telemetry,
    settings,
    commands,
    alerts,
    activity,
    devices,
    firmware,
  });
  const integrations = createIntegrationsWing(core, { inbox, telemetry, devices, commands });
  const auth = createAuthWing(core, { inbox, devices, termsVersion: terms.version });
  const users = createUsersWing(core, { alerts, devices, terms });
  const installation = createInstallationWing(core, { users });
  const demo = createDemoWing(core, { history });
  /**
   * In the order of their start. The store of frames is ready before telemetry uses it, and the rules before settings
   * report the configurations in force. Converters request the profile of a board whose row devices have stored. Of the
   * messages of a board, firmware gets each one last: it depends on what the others have stored.
   */
  const wings = {
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
  };
  return { ...wings, takeRefusedTry, list: Object.values(wings).map(({ wing }): Wing => wing) };
}
type Wings = ReturnType<typeof createWings>;

const connectBoards = (core: Core, { list, devices, alerts, integrations }: Wings): Promise<Link> =>
  startLink(core, {
    list,
    authenticate: devices.devices.authenticateBoard,
    flooded: (board, flood) => void alerts.noteFlood(board, flood),
    integrations: { ...integrations.sessions, authenticate: integrations.authenticate },
  });

function openWebServer(core: Core, wings: Wings, demo: Demo | null, needsSetup: boolean) {
  const { allow, find: findDevice, visibleIds } = wings.devices.devices;
  const { authenticate, authenticateToken, allowDevice, cached } = createAccess(core, {
    ...wings.auth,
    allow,
  });
  const shared = createShared(core, { findDevice, visibleIds, takeTry: wings.takeRefusedTry });
  const routes = (api: FastifyInstance) => {
    for (const wing of wings.list) wing.routes?.(api, shared);
    streamRoutes(api, core, {
      visibleIds,
      lastData: wings.telemetry.lastData,
      openCommands: wings.commands.commands.listOpen,
      listLockOuts: wings.settings.lockOuts.list,
    });
  };
  return createWebServer(core, {
    demo,
    hasMailbox: wings.demo.hasMailbox,
    needsSetup,
    isSetupNeeded: wings.auth.isSetupNeeded,
    isBackupHealthy: wings.installation.isBackupHealthy,
    writeDeviceMetrics: wings.fleet.writeDeviceMetrics,
    authenticate,
    authenticateToken,
    renewToken: wings.auth.renewToken,
    allowDevice,
    takeRead: shared.reads.spendUnits,
    cachedAccess: cached,
    routes,
  });
}

/** What a failed start waits for may never end, as a connection to a database that does not answer. */
const FAILED_WITHIN_MS = 4000;

/** Starts the wings in order and stops them in reverse: received messages are stored before the database closes. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const context: Context = {
    onProgress: () => {},
    now: Date.now,
    probeDisk,
    isScheduled: true,
    readerFile: programFile('reader-thread'),
    ...options,
  };
  const undo = createUndo();
  try {
    const core = createCore(context);
    const { cluster, config, log, metrics, databases, disk, hub, mail, now, outbox, quietWarn, tls } = core;
    const wings = createWings(core);
    const { list } = wings;
    subscribe(core.bus, list);
    if (tls) undo.add(async () => tls.stop());
    undo.add(databases.close);
    undo.add(mail.close);
    if (cluster) undo.add(cluster.peers.stop);
    undo.add(outbox.stop);
    await prepareDatabase(core, (db) => installQueue(db, databases.jobs));
    const demo = config.DEMO ? await seed(core, wings.firmware) : null;
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
    const link = await connectBoards(core, wings);
    undo.add(link.stop);
    const setupCode = config.ROLES.includes('web') ? await wings.auth.offerSetup() : undefined;
    const site = await openWebServer(core, wings, demo, setupCode !== undefined);
    undo.add(() => site.close());
    undo.add(hub.endAll);
    const jobs = createJobRunner({
      pool: databases.jobs,
      db: databases.outbox,
      log,
      quietWarn,
      metrics: core.metrics,
      isScheduled: core.isScheduled,
      jobs: collectJobs([...list, { jobs: taskJobs(databases.outbox, now, outbox.deleteOld) }]),
      tasks: collect<TaskHandlers>(
        TASK_KINDS,
        list.map(({ tasks }) => tasks),
      ),
    });
    undo.add(jobs.stop);
    // Ends what jobs and requests wait for, before jobs and the site are stopped.
    for (const { close } of list) if (close) undo.add(async () => void (await close()));
    await openPort(core, site);
    for (const { open } of list) await open?.();
    // After the address is known: the links in mails begin with it.
    if (config.ROLES.includes('jobs')) jobs.start();
    outbox.start(jobs.wake, () => core.bus.publish('eventsMissed', null));
    return {
      url: core.site.url,
      mqttUrl: link.url,
      mqttsUrl: link.tlsUrl,
      certificate: tls?.certificate,
      reloadCertificate: () => tls?.reload(),
      demo,
      setup: setupCode ? { url: `${core.site.url}/setup`, code: setupCode } : null,
      metrics,
      pollDisk: disk.poll,
      storeSecurityLog: core.securityLog.flush,
      runJob: jobs.runNow,
      drain: () => drain(core, link),
      stop: undo.run,
      reportOutage: wings.alerts.reportOutage,
      checkParameters: wings.devices.checkParameters,
    };
  } catch (error) {
    await undo.run(FAILED_WITHIN_MS);
    throw error;
  }
}
