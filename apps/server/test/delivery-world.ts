import type { DeliveryChange } from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createMemoryBus } from '../src/bus/bus.ts';
import type { DeviceKey } from '../src/db/device-key.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { createOutbox } from '../src/outbox/outbox.ts';
import type { AlertChannel, AlertMessage } from '../src/wings/alerts/alert-channel.ts';
import { createEscalation } from '../src/wings/alerts/delivery/escalation.service.ts';
import { createMailChannel } from '../src/wings/alerts/delivery/mail-channel.ts';
import { createDeliveryPlan } from '../src/wings/alerts/delivery/plan.service.ts';
import { createSenders } from '../src/wings/alerts/delivery/sender.ts';
import { createRecipientLinks } from '../src/wings/alerts/recipients/recipient-links.ts';
import { createTestDatabase } from './database.ts';
import { startMailServer } from './mail-server.ts';

/** A channel in memory with one target per user. */
export function createTestChannel(name: 'push' | 'webhook') {
  const received: AlertMessage[] = [];
  const channel: AlertChannel = {
    name,
    targetsOf: async (_tx, userId) => (userId === null ? [] : [{ id: `${name}-${userId}`, label: 'Test' }]),
    send: async (_targetId, message) => void received.push(message),
  };
  return { ...channel, received };
}

const log = pino({ level: 'silent' });

/** Numbers that the texts of the kinds contain. */
const NUMBERS = { afterS: 20, minutes: 9, rssi: -84, dbm: -80, hours: 24 };

/** The delivery of alerts without the rest of the server, on a real database and mail server, with a clock of its own. */
export async function startDeliveryWorld() {
  const { db, remove } = await createTestDatabase();
  const clock = { ms: Date.parse('2026-11-16T12:00:00Z') };
  const now = () => clock.ms;
  const post = { current: await startMailServer() };
  const { url, port } = post.current;
  const pageUrl = (path: string) => `https://console.example${path}`;
  const links = createRecipientLinks(Buffer.alloc(32), pageUrl);
  const servers: { stop: () => Promise<void> }[] = [];
  let devices = 0;

  /** Several on the same database are several servers. */
  function newServer(more: readonly AlertChannel[] = [], silenceMs?: number) {
    const needs = { db, log, quietWarn: () => {}, now };
    const outbox = createOutbox({ ...needs, bus: createMemoryBus() });
    const settings = { smtpUrl: url, from: 'pumps@example.com', folder: '', now };
    const mailer = createMailer({ ...settings, ...(silenceMs && { silenceMs }) });
    const channels = [createMailChannel({ db, sendMail: mailer.send, pageUrl, links }), ...more];
    const failures = { raised: 0, cleared: 0, logged: 0 };
    const undelivered: { alertId: number; readers: readonly number[] }[] = [];
    const plan = createDeliveryPlan({
      channels,
      now,
      mailService: 'server',
      noteUndelivered: async (_tx, { alertId }, readers) => undelivered.push({ alertId, readers }),
    });
    const senders = createSenders(channels, {
      ...needs,
      log: Object.assign(pino({ level: 'silent' }), { error: () => void failures.logged++ }),
      outbox,
      pageUrl,
      waterOf: () => undefined,
      raiseFailure: async () => failures.raised++,
      clearFailure: async () => failures.cleared++,
    });
    const escalation = createEscalation({ ...needs, outbox, plan, wakeSenders: senders.wake });
    const server = {
      ...senders,
      start() {
        escalation.start();
        senders.start();
      },
      async settle() {
        await escalation.wake();
        await senders.settle();
      },
      async stop() {
        await escalation.stop();
        await senders.stop();
      },
      deliver: plan.deliver,
      withdraw: plan.withdraw,
      failures,
      undelivered,
      transaction: outbox.transaction,
    };
    servers.push(server);
    return server;
  }
  type Server = ReturnType<typeof newServer>;

  return {
    db,
    clock,
    post,
    newServer,

    async user({ name = 'Eva', locale = 'sk', isConfirmed = true, role = '' } = {}) {
      const at = new Date(0);
      const { id, email } = await db
        .insertInto('app_user')
        .values({
          email: `${crypto.randomUUID()}@example.com`,
          password_hash: '',
          name,
          surname: 'Vodná',
          address: 'Lesná 7, Krupina',
          terms_accepted_at: at,
          email_confirmed_at: isConfirmed ? at : null,
          personalization: JSON.stringify({ card_order: [], theme_colour: null, locale }),
        })
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow();
      if (role === 'Technician' || role === 'Super Seller')
        await db.insertInto('user_role').values({ user_id: id, role }).execute();
      return { id, email };
    },

    async device(holders: Record<'owner' | 'delegate', { id: number } | undefined>) {
      const { id } = await db
        .insertInto('device')
        .values({ id_dev: `MNB-D${++devices}000`, secret_hash: Buffer.alloc(1), alias: 'Studňa v sade' })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const access of ['owner', 'delegate'] as const) {
        const user = holders[access];
        const row = { device_id: id, access, created_at: new Date(0) };
        if (user)
          await db
            .insertInto('user_device')
            .values({ user_id: user.id, ...row })
            .execute();
      }
      return id;
    },

    /** An alert and its deliveries, in one transaction, as `wings/alerts` raises them. */
    raise: (
      server: Server,
      deviceKey: DeviceKey | null,
      { severity = 'alarm' as AlertSeverity, kind = 'dry_run' as string } = {},
    ) =>
      server.transaction(db, async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into alert (device_id, event_id, code, kind, severity, raised_at, thresholds)
          values (${deviceKey}, ${crypto.randomUUID()}, 'DRY_RUN', ${kind}, ${severity}, ${new Date(clock.ms)},
            ${JSON.stringify(NUMBERS)})
          returning id`.execute(tx);
        const alertId = rows[0]?.id ?? 0;
        await server.deliver(tx, { alertId, deviceKey, kind: kind as AlertKind, severity, change: 'raised' });
        return alertId;
      }),

    /** The alert clears, or is raised again. */
    clear: (server: Server, alertId: number, deviceKey: DeviceKey, change: DeliveryChange = 'cleared') =>
      server.transaction(db, async (tx) => {
        await tx
          .updateTable('alert')
          .set({ cleared_at: change === 'cleared' ? new Date(clock.ms) : null })
          .where('id', '=', alertId)
          .execute();
        await server.deliver(tx, { alertId, deviceKey, kind: 'dry_run', severity: 'alarm', change });
      }),

    ledger: (alertId: number) =>
      db.selectFrom('alert_delivery').where('alert_id', '=', alertId).selectAll().orderBy('id').execute(),

    mailsTo: ({ email }: { email: string }) => post.current.mails.filter(({ to }) => to.includes(email)),

    stopMail: () => post.current.stop(),
    async startMail() {
      const { mails } = post.current;
      post.current = await startMailServer(port);
      post.current.mails.push(...mails);
    },

    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await post.current.stop();
      await remove();
    },
  };
}
export type DeliveryWorld = Awaited<ReturnType<typeof startDeliveryWorld>>;
