import type { DeliveryStep } from '@manoboard/contract/nouns/alert-delivery';
import {
  CLEARING_DELAY_MS,
  DEFAULT_ESCALATION,
  DEFAULT_NOTIFICATIONS,
  isChannelOn,
  nextStep,
} from '@manoboard/domain/alerts/delivery/settings';
import type { AlertChannel } from '../../alert-channel.ts';
import type { AlertChange, DeliverAlert } from '../../alert-delivery.ts';
import type { Db } from '../../db/db.ts';
import {
  deleteClearing,
  deleteSteps,
  deleteUnsent,
  findEscalation,
  insertClearings,
  insertDeliveries,
  insertStep,
  listReceivers,
  type NewDelivery,
} from './plan.repo.ts';

interface Neighbours {
  channels: readonly AlertChannel[];
  now: () => number;
}

/** Plans the receivers of a change of an alert, and stores them in the transaction of the change. */
export function createDeliveryPlan({ channels, now }: Neighbours) {
  const at = () => new Date(now());

  /** Returns whether the step has a receiver; a person with all channels switched off counts. */
  async function planStep(tx: Db, change: AlertChange, step: DeliveryStep): Promise<boolean> {
    const receivers = await listReceivers(tx, step, change.deviceKey, at());
    const deliveries: NewDelivery[] = [];
    for (const { userId, settings } of receivers)
      for (const channel of channels)
        if (isChannelOn(settings ?? DEFAULT_NOTIFICATIONS, change.severity, channel.name))
          for (const target of await channel.targetsOf(tx, userId))
            deliveries.push({ userId, step, channel: channel.name, target });
    await insertDeliveries(tx, change, deliveries, at());
    return receivers.length > 0;
  }

  /** Targets of the installation receive every alert. */
  async function planInstallation(tx: Db, change: AlertChange): Promise<void> {
    const deliveries: NewDelivery[] = [];
    for (const { name, targetsOf } of channels)
      for (const target of await targetsOf(tx, null))
        deliveries.push({ userId: null, step: 'installation', channel: name, target });
    await insertDeliveries(tx, change, deliveries, at());
  }

  /** Plans this step, and the following one at its time. A step without people passes to the next one at once. */
  async function climb(tx: Db, change: AlertChange, step: DeliveryStep): Promise<void> {
    const { alertId, deviceKey, severity } = change;
    const isAnybody = await planStep(tx, change, step);
    if (deviceKey === null) return;
    const next = nextStep((await findEscalation(tx, deviceKey)) ?? DEFAULT_ESCALATION, severity, step);
    if (!next) return;
    if (isAnybody) await insertStep(tx, alertId, next.step, new Date(now() + next.afterMs));
    else await climb(tx, change, next.step);
  }

  const deliver: DeliverAlert = async (tx, change) => {
    if (change.change === 'cleared') {
      await deleteSteps(tx, change.alertId);
      await insertClearings(tx, change.alertId, at(), new Date(now() + CLEARING_DELAY_MS));
      return;
    }
    await deleteClearing(tx, change.alertId);
    await planInstallation(tx, change);
    await climb(tx, change, change.deviceKey === null ? 'staff' : 'owner');
  };

  return {
    deliver,
    climb,
    /** A person has resolved the alert: it is not news any more at the end of quiet hours or of a digest's minute. */
    withdraw: deleteUnsent,
  };
}
