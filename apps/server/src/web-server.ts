import { join } from 'node:path';
import { appendAudit } from './audit-log/audit-log.ts';
import { NO_CONTACT } from './base/config.ts';
import type { Core } from './core.ts';
import { createWriteProbe } from './db/db.ts';
import type { Demo } from './demo/demo.ts';
import { createHttp } from './http/http.ts';
import { connectionsOf } from './http/limits/connection-limit.ts';
import { BODY_TIMEOUT_MS, REFUSAL_MS } from './http/limits/connections.ts';
import { createExports, EXPORT_LIMITS } from './http/limits/exports.ts';
import { WEB_PROTOCOLS } from './http/limits/http2.ts';
import { createReadBudget, READ_LIMITS } from './http/limits/read-budget.ts';
import { createRefusedWrites } from './http/refused-writes.ts';
import { isHttpsOn } from './net/tls.ts';
import { PACKAGE_DIR, VERSION } from './package-dir.ts';
import type { RouteLimits } from './wing.ts';

const CONSOLE_DIST = join(PACKAGE_DIR, '../console/dist');

type Http = Parameters<typeof createHttp>[0];
interface Needs
  extends Pick<
    Http,
    | 'authenticate'
    | 'authenticateToken'
    | 'renewToken'
    | 'allowDevice'
    | 'takeRead'
    | 'cachedAccess'
    | 'routes'
  > {
  demo: Demo | null;
  hasMailbox: boolean;
  needsSetup: boolean;
  isSetupNeeded: () => Promise<boolean>;
  isBackupHealthy: () => Promise<boolean>;
  writeDeviceMetrics: NonNullable<Http['deviceMetrics']>['write'];
}

function httpsOf({ config, tls, site }: Core): Http['https'] {
  if (!tls || !isHttpsOn(config)) return undefined;
  const { isSelfSigned } = tls.certificate();
  return { layer: tls.createLayer(WEB_PROTOCOLS), port: () => site.port, isSelfSigned };
}

/** The web server, with the settings of the installation. */
export function createWebServer(core: Core, needs: Needs) {
  const { config, log, metrics, quietWarn, databases, disk, link, cluster } = core;
  const { demo, needsSetup, isSetupNeeded, isBackupHealthy, writeDeviceMetrics } = needs;
  const { authenticate, authenticateToken, renewToken, allowDevice, takeRead, cachedAccess, routes } = needs;
  const part = cluster && {
    bus: async () => cluster.isConnected(),
    draining: async () => !cluster.isDraining(),
  };
  return createHttp({
    log,
    metrics,
    quietWarn,
    publicUrl: config.PUBLIC_URL,
    https: httpsOf(core),
    allowedHosts: config.ALLOWED_HOSTS,
    trustedProxies: config.TRUSTED_PROXIES,
    limits: {
      connections: connectionsOf(config).browsers,
      connectionsPerAddress: config.HTTP_CONNECTIONS_PER_ADDRESS,
      requestsPerAddress: config.HTTP_REQUESTS_PER_ADDRESS,
      requestsPerSecond: config.HTTP_REQUESTS_PER_SECOND,
      anonymousPerSecond: config.HTTP_ANONYMOUS_PER_SECOND,
      anonymousAtOnce: config.HTTP_ANONYMOUS_AT_ONCE,
      requestsPerAccount: config.HTTP_REQUESTS_PER_ACCOUNT,
      bodyMs: BODY_TIMEOUT_MS,
      refusalMs: REFUSAL_MS,
      isLoopbackLimited: config.LIMIT_LOOPBACK,
    },
    operatorToken: config.OPERATOR_TOKEN,
    deviceMetrics: config.DEVICE_METRICS_TOKEN
      ? { token: config.DEVICE_METRICS_TOKEN, write: writeDeviceMetrics }
      : undefined,
    areOperatorPagesOpen: config.DEMO,
    isWebOn: config.ROLES.includes('web'),
    consoleDist: CONSOLE_DIST,
    consoleConfig: {
      api_base: '/api',
      contact_email: config.CONTACT_EMAIL,
      ...(config.CONTACT_EMAIL !== NO_CONTACT && { support_email: config.CONTACT_EMAIL }),
      docs_url: config.DOCS_URL ?? '',
      sends_mail: config.SMTP_URL !== undefined || needs.hasMailbox,
      ...(config.FIRM_NAME && { firm_name: config.FIRM_NAME }),
      ...(config.MAP_URL && { map_url: config.MAP_URL }),
      features: config.CONSOLE_FEATURES,
      demo: demo && {
        emails: demo.emails,
        password: demo.password,
        claims: demo.claims,
        has_mailbox: needs.hasMailbox,
      },
      needs_setup: needsSetup,
      version: VERSION,
    },
    analyticsTag: config.ANALYTICS_TAG,
    // Without the database the page itself shows that.
    ...(needsSetup && { isSetupNeeded: () => isSetupNeeded().catch(() => false) }),
    authenticate,
    authenticateToken,
    renewToken,
    allowDevice,
    takeRead,
    cachedAccess,
    isDiskLow: () => disk.space() !== 'ok',
    securityLog: core.securityLog,
    ready: {
      database: createWriteProbe(databases.access),
      broker: async () => link.isUp(),
      ...part,
      // Commands work on a full disk: 503 would make proxies close the console.
      disk: async () => disk.space() === 'ok' || 'degraded',
      // Without the database the check above fails.
      backup: async () => (await isBackupHealthy().catch(() => true)) || 'degraded',
    },
    balancer: {
      // While no server reaches the database, each still passes stops on: a balancer must not close them all.
      database: async () => databases.isUp() || !cluster?.isDatabaseElsewhere(),
      broker: async () => link.isUp(),
      ...part,
    },
    routes,
  });
}

interface Devices extends Pick<RouteLimits, 'findDevice' | 'visibleIds'> {
  /** Limits how many refused writes of one user are logged. */
  takeTry: (userId: string) => boolean;
}

/** Limits and checks that routes of all wings share. */
export function createShared({ config, metrics, db, now }: Core, devices: Devices): RouteLimits {
  const { findDevice, visibleIds, takeTry } = devices;
  const reads = createReadBudget({
    ...READ_LIMITS,
    pointsPerMinute: config.READ_POINTS_PER_MINUTE,
    unitsPerSecond: config.READ_UNITS_PER_SECOND,
    refused: (limit) => metrics.httpRefused.inc({ limit }),
  });
  const exportLimits = { perUser: config.EXPORTS_PER_USER, atOnce: config.EXPORTS_AT_ONCE };
  return {
    reads,
    startExport: createExports({ ...EXPORT_LIMITS, ...exportLimits }, reads),
    refusedWrites: createRefusedWrites({
      append: (entry) => db.transaction().execute((tx) => appendAudit(tx, new Date(now()), entry)),
      findDevice,
      takeTry,
    }),
    findDevice,
    visibleIds,
  };
}
