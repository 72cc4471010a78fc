import { DAY_MS } from '@manoboard/domain/time';
import { settleAll } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import { createWakeLoop } from '../../../outbox/wake-loop.ts';
import type { AlertChannel } from '../alert-channel.ts';
import { listUntaken, takeDueSteps } from './plan.repo.ts';
import type { DeliveryPlan } from './plan.service.ts';
import { findFailure } from './send.repo.ts';
import { createSender, type SenderNeighbours } from './sender.ts';

/** Steps of escalation are minutes apart. */
const STEP_POLL_MS = 5000;
/** Steps per transaction. */
const MOST_STEPS = 100;
/** The alert about failed deliveries clears after this time without a failure. */
const FAILURE_LASTS_MS = DAY_MS;

interface Neighbours extends SenderNeighbours {
  plan: Pick<DeliveryPlan, 'climb'>;
  clearFailure: (tx: Db) => Promise<unknown>;
}

/**
 * Alerts to people (docs/decisions/0030-alert-deliveries.md): planned in the transaction of the alert, sent by one
 * sender per channel after the commit, passed on to further people while the alert is not taken.
 */
export function createAlertDelivery(channels: readonly AlertChannel[], neighbours: Neighbours) {
  const { db, outbox, quietWarn, now, plan, clearFailure } = neighbours;
  const senders = channels.map((channel) => createSender(channel, neighbours));

  /** Many at a time: after a storm the steps of all its alerts are due together. Returns false if none is due. */
  const climbNext = (): Promise<boolean> =>
    outbox.transaction(db, async (tx) => {
      const at = new Date(now());
      const due = await takeDueSteps(tx, at, MOST_STEPS);
      const ids = due.map(({ alertId }) => alertId);
      const alerts = new Map((await listUntaken(tx, ids, at)).map((alert) => [alert.alertId, alert]));
      await settleAll(
        due.map(async ({ alertId, step, occurrence }) => {
          const alert = alerts.get(alertId);
          if (alert) await plan.climb(tx, { ...alert, change: 'raised', occurrence }, step);
        }),
      );
      return due.length > 0;
    });

  const wake = () => Promise.all(senders.map((sender) => sender.wake()));

  const ladder = createWakeLoop({
    pollMs: STEP_POLL_MS,
    onError: (err) => quietWarn('alert-escalation', { err }, 'due steps of escalation could not be read'),
    async run() {
      let hasClimbed = false;
      while (await climbNext()) hasClimbed = true;
      if (hasClimbed) void wake();
    },
  });

  return {
    /** After a commit that may have planned deliveries. */
    wake: () => void wake(),
    start() {
      ladder.start();
      for (const sender of senders) sender.start();
    },
    /** A job. */
    async clearOldFailure() {
      if (await findFailure(db, new Date(now() - FAILURE_LASTS_MS))) return;
      await outbox.transaction(db, clearFailure);
    },
    /** Resolves when nothing is due and nothing is being sent. */
    async settle() {
      await ladder.wake();
      await Promise.all(senders.map((sender) => sender.settle()));
    },
    async stop() {
      await ladder.stop();
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}
