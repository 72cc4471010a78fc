import { createAuditForward } from '../../audit-log/audit-forward.ts';
import { shownSettings } from '../../base/config.ts';
import { openStateDir } from '../../base/data-dir.ts';
import { outsidePaths, refusedWrite, refusedWriteSentence } from '../../base/outside-paths.ts';
import type { Core } from '../../core.ts';
import { isHttpsOn } from '../../net/tls.ts';
import { VERSION } from '../../package-dir.ts';
import type { Wing } from '../../wing.ts';
import type { UsersWing } from '../users/index.ts';
import { watchBackups } from './backups/backups.repo.ts';
import { createBackups } from './backups/backups.service.ts';
import { installationRoutes } from './installation.routes.ts';
import { createInstallation } from './installation.service.ts';
import { securityRoutes } from './security/security.routes.ts';
import { createSecurity } from './security/security.service.ts';

/** The first entry of each start: settings that are not the default; of secrets only that they are set. */
const noteStart = ({ config, securityLog }: Core) =>
  securityLog.note({
    kind: 'start',
    outcome: 'done',
    detail: { version: VERSION, ...shownSettings(config) },
  });

/** Paths beside DATA_DIR, which the unit of the service may keep from it: the first backup would find out. */
function watchPaths({ config, log, metrics }: Core) {
  const names = {
    name: 'manoboard_path_writable',
    help: '1 if the server may write to the path of a setting, 0 if not',
    label: 'setting',
  };
  const probe = () =>
    Promise.all(
      outsidePaths(config).map(async (place) => ({ ...place, code: await refusedWrite(place.path) })),
    );
  metrics.watchCounts(names, async () =>
    Object.fromEntries((await probe()).map(({ setting, code }) => [setting, Number(code === undefined)])),
  );
  return async () => {
    for (const { setting, path, code } of await probe())
      if (code !== undefined) log.error({ code }, refusedWriteSentence(setting, path, code));
  };
}

/** State of the installation for Super Sellers, the security log, and backups. */
export function createInstallationWing(core: Core, { users }: { users: UsersWing }) {
  const { config, db, link, mail, site, tls } = core;
  const backups = createBackups({ ...core, serverId: core.serverId });
  watchBackups(db, core.metrics, config.BACKUP_DIR === undefined ? undefined : config.BACKUP_EVERY_HOURS);
  const installation = createInstallation({
    ...core,
    sendMail: mail.send,
    consoleUrl: () => site.url,
    broker: () => ({ url: link.url(), isUp: link.isUp() }),
    hasHttps: tls !== undefined && isHttpsOn(config),
    certificate: tls?.certificate,
    backup: backups.status,
    emailOf: async (user) => (await users.me(user)).email,
  });
  const security = createSecurity(core);
  const reportPaths = watchPaths(core);
  const { AUDIT_FORWARD: target } = config;
  const forward =
    target === undefined
      ? undefined
      : createAuditForward({ ...core, target, stateDir: openStateDir(config) });
  const wing: Wing = {
    routes(api, { startExport }) {
      installationRoutes(api, installation);
      securityRoutes(api, security, startExport);
    },
    jobs: {
      /** Starts a scheduled backup when one is due (BACKUP_DIR). */
      backup: { cron: '50 * * * *', run: backups.startIfDue },
      /** Sends the end of the log elsewhere (AUDIT_HEAD). */
      'audit-head': { cron: '5 0 * * *', run: security.noteHead },
    },
    async start() {
      noteStart(core);
      await reportPaths();
      // Tests store it by hand: its rows may not fall into a test by the time of day.
      if (core.isScheduled) core.securityLog.start();
      await forward?.start();
    },
    async stop() {
      await core.securityLog.stop();
      await forward?.stop();
    },
    close: backups.stop,
  };
  return { wing, isBackupHealthy: backups.isHealthy };
}
