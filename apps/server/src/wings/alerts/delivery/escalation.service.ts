import type { Core } from '../../../core.ts';
import { settleAll } from '../../../db/batch-calls.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { createWakeLoop } from '../../../outbox/wake-loop.ts';
import { listUntaken, takeDueSteps } from './escalation.repo.ts';
import type { DeliveryPlan } from './plan.service.ts';

/** Steps of escalation are minutes apart. */
const STEP_POLL_MS = 5000;
/** Steps per transaction. */
const MOST_STEPS = 100;

interface Needs extends Pick<Core, 'db' | 'quietWarn' | 'now'> {
  outbox: Pick<Outbox, 'transaction'>;
  plan: Pick<DeliveryPlan, 'climb'>;
  /** Sends what a step has planned. */
  wakeSenders: () => void;
}

/** Passes alerts on to further people while they are not taken. */
export function createEscalation({ db, outbox, quietWarn, now, plan, wakeSenders }: Needs) {
  /** Many at a time: after a storm the steps of all its alerts are due together. Returns false if none is due. */
  const climbNext = (): Promise<boolean> =>
    outbox.transaction(db, async (tx) => {
      const at = new Date(now());
      const due = await takeDueSteps(tx, at, MOST_STEPS);
      const ids = due.map(({ alertId }) => alertId);
      const alerts = new Map((await listUntaken(tx, ids, at)).map((alert) => [alert.alertId, alert]));
      await settleAll(
        due.map(async ({ alertId, step, occurrence }) => {
          const found = alerts.get(alertId);
          if (!found) return;
          const { escalated, ...alert } = found;
          // People of this step may have received the warning, which is not delivered again.
          const change = escalated === occurrence ? 'escalated' : 'raised';
          await plan.climb(tx, { ...alert, change, occurrence }, step);
        }),
      );
      return due.length > 0;
    });

  return createWakeLoop({
    pollMs: STEP_POLL_MS,
    onError: (err) => quietWarn('alert-escalation', { err }, 'due steps of escalation could not be read'),
    async run() {
      let hasClimbed = false;
      while (await climbNext()) hasClimbed = true;
      if (hasClimbed) wakeSenders();
    },
  });
}
