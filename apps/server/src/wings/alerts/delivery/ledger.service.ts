import { randomUUID } from 'node:crypto';
import type {
  AlertDeliveries,
  AlertDelivery,
  DeliveryStep,
  Escalation,
  EscalationSettings,
  MailService,
  NotificationSettings,
  Notifications,
  NotificationTest,
  NotificationTestResult,
  OwnDelivery,
  Unreached,
} from '@manoboard/contract/alert/alert-delivery';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { actingRole, can, hasGlobalPermission } from '@manoboard/domain/access/policy';
import { isInTenure } from '@manoboard/domain/access/tenure';
import { ladderStates } from '@manoboard/domain/alerts/delivery/ladder';
import { deliveryFailure } from '@manoboard/domain/alerts/delivery/sending';
import {
  DEFAULT_ESCALATION,
  DEFAULT_NOTIFICATIONS,
  escalationChanges,
} from '@manoboard/domain/alerts/delivery/settings';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import { createAttempts } from '../../../http/limits/password-attempts.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { AlertChannel } from '../alert-channel.ts';
import { testMessage } from './alert-message.ts';
import {
  countReceivers,
  type DeliveryRow,
  findEscalationChange,
  findNextStep,
  findNotifications,
  findSeverity,
  listDeliveries,
  listOwnDeliveries,
  listUnreached,
  markSeen,
  type OwnDeliveryRow,
  releaseHeld,
  type UnreachedRow,
  upsertEscalation,
  upsertNotifications,
} from './ledger.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'pageUrl'> {
  channels: readonly AlertChannel[];
  mailService: MailService;
}

/** Limit of listed messages; the summary of the call states the same number. */
const MOST_OWN = 30;

const secondsOf = (at: Date | null) => at && Math.floor(at.getTime() / 1000);

/** What became of a message. */
function outcomeOf(
  row: Pick<DeliveryRow, 'state' | 'reason' | 'created_at' | 'failed_at' | 'next_at' | 'sent_at'>,
) {
  const isOpen = row.state === 'waiting' || row.state === 'held';
  return {
    state: row.state,
    timestamp: Math.floor(row.created_at.getTime() / 1000),
    next_timestamp: isOpen ? secondsOf(row.next_at) : null,
    sent_timestamp: secondsOf(row.sent_at),
    failure: deliveryFailure({
      state: row.state,
      reason: row.reason,
      plannedAtMs: row.created_at.getTime(),
      failedAtMs: row.failed_at?.getTime() ?? null,
    }),
  };
}

/** The device has no name here: its owner may be another person by now, who has renamed it. */
const presentOwn = (row: OwnDeliveryRow): OwnDelivery => ({
  id: row.id,
  change: row.change,
  channel: row.channel,
  target: row.target_label,
  ...outcomeOf(row),
  alert_id: row.alert_id,
  titles: alertTitles(row.kind),
  id_dev: row.id_dev,
});

/**
 * R4.3c: people of a former tenure are not named. Addresses, and errors that may name some, are for staff and for the
 * receiver.
 */
function present(row: DeliveryRow, user: SessionUser, { visibleFromS }: AllowedDevice): AlertDelivery {
  const isNamed = isInTenure(row.created_at.getTime() / 1000, visibleFromS);
  // Of a recipient without rights the ledger has only the name.
  const isRecipient = row.step === 'recipients' && isNamed;
  const isPrivy = isRecipient || can('see', user.roles, 'none') || row.user_id === user.id;
  return {
    id: row.id,
    change: row.change,
    step: row.step,
    channel: row.channel,
    ...outcomeOf(row),
    receiver: isNamed && row.user_id !== null ? { user_id: row.user_id, name: row.receiverName ?? '' } : null,
    target: isPrivy ? row.target_label : null,
    seen_timestamp: secondsOf(row.seen_at),
    attempts: row.attempts,
    reason: isPrivy ? row.reason : null,
  };
}

const presentUnreached = (row: UnreachedRow, { visibleFromS }: AllowedDevice): Unreached => {
  const timestamp = Math.floor(row.created_at.getTime() / 1000);
  const isNamed = isInTenure(timestamp, visibleFromS);
  const receiver = isNamed ? { user_id: row.user_id, name: row.receiverName ?? '' } : null;
  return { step: row.step, receiver, timestamp, ways: row.ways };
};

/** What was sent about an alert, and to a user. */
function createDeliveryReads({ db, now }: Needs) {
  const at = () => new Date(now());

  /** Past and coming steps of a device's alert; none if it does not escalate, or nobody was to be notified. */
  async function ladder(
    deviceKey: DeviceKey,
    alertId: number,
    planned: readonly { step: DeliveryStep; created_at: Date }[],
    next: { step: DeliveryStep; timestamp: number } | null,
  ): Promise<AlertDeliveries['ladder']> {
    if (planned.length === 0 && !next) return [];
    const severity = await findSeverity(db, alertId);
    if (severity !== 'alarm' && severity !== 'warning') return [];
    const settings = (await findEscalationChange(db, deviceKey))?.settings ?? DEFAULT_ESCALATION;
    const counts = await countReceivers(db, deviceKey, at());
    const reachedS = new Map<DeliveryStep, number>();
    for (const { step, created_at } of planned.toReversed())
      reachedS.set(step, Math.floor(created_at.getTime() / 1000));
    const states = ladderStates({
      settings,
      severity,
      reachedS,
      hasPeople: (step) => counts[step] > 0,
      next: next && { step: next.step, atS: next.timestamp },
    });
    if (states.length < 2) return [];
    return states.map(({ step, afterMin, state, atS }) => ({
      step,
      after_minutes: afterMin,
      state,
      timestamp: atS,
    }));
  }

  return {
    async deliveries(user: SessionUser, device: AllowedDevice, alertId: number): Promise<AlertDeliveries> {
      await markSeen(db, alertId, user.id, at());
      const [rows, missed, due] = await Promise.all([
        listDeliveries(db, alertId),
        listUnreached(db, alertId),
        findNextStep(db, alertId, at()),
      ]);
      const next = due ? { step: due.step, timestamp: Math.floor(due.dueAt.getTime() / 1000) } : null;
      return {
        items: rows.map((row) => present(row, user, device)),
        unreached: missed.map((row) => presentUnreached(row, device)),
        ladder: await ladder(device.deviceKey, alertId, [...rows, ...missed], next),
        next,
      };
    },

    async ownDeliveries({ id }: SessionUser): Promise<OwnDelivery[]> {
      return (await listOwnDeliveries(db, id, MOST_OWN)).map(presentOwn);
    },
  };
}

/** How a user is notified. */
function createNotificationSettings({ db, channels, mailService, now, pageUrl }: Needs) {
  const attempts = createAttempts({ db, now });

  async function notifications({ id }: SessionUser): Promise<Notifications> {
    const { settings } = await findNotifications(db, id);
    const targets = await Promise.all(
      channels.map(async ({ name, targetsOf }) =>
        (await targetsOf(db, id)).map((target) => ({ channel: name, ...target })),
      ),
    );
    return {
      settings: settings ?? DEFAULT_NOTIFICATIONS,
      targets: targets.flat(),
      mail_service: mailService,
    };
  }

  return {
    notifications,

    async setNotifications(user: SessionUser, settings: NotificationSettings): Promise<Notifications> {
      await db.transaction().execute(async (tx) => {
        await upsertNotifications(tx, user.id, settings);
        await releaseHeld(tx, user.id, new Date(now()));
      });
      return notifications(user);
    },

    async test(
      user: SessionUser,
      { channel: name, target }: NotificationTest,
    ): Promise<NotificationTestResult> {
      await attempts.take(['test_notification', `${user.id}`]);
      const { settings, personalization } = await findNotifications(db, user.id);
      const channel = channels.find((known) => known.name === name);
      const owners = hasGlobalPermission('manage_installation', user.roles) ? [user.id, null] : [user.id];
      const known = await Promise.all(owners.map((owner) => channel?.targetsOf(db, owner) ?? []));
      if (!channel || !known.flat().some(({ id }) => id === target))
        return { sent: false, reason: 'the target does not exist' };
      const locale = personalization?.locale ?? DEFAULT_LOCALE;
      const timeZone = personalization?.time_zone ?? (settings ?? DEFAULT_NOTIFICATIONS).zone;
      const context = { locale, timeZone, pageUrl, messageKey: randomUUID() };
      try {
        await channel.send(target, testMessage(context, Math.floor(now() / 1000)));
        return { sent: true, reason: null };
      } catch (error) {
        return { sent: false, reason: String(error instanceof Error ? error.message : error).slice(0, 300) };
      }
    },
  };
}

/** Reads and settings of alert deliveries, for people. */
export function createDeliveryLedger(needs: Needs) {
  const { db, outbox, now } = needs;
  const at = () => new Date(now());

  async function escalation({ deviceKey, visibleFromS }: AllowedDevice): Promise<Escalation> {
    const saved = await findEscalationChange(db, deviceKey);
    const changedS = secondsOf(saved?.changedAt ?? null);
    // R4.3c: the author of a former tenure is hidden.
    const isNamed = changedS !== null && isInTenure(changedS, visibleFromS);
    return {
      settings: saved?.settings ?? DEFAULT_ESCALATION,
      changed_by: isNamed ? (saved?.changedBy ?? null) : null,
      changed_timestamp: changedS,
    };
  }

  return {
    ...createDeliveryReads(needs),
    ...createNotificationSettings(needs),
    escalation,

    /** R5.7b: logged with old and new values. */
    async setEscalation(
      user: SessionUser,
      device: AllowedDevice,
      settings: EscalationSettings,
    ): Promise<Escalation> {
      const { deviceKey, deviceId, relation } = device;
      await outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        const before = (await findEscalationChange(tx, deviceKey))?.settings ?? DEFAULT_ESCALATION;
        const fields = escalationChanges(before, settings);
        if (fields.length === 0) return;
        await upsertEscalation(tx, deviceKey, settings, user.id, at());
        await outbox.publish(tx, ['activity', { deviceId }]);
        await appendAudit(tx, at(), {
          deviceKey,
          kind: 'config',
          action: 'changed',
          fields,
          by: { userId: user.id, role: actingRole('set_escalation', user.roles, relation) },
        });
      });
      return escalation(device);
    },
  };
}
export type DeliveryLedger = ReturnType<typeof createDeliveryLedger>;
