import type { DeliveryState } from '@manoboard/contract/alert/alert-delivery';
import type { Client } from 'pg';
import type { Accepted } from './faulty-receivers.ts';

interface LedgerRow {
  alertId: number;
  channel: Accepted['channel'];
  state: DeliveryState;
  reason: string | null;
  messageKey: string | null;
  /** How many deliveries the message has. */
  size: number;
  to: string;
  endMs: number | null;
}

/** A push service gets no message ID: a notification is known by its tag. */
const idOf = ({ channel, alertId, messageKey, size }: LedgerRow) =>
  channel !== 'push' ? `alert-${messageKey}` : size > 1 ? `message-alert-${messageKey}` : `alert-${alertId}`;

const keyOf = (channel: Accepted['channel'], to: string, id: string) => `${channel} ${to} ${id}`;

/** Raisings; clearings follow a quarter of an hour later. */
async function readLedger(db: Client): Promise<LedgerRow[]> {
  const { rows } = await db.query<LedgerRow>(`
    select d.alert_id as "alertId", d.channel, d.state, d.reason, d.message_key as "messageKey",
      (select count(*)::int from alert_delivery o where o.message_key = d.message_key) as size,
      case d.channel when 'mail' then email
        when 'push' then (select substr(endpoint, strpos(endpoint, '/push/')) from push_subscription p where p.id = d.target_id::int)
        else (select substr(url, strpos(url, '/hook/')) from webhook w where w.id = d.target_id::int) end as "to",
      (extract(epoch from coalesce(d.sent_at, d.failed_at)) * 1000)::float8 as "endMs"
    from alert_delivery d left join app_user on app_user.id = d.user_id
    where d.change <> 'cleared'`);
  return rows;
}

export const countOpen = async (db: Client): Promise<number> =>
  (
    await db.query<{ n: number }>(
      "select count(*)::int as n from alert_delivery where state in ('waiting', 'held') and change <> 'cleared'",
    )
  ).rows[0]?.n ?? 0;

/** Acknowledged events whose alert has no delivery by one of the channels to the owner, or none to the installation. */
async function countUnplanned(db: Client, events: readonly { deviceId: string; eventId: string }[]) {
  const { rows } = await db.query<{ key: string }>(`
    select id_dev || ' ' || e.id as key
    from board_event e join device on device.id = e.device_id join alert_delivery d on d.alert_id = e.alert_id
    where d.change = 'raised' group by 1 having count(distinct (d.channel, d.user_id is null)) = 4`);
  const planned = new Set(rows.map(({ key }) => key));
  return events.filter(({ deviceId, eventId }) => !planned.has(`${deviceId} ${eventId}`)).length;
}

/** A kill may hit a message in its transfer, or between the acceptance and the commit. */
const BEFORE_MS = 3000;
const AFTER_MS = 2000;

interface Run {
  events: readonly { deviceId: string; eventId: string }[];
  accepted: readonly Accepted[];
  killsAtMs: readonly number[];
}

/** Compares the ledger with what the receivers have stored. */
export async function checkDeliveries(db: Client, { events, accepted, killsAtMs }: Run) {
  const ledger = await readLedger(db);
  const arrived = Map.groupBy(accepted, ({ channel, to, id }) => keyOf(channel, to, id));
  const times = (row: LedgerRow) => arrived.get(keyOf(row.channel, row.to, idOf(row)))?.length ?? 0;
  const isSent = ({ state }: LedgerRow) => state === 'sent' || state === 'seen';
  const sent = ledger.filter(isSent);
  const failed = ledger.filter(({ state, reason }) => state === 'failed' && reason !== null);
  const known = new Set(ledger.map((row) => keyOf(row.channel, row.to, idOf(row))));
  const repeated = [...arrived.values()].flatMap((copies) => copies.slice(0, -1).map(({ atMs }) => atMs));
  const isByKill = (atMs: number) => killsAtMs.some((at) => at > atMs - BEFORE_MS && at < atMs + AFTER_MS);
  return {
    deliveries: ledger.length,
    messages: new Set(ledger.map(({ messageKey }) => messageKey)).size,
    digests: new Set(ledger.filter(({ size }) => size > 1).map(({ messageKey }) => messageKey)).size,
    sent: sent.length,
    failed: failed.length,
    failedButArrived: failed.filter((row) => times(row) > 0).length,
    lost: sent.filter((row) => times(row) === 0).length + (await countUnplanned(db, events)),
    unfinished: ledger.length - sent.length - failed.length,
    unknown: [...arrived.keys()].filter((key) => !known.has(key)).length,
    repeated: repeated.length,
    repeatedWithoutKill: repeated.filter((atMs) => !isByKill(atMs)).length,
    lastMs: Math.max(...ledger.map(({ endMs }) => endMs ?? 0)),
  };
}
