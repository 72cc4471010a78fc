import type {
  DeliveryChannel,
  DeliveryStep,
  EscalationSettings,
  MailService,
} from '@manoboard/contract/alert/alert-delivery';
import { isLadderStep, type LadderStep, ladderFrom } from '@manoboard/domain/alerts/delivery/ladder';
import { isMissed, isReached, waysOf } from '@manoboard/domain/alerts/delivery/reach';
import {
  CLEARING_DELAY_MS,
  DEFAULT_ESCALATION,
  DEFAULT_NOTIFICATIONS,
  isChannelOn,
} from '@manoboard/domain/alerts/delivery/settings';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { AlertChannel, AlertTarget } from '../alert-channel.ts';
import { recipientTarget } from '../recipients/recipient-links.ts';
import { listAgreed } from '../recipients/recipients.repo.ts';
import { deleteSteps, findEscalation, insertStep, renewSteps } from './escalation.repo.ts';
import {
  type AlertChange,
  deleteClearing,
  deleteUnsent,
  findOccurrence,
  insertClearings,
  insertDeliveries,
  insertUnreached,
  listReceivers,
  type NewDelivery,
  type NewUnreached,
  type Receiver,
} from './plan.repo.ts';

interface Needs extends Pick<Core, 'now'> {
  channels: readonly AlertChannel[];
  mailService: MailService;
  /** Notifies people of an alert that no channel delivers, in its transaction. */
  noteUndelivered: (tx: Db, change: AlertChange, readers: readonly number[]) => Promise<unknown>;
}

/** What was planned for the people of a step. */
interface Planned {
  reached: number;
  /** Newly recorded people whom no channel reaches, except those who want no alerts. */
  unreached: number;
}

const LADDER_STEPS = ['owner', 'delegates', 'technicians'] as const;
const NOTHING: Planned = { reached: 0, unreached: 0 };

const sum = (one: Planned, other: Planned): Planned => ({
  reached: one.reached + other.reached,
  unreached: one.unreached + other.unreached,
});

async function listTargets(channels: readonly AlertChannel[], tx: Db, userId: number) {
  const entries = channels.map(async ({ name, targetsOf }) => [name, await targetsOf(tx, userId)] as const);
  return new Map<DeliveryChannel, readonly AlertTarget[]>(await Promise.all(entries));
}

async function listPeople(tx: Db, deviceKey: DeviceKey, settings: EscalationSettings, at: Date) {
  const people = new Map<LadderStep, Receiver[]>();
  for (const step of LADDER_STEPS)
    people.set(step, step === 'owner' || settings[step] ? await listReceivers(tx, step, deviceKey, at) : []);
  return people;
}

/** Plans the receivers of a change of an alert, and stores them in the transaction of the change. */
export function createDeliveryPlan({ channels, mailService, now, noteUndelivered }: Needs) {
  const at = () => new Date(now());

  async function planPeople(
    tx: Db,
    change: AlertChange,
    step: DeliveryStep,
    receivers: readonly Receiver[],
  ): Promise<Planned> {
    const deliveries: NewDelivery[] = [];
    const unreached: (NewUnreached & { isMissed: boolean })[] = [];
    for (const { userId, isEmailConfirmed, settings } of receivers) {
      const targets = await listTargets(channels, tx, userId);
      for (const [channel, list] of targets)
        if (isChannelOn(settings ?? DEFAULT_NOTIFICATIONS, change, channel))
          for (const target of list) deliveries.push({ userId, step, channel, target });
      const counts = {
        browsers: targets.get('push')?.length ?? 0,
        webhooks: targets.get('webhook')?.length ?? 0,
      };
      const ways = waysOf({ isEmailConfirmed, settings, ...counts }, change, mailService);
      if (!isReached(ways)) unreached.push({ userId, step, ways, isMissed: isMissed(ways) });
    }
    await insertDeliveries(tx, change, deliveries, at());
    const added = await insertUnreached(tx, change, unreached, at());
    const isAnyMissed = unreached.some((person) => person.isMissed);
    return { reached: receivers.length - unreached.length, unreached: isAnyMissed ? added : 0 };
  }

  /** Targets of the installation receive every alert. Returns how many there are. */
  async function planInstallation(tx: Db, change: AlertChange): Promise<number> {
    const deliveries: NewDelivery[] = [];
    for (const { name, targetsOf: list } of channels)
      for (const target of await list(tx, null))
        deliveries.push({ userId: null, step: 'installation', channel: name, target });
    await insertDeliveries(tx, change, deliveries, at());
    return deliveries.length;
  }

  /** R4.18: people without rights are told of alarms, at once. Returns how many they are. */
  async function planRecipients(tx: Db, change: AlertChange): Promise<number> {
    if (change.deviceKey === null || change.severity !== 'alarm') return 0;
    const deliveries = (await listAgreed(tx, change.deviceKey)).map(
      ({ id, name }): NewDelivery => ({
        userId: null,
        step: 'recipients',
        channel: 'mail',
        target: { id: recipientTarget(id), label: name },
      }),
    );
    await insertDeliveries(tx, change, deliveries, at());
    return mailService === 'files' ? 0 : deliveries.length;
  }

  /** Plans this step, and the following one at its time. A step without people passes to the next one at once. */
  async function climb(tx: Db, change: AlertChange, first: DeliveryStep): Promise<Planned> {
    const { alertId, deviceKey, severity, occurrence = 1 } = change;
    if (deviceKey === null || !isLadderStep(first))
      return planPeople(tx, change, first, await listReceivers(tx, first, deviceKey, at()));
    const settings = (await findEscalation(tx, deviceKey)) ?? DEFAULT_ESCALATION;
    const people = await listPeople(tx, deviceKey, settings, at());
    const hasPeople = (step: LadderStep) => (people.get(step)?.length ?? 0) > 0;
    let planned = NOTHING;
    for (const { step, afterMin } of ladderFrom(first, { settings, severity, hasPeople })) {
      if (afterMin > 0) {
        // Also a step without people: somebody may be there when it is due.
        const dueAt = new Date(now() + afterMin * 60_000);
        await insertStep(tx, { alertId, step, occurrence, dueAt });
        break;
      }
      planned = sum(planned, await planPeople(tx, change, step, people.get(step) ?? []));
    }
    return planned;
  }

  /** The owner and the Super Sellers see in their inbox that an alert reaches nobody. */
  async function noteIfUndelivered(tx: Db, change: AlertChange, { reached, unreached }: Planned) {
    if (change.deviceKey === null || reached > 0 || unreached === 0) return;
    const readers = new Set<number>();
    for (const step of ['owner', 'staff'] as const)
      for (const { userId } of await listReceivers(tx, step, change.deviceKey, at())) readers.add(userId);
    await noteUndelivered(tx, change, [...readers]);
  }

  /**
   * Plans the deliveries in the transaction of the change; they are sent after the commit. A repeated call for the same
   * alert, change and occurrence plans nothing.
   */
  async function deliver(tx: Db, asked: AlertChange): Promise<void> {
    const { alertId } = asked;
    if (asked.change === 'cleared') {
      await deleteSteps(tx, alertId);
      const dueAt = new Date(now() + CLEARING_DELAY_MS);
      await insertClearings(tx, { alertId, at: at(), dueAt });
      return;
    }
    await deleteClearing(tx, alertId);
    const occurrence =
      asked.occurrence ?? (await findOccurrence(tx, { alertId, clearedAt: asked.clearedAt ?? null }));
    const change = { ...asked, occurrence };
    if (occurrence > 1) await renewSteps(tx, alertId, occurrence);
    const targets = (await planInstallation(tx, change)) + (await planRecipients(tx, change));
    const planned = await climb(tx, change, change.deviceKey === null ? 'staff' : 'owner');
    if (targets === 0) await noteIfUndelivered(tx, change, planned);
  }

  return {
    deliver,
    climb,
    /** Deletes unsent messages of a resolved alert, which wait for the end of quiet hours or for a digest. */
    withdraw: deleteUnsent,
  };
}
export type DeliveryPlan = ReturnType<typeof createDeliveryPlan>;
