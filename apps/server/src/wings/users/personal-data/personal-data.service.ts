import { listSecurityEvents } from '../../../audit-log/security.repo.ts';
import type { Core } from '../../../core.ts';
import { getAccount } from '../../../db/account.ts';
import type { Db } from '../../../db/db.ts';
import type { SessionUser } from '../../../http/session.ts';
import { listTokens } from '../../auth/tokens/tokens.repo.ts';
import { listCards } from '../../settings/pump-card/pump-card.repo.ts';
import {
  findNotificationSettings,
  listEnergySettings,
  listGivenAccess,
  listHeldDevices,
  listNotifications,
  listOwnCommands,
  listOwnIntegrations,
  listOwnSessions,
  listOwnWebhooks,
  listPushBrowsers,
} from './personal-data.repo.ts';

const SLICE = 500;
/** The newest ones. */
const SECURITY_ROWS = 1000;

/** Held devices with what was entered in their pump cards. */
async function listDevices(tx: Db, userId: number, at: Date) {
  const held = await listHeldDevices(tx, userId, at);
  const cards = await listCards(
    tx,
    held.map(({ deviceKey }) => deviceKey),
  );
  return held.map(({ deviceKey: _, ...device }, at) => ({ ...device, pump_card: cards[at]?.entered ?? {} }));
}

interface Needs extends Pick<Core, 'now'> {
  /** For exports, which hold a connection for as long as their client reads. */
  reports: Db;
}

/** The data of one user, without tokens and hashes. Times are ISO 8601 in UTC. */
export const createPersonalData = ({ reports, now }: Needs) => ({
  /** In one snapshot of the database. The commands are streamed, since their number has no bound. */
  async *file({ id, roles }: SessionUser): AsyncGenerator<string> {
    const tx = await reports
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    try {
      const rest = JSON.stringify({
        created_at: new Date(now()),
        profile: await getAccount(tx, id),
        roles,
        sessions: await listOwnSessions(tx, id),
        devices: await listDevices(tx, id, new Date(now())),
        given_access: await listGivenAccess(tx, id),
        energy_settings: await listEnergySettings(tx, id),
        notifications: await listNotifications(tx, id),
        notification_settings: await findNotificationSettings(tx, id),
        push_browsers: await listPushBrowsers(tx, id),
        webhooks: await listOwnWebhooks(tx, id),
        integrations: await listOwnIntegrations(tx, id),
        api_access: await listTokens(tx, id, new Date(now())),
        security_log: await listSecurityEvents(tx, { userId: id }, SECURITY_ROWS),
      });
      yield `${rest.slice(0, -1)},"commands":[`;
      let commands = await listOwnCommands(tx, id, undefined, SLICE);
      while (commands.length > 0) {
        const following = await listOwnCommands(tx, id, commands.at(-1), SLICE);
        const text = commands.map((command) => JSON.stringify(command)).join();
        yield following.length > 0 ? `${text},` : text;
        commands = following;
      }
      yield ']}\n';
    } finally {
      await tx.rollback().execute();
    }
  },
});
export type PersonalData = ReturnType<typeof createPersonalData>;
