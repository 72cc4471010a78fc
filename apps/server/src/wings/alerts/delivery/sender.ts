import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { nextAttemptMs } from '@manoboard/domain/alerts/delivery/sending';
import { DEFAULT_NOTIFICATIONS } from '@manoboard/domain/alerts/delivery/settings';
import { DAY_MS } from '@manoboard/domain/time';
import type { Core } from '../../../core.ts';
import { type Db, isDatabaseAway } from '../../../db/db.ts';
import { OutgoingError } from '../../../net/outgoing-http.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { createWakeLoop } from '../../../outbox/wake-loop.ts';
import { type AlertChannel, TargetGoneError, UndeliverableError } from '../alert-channel.ts';
import { recipientOf } from '../recipients/recipient-links.ts';
import { findRecipient } from '../recipients/recipients.repo.ts';
import { composeMessage, type MessageContext } from './alert-message.ts';
import { type ClaimedMessage, claimMessage, extendLease } from './claim.service.ts';
import {
  type DeliveryFacts,
  deleteClearings,
  deleteDeliveries,
  findFailure,
  findReceiver,
  listFacts,
  markFailed,
  markRetry,
  markSent,
  postponeTarget,
} from './send.repo.ts';

interface Needs extends Pick<Core, 'db' | 'log' | 'quietWarn' | 'now' | 'pageUrl'> {
  waterOf: MessageContext['waterOf'];
  outbox: Pick<Outbox, 'transaction' | 'publish'>;
  /** Raises the alert about alerts that could not be delivered, in the transaction that gives them up. */
  raiseFailure: (tx: Db) => Promise<unknown>;
  clearFailure: (tx: Db) => Promise<unknown>;
}

const POLL_MS = 2000;
/** Messages of one channel that are sent at the same time, one to each target: a slow receiver does not delay others. */
const AT_ONCE = 8;
/** How long a stop waits for messages that are being sent. */
const STOP_MS = 10_000;
/** Pages are not notified one by one of a digest with more alerts. */
const MOST_EVENTS = 20;
const MAX_REASON = 300;
/** The lease cannot be extended meanwhile: after it another server may send the message again. */
const PERSIST_ATTEMPTS = 60;
const PERSIST_PAUSE_MS = 1000;
/** The alert about failed deliveries clears after this time without a failure. */
const FAILURE_LASTS_MS = DAY_MS;

const reasonOf = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, MAX_REASON);

/** Other messages to this target would fail too. An answer without a pause may concern one message only. */
const isTargetAway = (error: unknown) =>
  error instanceof OutgoingError && (error.failure !== 'status' || error.retryAfterMs !== undefined);

/** A target of the installation. */
const NO_RECEIVER = { personalization: null, settings: null, roles: ['Super Seller'] };

async function receiverOf(db: Db, { userId, targetId }: ClaimedMessage['target']) {
  if (userId !== null) return findReceiver(db, userId);
  const recipientId = recipientOf(targetId);
  const recipient = recipientId === undefined ? undefined : await findRecipient(db, recipientId);
  return (
    recipient && { personalization: { locale: recipient.locale, time_zone: null }, settings: null, roles: [] }
  );
}

/** Deliveries to people who have lost their access, or ended them, meanwhile are deleted. */
async function load(db: Db, { messageKey, target }: ClaimedMessage, at: Date) {
  const facts = await listFacts(db, messageKey, at);
  const lost = facts.filter(({ mayReceive }) => !mayReceive).map(({ id }) => id);
  if (lost.length > 0) await deleteDeliveries(db, lost);
  const receiver = await receiverOf(db, target);
  const { personalization, settings, roles } = receiver ?? NO_RECEIVER;
  return {
    facts: facts.filter(({ mayReceive }) => mayReceive),
    locale: personalization?.locale ?? DEFAULT_LOCALE,
    timeZone: personalization?.time_zone ?? settings?.zone ?? DEFAULT_NOTIFICATIONS.zone,
    roles,
  };
}

/** Stores what became of a message: sent, to be retried, or given up. */
function createOutcomes(channel: AlertChannel, needs: Needs) {
  const { db, outbox, log, quietWarn, now, raiseFailure } = needs;

  async function publish(tx: Db, facts: readonly DeliveryFacts[]): Promise<void> {
    if (facts.length > MOST_EVENTS) return;
    for (const { deviceId, alertId } of facts)
      if (deviceId) await outbox.publish(tx, ['alert', { deviceId, alertId, change: 'delivered' }]);
  }

  /** The message is accepted. A crash before this commit sends it again, with the same message ID. */
  async function confirm({ messageKey, target }: ClaimedMessage, facts: readonly DeliveryFacts[]) {
    const over = facts.filter(({ clearedAt }) => clearedAt !== null).map(({ alertId }) => alertId);
    // By another clock the end may be later than now: what told of it was sent after it.
    const atMs = Math.max(now(), ...facts.map(({ clearedAt }) => clearedAt?.getTime() ?? 0));
    await outbox.transaction(db, async (tx) => {
      await markSent(tx, messageKey, channel.isFile ? 'written' : 'sent', new Date(atMs));
      if (over.length > 0) await deleteClearings(tx, target, over);
      await publish(tx, facts);
    });
  }

  /** After the end of its lease the message is that of the server which has claimed it since. */
  async function fail(message: ClaimedMessage, facts: readonly DeliveryFacts[], error: unknown) {
    const { target, attempts, plannedAtMs, claimedAtMs: startedAtMs } = message;
    const reason = reasonOf(error);
    const isPermanent = error instanceof UndeliverableError;
    const retryAfterMs = error instanceof OutgoingError ? error.retryAfterMs : undefined;
    const attempt = { attempts, plannedAtMs, startedAtMs, nowMs: now(), retryAfterMs };
    const nextMs = isPermanent ? undefined : nextAttemptMs(attempt);
    const { name } = channel;
    if (nextMs !== undefined) {
      quietWarn(`alert-${name}`, { reason, attempts }, 'an alert could not be sent and will be retried');
      await outbox.transaction(db, async (tx) => {
        const isOurs = await markRetry(tx, message, reason, new Date(nextMs));
        if (isOurs && attempts === 1) await publish(tx, facts);
      });
      // After the commit: two servers that fail at one target would wait for each other's rows (deadlock).
      if (isTargetAway(error)) await postponeTarget(db, target, new Date(nextMs));
      return;
    }
    await outbox.transaction(db, async (tx) => {
      if (!(await markFailed(tx, message, reason, new Date(now())))) return;
      log.error({ channel: name, attempts, reason }, 'an alert could not be delivered and is given up');
      const alertIds = facts.map(({ alertId }) => alertId);
      await deleteClearings(tx, target, alertIds);
      // The alert about failures does not raise itself.
      const isFailure = !(error instanceof TargetGoneError);
      if (isFailure && facts.some(({ kind }) => kind !== 'delivery_failed')) await raiseFailure(tx);
      await publish(tx, facts);
    });
  }

  return { confirm, fail };
}

/** Sends the due messages of one channel, several at a time, outside any transaction. */
function createSender(channel: AlertChannel, needs: Needs) {
  const { db, quietWarn, now, pageUrl, waterOf } = needs;
  const { confirm, fail } = createOutcomes(channel, needs);
  const sending = new Map<ClaimedMessage, Promise<void>>();
  let isStopping = false;

  async function send(message: ClaimedMessage): Promise<void> {
    const { facts, locale, timeZone, roles } = await load(db, message, new Date(now()));
    const [first, ...others] = facts;
    if (!first) return;
    const { messageKey, target } = message;
    const context = { locale, timeZone, pageUrl, messageKey, roles, waterOf };
    try {
      await channel.send(target.targetId, composeMessage([first, ...others], context));
    } catch (error) {
      return fail(message, facts, error);
    }
    await persist(() => confirm(message, facts));
  }

  /** While the database is away an accepted message is not forgotten: until the lease ends it is sent once. */
  async function persist(store: () => Promise<void>, attemptsLeft = PERSIST_ATTEMPTS): Promise<void> {
    try {
      await store();
    } catch (error) {
      if (!isDatabaseAway(error) || attemptsLeft === 0 || isStopping) throw error;
      await wait(PERSIST_PAUSE_MS, undefined, { ref: false });
      await persist(store, attemptsLeft - 1);
    }
  }

  function start(message: ClaimedMessage) {
    const running = send(message)
      .catch((err) =>
        quietWarn(`alert-${channel.name}`, { err }, 'the state of an alert could not be stored'),
      )
      .finally(() => {
        sending.delete(message);
        void loop.wake();
      });
    sending.set(message, running);
  }

  const loop = createWakeLoop({
    pollMs: POLL_MS,
    onError: (err) => quietWarn('alert-deliveries', { err }, 'due deliveries of alerts could not be read'),
    async run() {
      // Before the claims: a message that is being sent must not be claimed again by this server.
      for (const message of sending.keys()) await extendLease(db, message, now());
      while (!isStopping && sending.size < AT_ONCE) {
        const busyTargets = [...sending.keys()].map(({ target }) => target.targetId);
        const claimed = await claimMessage(db, channel.name, busyTargets, now());
        if (!claimed) return;
        if (claimed !== 'later') start(claimed);
      }
    },
  });

  return {
    start: loop.start,
    wake: loop.wake,
    /** Resolves when nothing is due and nothing is being sent. */
    async settle() {
      await loop.wake();
      while (sending.size > 0) {
        await Promise.all(sending.values());
        await loop.wake();
      }
    },
    async stop() {
      isStopping = true;
      await loop.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([Promise.all(sending.values()), late]);
      clearTimeout(timer);
    },
  };
}

/**
 * Sends alerts to people (docs/decisions/0030-alert-deliveries.md), as planned in the transaction of the alert: one
 * sender per channel, after the commit.
 */
export function createSenders(channels: readonly AlertChannel[], needs: Needs) {
  const { db, outbox, now, clearFailure } = needs;
  const senders = channels.map((channel) => createSender(channel, needs));
  return {
    /** After a commit that may have planned deliveries. */
    wake(): void {
      for (const sender of senders) void sender.wake();
    },
    start(): void {
      for (const sender of senders) sender.start();
    },
    /** A job. */
    async clearOldFailure(): Promise<void> {
      if (await findFailure(db, new Date(now() - FAILURE_LASTS_MS))) return;
      await outbox.transaction(db, clearFailure);
    },
    /** Resolves when nothing is due and nothing is being sent. */
    async settle(): Promise<void> {
      await Promise.all(senders.map((sender) => sender.settle()));
    },
    async stop(): Promise<void> {
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}
