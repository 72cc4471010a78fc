import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';
import * as m0001 from './migrations/0001-house.ts';
import * as m0002 from './migrations/0002-claim-code.ts';
import * as m0003 from './migrations/0003-board-events.ts';
import * as m0004 from './migrations/0004-account.ts';
import * as m0005 from './migrations/0005-delegation.ts';
import * as m0006 from './migrations/0006-alerts.ts';
import * as m0007 from './migrations/0007-inbox.ts';
import * as m0008 from './migrations/0008-users.ts';
import * as m0009 from './migrations/0009-config.ts';
import * as m0010 from './migrations/0010-registers.ts';
import * as m0011 from './migrations/0011-firmware.ts';
import * as m0012 from './migrations/0012-commands.ts';
import * as m0013 from './migrations/0013-alert-search.ts';
import * as m0014 from './migrations/0014-device-change.ts';
import * as m0015 from './migrations/0015-lock-out.ts';
import * as m0016 from './migrations/0016-open-events.ts';
import * as m0017 from './migrations/0017-account.ts';
import * as m0019 from './migrations/0019-frame-na.ts';
import * as m0020 from './migrations/0020-fc-id-conflict.ts';
import * as m0021 from './migrations/0021-timeline.ts';
import * as m0022 from './migrations/0022-login-limits.ts';
import * as m0024 from './migrations/0024-write-probe.ts';
import * as m0025 from './migrations/0025-message-flood.ts';
import * as m0026 from './migrations/0026-live-access.ts';
import * as m0027 from './migrations/0027-known-values.ts';
import * as m0028 from './migrations/0028-frames-of-device.ts';
import * as m0030 from './migrations/0030-outbox.ts';
import * as m0032 from './migrations/0032-demo-database.ts';
import * as m0033 from './migrations/0033-unused-indexes.ts';
import * as m0034 from './migrations/0034-fleet.ts';
import * as m0035 from './migrations/0035-disabled-account.ts';
import * as m0036 from './migrations/0036-alert-assignee.ts';
import * as m0037 from './migrations/0037-own-account.ts';
import * as m0038 from './migrations/0038-setup-code.ts';
import * as m0041 from './migrations/0041-work-assignee.ts';
import * as m0050 from './migrations/0050-history.ts';
import * as m0051 from './migrations/0051-history-load.ts';
import * as m0055 from './migrations/0055-packed-frames.ts';
import * as m0060 from './migrations/0060-backup-run.ts';
import * as m0061 from './migrations/0061-energy.ts';
import * as m0070 from './migrations/0070-alert-kinds.ts';
import * as m0073 from './migrations/0073-alert-delivery.ts';
import * as m0074 from './migrations/0074-alert-delivery-indexes.ts';
import * as m0075 from './migrations/0075-push.ts';
import * as m0076 from './migrations/0076-webhook.ts';
import * as m0077 from './migrations/0077-server-report.ts';
import * as m0078 from './migrations/0078-normal.ts';
import * as m0079 from './migrations/0079-integration.ts';
import * as m0086 from './migrations/0086-delivery-occurrence.ts';
import * as m0087 from './migrations/0087-alert-unreached.ts';
import * as m0090 from './migrations/0090-fc-refusal.ts';
import * as m0092 from './migrations/0092-first-run.ts';
import * as m0094 from './migrations/0094-integration-devices.ts';
import * as m0095 from './migrations/0095-session-proof.ts';
import * as m0096 from './migrations/0096-device-zone.ts';
import * as m0097 from './migrations/0097-own-deliveries.ts';
import * as m0098 from './migrations/0098-tasks-in-the-queue.ts';
import * as m0099 from './migrations/0099-pump-card.ts';
import * as m0100 from './migrations/0100-commissioning.ts';
import * as m0101 from './migrations/0101-converter-profile.ts';
import * as m0102 from './migrations/0102-history-flow.ts';
import * as m0103 from './migrations/0103-cluster.ts';
import * as m0110 from './migrations/0110-second-factor.ts';
import * as m0115 from './migrations/0115-security-event.ts';
import * as m0116 from './migrations/0116-blocked-board.ts';
import * as m0130 from './migrations/0130-secret-check.ts';
import * as m0131 from './migrations/0131-backup-check.ts';
import * as m0145 from './migrations/0145-api-token.ts';
import * as m0150 from './migrations/0150-append-audit.ts';
import * as m0160 from './migrations/0160-secret-renewal.ts';
import * as m0168 from './migrations/0168-server-link.ts';
import * as m0170 from './migrations/0170-bus-checksum.ts';
import * as m0172 from './migrations/0172-config-sent.ts';
import * as m0176 from './migrations/0176-confirmed-tag.ts';
import * as m0180 from './migrations/0180-access-level.ts';
import * as m0181 from './migrations/0181-sharing.ts';
import * as m0186 from './migrations/0186-device-place.ts';
import * as m0190 from './migrations/0190-label.ts';
import * as m0191 from './migrations/0191-water-system.ts';
import * as m0196 from './migrations/0196-alert-course.ts';
import * as m0197 from './migrations/0197-visit.ts';
import * as m0205 from './migrations/0205-wall-token.ts';

/** In order; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = {
  '0001-house': m0001,
  '0002-claim-code': m0002,
  '0003-board-events': m0003,
  '0004-account': m0004,
  '0005-delegation': m0005,
  '0006-alerts': m0006,
  '0007-inbox': m0007,
  '0008-users': m0008,
  '0009-config': m0009,
  '0010-registers': m0010,
  '0011-firmware': m0011,
  '0012-commands': m0012,
  '0013-alert-search': m0013,
  '0014-device-change': m0014,
  '0015-lock-out': m0015,
  '0016-open-events': m0016,
  '0017-account': m0017,
  '0019-frame-na': m0019,
  '0020-fc-id-conflict': m0020,
  '0021-timeline': m0021,
  '0022-login-limits': m0022,
  '0024-write-probe': m0024,
  '0025-message-flood': m0025,
  '0026-live-access': m0026,
  '0027-known-values': m0027,
  '0028-frames-of-device': m0028,
  '0030-outbox': m0030,
  '0032-demo-database': m0032,
  '0033-unused-indexes': m0033,
  '0034-fleet': m0034,
  '0035-disabled-account': m0035,
  '0036-alert-assignee': m0036,
  '0037-own-account': m0037,
  '0038-setup-code': m0038,
  '0041-work-assignee': m0041,
  '0050-history': m0050,
  '0051-history-load': m0051,
  '0055-packed-frames': m0055,
  '0060-backup-run': m0060,
  '0061-energy': m0061,
  '0070-alert-kinds': m0070,
  '0073-alert-delivery': m0073,
  '0074-alert-delivery-indexes': m0074,
  '0075-push': m0075,
  '0076-webhook': m0076,
  '0077-server-report': m0077,
  '0078-normal': m0078,
  '0079-integration': m0079,
  '0086-delivery-occurrence': m0086,
  '0087-alert-unreached': m0087,
  '0090-fc-refusal': m0090,
  '0092-first-run': m0092,
  '0094-integration-devices': m0094,
  '0095-session-proof': m0095,
  '0096-device-zone': m0096,
  '0097-own-deliveries': m0097,
  '0098-tasks-in-the-queue': m0098,
  '0099-pump-card': m0099,
  '0100-commissioning': m0100,
  '0101-converter-profile': m0101,
  '0102-history-flow': m0102,
  '0103-cluster': m0103,
  '0110-second-factor': m0110,
  '0115-security-event': m0115,
  '0116-blocked-board': m0116,
  '0130-secret-check': m0130,
  '0131-backup-check': m0131,
  '0145-api-token': m0145,
  '0150-append-audit': m0150,
  '0160-secret-renewal': m0160,
  '0168-server-link': m0168,
  '0170-bus-checksum': m0170,
  '0172-config-sent': m0172,
  '0176-confirmed-tag': m0176,
  '0180-access-level': m0180,
  '0186-device-place': m0186,
  '0196-alert-course': m0196,
  '0197-visit': m0197,
  '0205-wall-token': m0205,
  '0190-label': m0190,
  '0191-water-system': m0191,
  '0181-sharing': m0181,
};

/** Branches merge in any order, so a database may have a later number already. */
const migratorOf = (db: Db, known: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => known }, allowUnorderedMigrations: true });

/** Up to the newest migration; a test of an upgrade stops at an older one first. */
export async function migrate(db: Db, last?: string): Promise<string[]> {
  const migrator = migratorOf(db, migrations);
  const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** The migrations of a newer version of the server. */
export const unknownMigrations = (names: readonly string[]) =>
  names.filter((name) => !Object.hasOwn(migrations, name));

/** The migrations that the next start runs on a database with these. */
export const missingMigrations = (names: readonly string[]) =>
  Object.keys(migrations).filter((name) => !names.includes(name));

/** Runs these migrations and no other, on an empty database: the schema of a backup. */
export async function migrateExactly(db: Db, names: readonly string[]): Promise<void> {
  const chosen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const { error } = await migratorOf(db, chosen).migrateToLatest();
  if (error) throw error;
}
