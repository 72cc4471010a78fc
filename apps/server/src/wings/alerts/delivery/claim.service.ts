import type { DeliveryChannel, NotificationSettings } from '@manoboard/contract/alert/alert-delivery';
import { quietEndMs } from '@manoboard/domain/alerts/delivery/quiet-hours';
import { messageForm, WINDOW_MS } from '@manoboard/domain/alerts/delivery/sending';
import { DEFAULT_NOTIFICATIONS } from '@manoboard/domain/alerts/delivery/settings';
import type { Db } from '../../../db/db.ts';
import { lockAlertDeliveries } from '../../../db/locks.ts';
import {
  claim,
  findCandidate,
  formMessage,
  listDue,
  listRecent,
  moveLease,
  postpone,
  postponeMessage,
  type TargetOf,
} from './send.repo.ts';

/**
 * A server that dies leaves its messages to the next claim after this time; everything is to be sent within two minutes
 * after a recovery. A channel may take longer: the sender extends the lease.
 */
const LEASE_MS = 60_000;
const EXTEND_AFTER_MS = 10_000;

export interface ClaimedMessage {
  messageKey: string;
  target: TargetOf;
  attempts: number;
  /** When its oldest delivery was planned. */
  plannedAtMs: number;
  claimedAtMs: number;
  /** Until then no server claims it. Changed by `extendLease`. */
  leaseEndMs: number;
}

async function claimKey(
  tx: Db,
  target: TargetOf,
  messageKey: string,
  nowMs: number,
): Promise<ClaimedMessage> {
  const leaseEndMs = nowMs + LEASE_MS;
  const rows = await claim(tx, messageKey, new Date(leaseEndMs));
  return {
    messageKey,
    target,
    claimedAtMs: nowMs,
    leaseEndMs,
    attempts: Math.max(...rows.map(({ attempts }) => attempts)),
    plannedAtMs: Math.min(...rows.map(({ createdAt }) => createdAt.getTime())),
  };
}

/** Forms a message of deliveries that are due to this target, or moves them to a later time. */
async function formNext(
  tx: Db,
  target: TargetOf,
  first: number,
  settings: NotificationSettings,
  nowMs: number,
): Promise<ClaimedMessage | 'later'> {
  const at = new Date(nowMs);
  const isQuiet = quietEndMs(settings, 'warning', nowMs) !== undefined;
  const due = await listDue(tx, target, isQuiet ? ['alarm'] : ['alarm', 'warning'], at);
  const recent = await listRecent(tx, target, new Date(nowMs - WINDOW_MS));
  const ids = due.map(({ id }) => id);
  const wasPostponed = due.some((delivery) => delivery.wasPostponed);
  const decision = messageForm({ count: due.length, wasPostponed, recent, digestOver: settings.digest_over });
  if (decision.form === 'later') {
    await postpone(tx, ids, 'waiting', new Date(decision.atMs));
    return 'later';
  }
  // The time makes it unique also after the database was made anew: mail programs hide a repeated message ID.
  const messageKey = `${nowMs}.${first}`;
  await formMessage(tx, decision.form === 'digest' ? ids : [first], messageKey, at);
  return claimKey(tx, target, messageKey, nowMs);
}

/**
 * Claims the next message of a channel to a target that is not busy. A message that was claimed before keeps its
 * deliveries and its key. `later`: some deliveries were moved to a later time, and others may be due.
 */
export const claimMessage = (
  db: Db,
  channel: DeliveryChannel,
  busyTargets: readonly string[],
  nowMs: number,
): Promise<ClaimedMessage | 'later' | undefined> =>
  db.transaction().execute(async (tx) => {
    await lockAlertDeliveries(tx);
    const candidate = await findCandidate(tx, channel, busyTargets, new Date(nowMs));
    if (!candidate) return undefined;
    const { id, userId, targetId, messageKey, severity } = candidate;
    const saved = candidate.settings ?? DEFAULT_NOTIFICATIONS;
    const settings = { ...saved, zone: candidate.zone ?? saved.zone };
    const quietEnd = quietEndMs(settings, severity, nowMs);
    if (quietEnd !== undefined) {
      const until = new Date(quietEnd);
      await (messageKey === null
        ? postpone(tx, [id], 'held', until)
        : postponeMessage(tx, messageKey, until));
      return 'later';
    }
    const target = { channel, userId, targetId };
    return messageKey === null
      ? formNext(tx, target, id, settings, nowMs)
      : claimKey(tx, target, messageKey, nowMs);
  });

/** For a message that is still being sent. It has no effect after another server has claimed the message. */
export async function extendLease(db: Db, message: ClaimedMessage, nowMs: number): Promise<void> {
  const leaseEndMs = nowMs + LEASE_MS;
  if (leaseEndMs - message.leaseEndMs < EXTEND_AFTER_MS) return;
  await moveLease(db, message, new Date(leaseEndMs));
  message.leaseEndMs = leaseEndMs;
}
