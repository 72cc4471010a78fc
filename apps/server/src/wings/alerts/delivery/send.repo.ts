import type {
  DeliveryChange,
  DeliveryChannel,
  DeliveryStep,
  NotificationSettings,
} from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import type { FcRefusal } from '@manoboard/contract/device/device';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { placeAddress } from '../../../db/place.ts';
import { isShelved } from '../../../db/shelved.ts';

/** A receiver's target, which messages are formed for. */
export interface TargetOf {
  channel: DeliveryChannel;
  userId: number | null;
  targetId: string;
}

/**
 * A clearing waits until its raising is sent: a person never receives them in the wrong order. The raising of a shelved
 * alert waits for the end of the silence, unless it is part of a message already.
 */
const isSendable = (channel: DeliveryChannel, at: Date) => sql<boolean>`
  d.channel = ${channel} and d.state in ('waiting', 'held') and d.next_at <= ${at}
  and not (d.change <> 'cleared' and d.message_key is null and ${isShelved(at)})
  and not (d.change = 'cleared' and exists (
    select from alert_delivery raised
    where raised.alert_id = d.alert_id and raised.change <> 'cleared' and raised.channel = d.channel
      and raised.target_id = d.target_id and raised.user_id is not distinct from d.user_id
      and raised.state in ('waiting', 'held')))`;

/** The clearing of an alarm is not urgent; a digest is as urgent as its most urgent alert. */
const urgency = sql<AlertSeverity>`case when d.change = 'cleared' then 'warning' else alert.severity end`;

const isTo = ({ channel, userId, targetId }: TargetOf) => sql<boolean>`
  channel = ${channel} and target_id = ${targetId} and user_id is not distinct from ${userId}::integer`;

interface Candidate {
  id: number;
  userId: number | null;
  targetId: string;
  messageKey: string | null;
  severity: AlertSeverity;
  settings: NotificationSettings | null;
  /** Time zone of the user's profile. */
  zone: string | null;
}

export async function findCandidate(
  tx: Db,
  channel: DeliveryChannel,
  busyTargets: readonly string[],
  at: Date,
): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select d.id, d.user_id as "userId", d.target_id as "targetId", d.message_key as "messageKey",
      coalesce(
        (select 'alarm' from alert_delivery other join alert on alert.id = other.alert_id
          where other.message_key = d.message_key and other.change <> 'cleared' and alert.severity = 'alarm' limit 1),
        ${urgency}
      ) as severity,
      settings, personalization ->> 'time_zone' as zone
    from alert_delivery d
    join alert on alert.id = d.alert_id
    left join app_user on app_user.id = d.user_id
    left join notification_settings on notification_settings.user_id = d.user_id
    where ${isSendable(channel, at)} and d.target_id <> all(${busyTargets}::text[])
    order by d.next_at, d.attempts, d.id limit 1
    for update of d skip locked`.execute(tx);
  return rows[0];
}

/** Deliveries to this target that are due and belong to no message yet. */
export async function listDue(
  tx: Db,
  target: TargetOf,
  severities: readonly AlertSeverity[],
  at: Date,
): Promise<{ id: number; wasPostponed: boolean }[]> {
  const { rows } = await sql<{ id: number; wasPostponed: boolean }>`
    select d.id, d.next_at > d.created_at and d.change <> 'cleared' as "wasPostponed"
    from alert_delivery d join alert on alert.id = d.alert_id
    where ${isSendable(target.channel, at)} and ${isTo(target)} and d.message_key is null
      and ${urgency} = any(${severities})
    order by d.id
    for update of d skip locked`.execute(tx);
  return rows;
}

export async function listRecent(
  tx: Db,
  target: TargetOf,
  since: Date,
): Promise<{ formedAtMs: number; deliveries: number }[]> {
  const { rows } = await sql<{ at: Date; n: number }>`
    select min(formed_at) as at, count(*)::int as n from alert_delivery
    where ${isTo(target)} and message_key is not null and formed_at > ${since}
    group by message_key`.execute(tx);
  return rows.map(({ at, n }) => ({ formedAtMs: at.getTime(), deliveries: n }));
}

/** Moves deliveries to a later time. */
export const postpone = (tx: Db, ids: readonly number[], state: 'waiting' | 'held', until: Date) =>
  tx
    .updateTable('alert_delivery')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .set({ state, next_at: until })
    .execute();

/** All deliveries of a message that were claimed before. */
export const postponeMessage = (tx: Db, messageKey: string, until: Date) =>
  tx
    .updateTable('alert_delivery')
    .where('message_key', '=', messageKey)
    .where('state', 'in', ['waiting', 'held'])
    .set({ state: 'held', next_at: until })
    .execute();

export const formMessage = (tx: Db, ids: readonly number[], messageKey: string, at: Date) =>
  tx
    .updateTable('alert_delivery')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .set({ message_key: messageKey, formed_at: at })
    .execute();

/** It is due again at `leaseEnd`, in case this server dies before it is sent. */
export const claim = (tx: Db, messageKey: string, leaseEnd: Date) =>
  tx
    .updateTable('alert_delivery')
    .where('message_key', '=', messageKey)
    .where('state', 'in', ['waiting', 'held'])
    .set((eb) => ({ state: 'waiting' as const, attempts: eb('attempts', '+', 1), next_at: leaseEnd }))
    .returning(['id', 'attempts', 'created_at as createdAt', 'target_id as targetId', 'user_id as userId'])
    .execute();

/** A claim of a message. Each has its own number of attempts: after a later one the outcome of this one changes nothing. */
interface Claim {
  messageKey: string;
  attempts: number;
}

const updateClaimed = (db: Db, { messageKey, attempts }: Claim) =>
  db
    .updateTable('alert_delivery')
    .where('message_key', '=', messageKey)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts);

export const moveLease = (db: Db, claimed: Claim, leaseEnd: Date) =>
  updateClaimed(db, claimed).set({ next_at: leaseEnd }).execute();

export interface DeliveryFacts {
  id: number;
  alertId: number;
  change: DeliveryChange;
  step: DeliveryStep;
  kind: AlertKind;
  severity: AlertSeverity;
  numbers: Record<string, number>;
  thresholds: Record<string, number>;
  raisedAt: Date;
  clearedAt: Date | null;
  deviceKey: DeviceKey | null;
  deviceId: string | null;
  alias: string | null;
  address: string | null;
  fcType: string | null;
  fcFacts: ConverterFacts | null;
  fcRefusal: FcRefusal | null;
  fcConfigured: string | null;
  /** Time zone of the device; null if nobody has set it. */
  zone: string | null;
  heldMessages: number | null;
  /** False when the user has lost access, or the account is disabled. */
  mayReceive: boolean;
}

/** The deliveries of a message, with the state that the alerts have now. */
export async function listFacts(db: Db, messageKey: string, at: Date): Promise<DeliveryFacts[]> {
  const { rows } = await sql<DeliveryFacts>`
    select d.id, d.alert_id as "alertId", d.change, d.step, alert.kind, alert.severity, alert.numbers,
      alert.thresholds, alert.raised_at as "raisedAt", alert.cleared_at as "clearedAt",
      device.id as "deviceKey", device.id_dev as "deviceId", device.alias, ${placeAddress('owner.address')} as address,
      device.fc_type as "fcType", converter_profile.facts as "fcFacts", device.fc_refusal as "fcRefusal",
      device.fc_configured as "fcConfigured", device.zone, alert.held_messages as "heldMessages",
      case when d.step = 'recipients' then exists (
        select from alert_recipient told
        where 'recipient ' || told.id = d.target_id and told.device_id = alert.device_id and told.state = 'agreed'
      ) else d.user_id is null or (
        receiver.disabled_at is null and receiver.deleted_at is null and (
          exists (select from user_role where user_id = d.user_id)
          or exists (
            select from ${liveAccess(at)} live where live.user_id = d.user_id and live.device_id = alert.device_id
          )
        )
      ) end as "mayReceive"
    from alert_delivery d
    join alert on alert.id = d.alert_id
    left join device on device.id = alert.device_id
    left join converter_profile on converter_profile.hash = device.fc_profile
    left join user_device own on own.device_id = device.id and own.access = 'owner'
    left join app_user owner on owner.id = own.user_id
    left join app_user receiver on receiver.id = d.user_id
    where d.message_key = ${messageKey} and d.state = 'waiting'
    order by d.id`.execute(db);
  return rows;
}

export const findReceiver = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .leftJoin('notification_settings', 'user_id', 'app_user.id')
    .where('app_user.id', '=', userId)
    .select(['personalization', 'settings'])
    .select(
      sql<string[]>`array(select role from user_role where user_role.user_id = app_user.id)`.as('roles'),
    )
    .executeTakeFirst();

export const deleteDeliveries = (db: Db, ids: readonly number[]) =>
  db.deleteFrom('alert_delivery').where('id', '=', sql<number>`any(${ids}::integer[])`).execute();

/**
 * Returns the alerts. A clearing that the message has mentioned is not sent again. `mail_sent_timestamp` of an alert is
 * the time of its first mail.
 */
export async function markSent(tx: Db, messageKey: string, state: 'sent' | 'written', at: Date) {
  // The transaction locks the alerts before their deliveries, as every change of an alert does: another order would deadlock.
  await tx
    .selectFrom('alert')
    .where('id', 'in', (eb) =>
      eb.selectFrom('alert_delivery').where('message_key', '=', messageKey).select('alert_id'),
    )
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const sent = await tx
    .updateTable('alert_delivery')
    .where('message_key', '=', messageKey)
    .where('state', '=', 'waiting')
    .set({ state, sent_at: at, reason: null })
    .returning(['alert_id as alertId', 'channel', 'user_id as userId', 'target_id as targetId'])
    .execute();
  const alertIds = sent.map(({ alertId }) => alertId);
  if (sent[0]?.channel === 'mail' && state === 'sent')
    await tx
      .updateTable('alert')
      .where('id', '=', sql<number>`any(${alertIds}::integer[])`)
      .where('mail_sent_at', 'is', null)
      .set({ mail_sent_at: at })
      .execute();
  return sent;
}

/** Clearings of these alerts to this target that are not part of a message. */
export const deleteClearings = (tx: Db, target: TargetOf, alertIds: readonly number[]) =>
  tx
    .deleteFrom('alert_delivery')
    .where('alert_id', '=', sql<number>`any(${alertIds}::integer[])`)
    .where('change', '=', 'cleared')
    .where('state', '=', 'waiting')
    .where('message_key', 'is', null)
    .where(isTo(target))
    .execute();

/** False if another server has claimed the message since. */
export const markRetry = async (db: Db, claimed: Claim, reason: string, nextAt: Date): Promise<boolean> =>
  (await updateClaimed(db, claimed).set({ reason, next_at: nextAt }).returning('id').execute()).length > 0;

/** A receiver that is away, or requests a pause, gets nothing of what waits for it before then. */
export const postponeTarget = (db: Db, target: TargetOf, until: Date) =>
  db
    .updateTable('alert_delivery')
    .where(isTo(target))
    .where('state', '=', 'waiting')
    .where('next_at', '<', until)
    .set({ next_at: until })
    .execute();

/** False if another server has claimed the message since. */
export const markFailed = async (db: Db, claimed: Claim, reason: string, at: Date): Promise<boolean> =>
  (await updateClaimed(db, claimed).set({ state: 'failed', reason, failed_at: at }).returning('id').execute())
    .length > 0;

/** Whether a delivery was given up since then. */
export const findFailure = (db: Db, since: Date) =>
  db
    .selectFrom('alert_delivery')
    .where('state', '=', 'failed')
    .where('failed_at', '>', since)
    .select('id')
    .executeTakeFirst();
