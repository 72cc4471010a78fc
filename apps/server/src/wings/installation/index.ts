import { isHttpsOn } from '../../net/tls.ts';
import type { Server } from '../../server.ts';
import type { Wing } from '../../wing.ts';
import type { UsersWing } from '../users/index.ts';
import { createBackups } from './backups/backups.service.ts';
import { installationRoutes } from './installation.routes.ts';
import { createInstallation } from './installation.service.ts';

/** State of the installation for Super Sellers, and backups. */
export function createInstallationWing(server: Server, { users }: { users: UsersWing }) {
  const { config, connection, db, disk, link, localeOf, log, mail, now, site, tls } = server;
  const backups = createBackups({ db, connection, config, log, now });
  const installation = createInstallation({
    db,
    now,
    config,
    disk,
    localeOf,
    sendMail: mail.send,
    consoleUrl: () => site.url,
    broker: () => ({ url: link.url(), isUp: link.isUp() }),
    hasHttps: tls !== undefined && isHttpsOn(config),
    certificate: tls?.certificate,
    backup: backups.status,
    emailOf: async (user) => (await users.me(user)).email,
  });
  const wing: Wing = {
    routes: (api) => installationRoutes(api, installation),
    jobs: {
      /** Starts a scheduled backup when one is due (BACKUP_DIR). */
      backup: { cron: '50 * * * *', run: backups.startIfDue },
    },
    close: backups.stop,
  };
  return { wing, isBackupHealthy: backups.isHealthy };
}
