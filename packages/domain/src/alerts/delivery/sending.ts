import type {
  DeliveryChange,
  DeliveryFailure,
  DeliveryState,
} from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import { HOUR_MS } from '../../time.ts';

const FIRST_DELAY_MS = 5000;
/** Short, so that everything is sent within two minutes after the receiving side recovers. */
const LONGEST_DELAY_MS = 60_000;
const GIVE_UP_MS = 12 * HOUR_MS;

/** A receiver that requests a longer pause (`Retry-After`) must not hold back an alarm for half a day. */
const LONGEST_RETRY_AFTER_MS = HOUR_MS;

interface FailedAttempt {
  /** How many were made, this one included. */
  attempts: number;
  plannedAtMs: number;
  startedAtMs: number;
  nowMs: number;
  /** The pause that the receiver requests. */
  retryAfterMs?: number | undefined;
}

/**
 * When the message is sent again; undefined when it is given up, half a day after it was planned. The delay counts from
 * the start of the attempt: after a timeout of 90 s another minute would exceed the two minutes.
 */
export function nextAttemptMs(attempt: FailedAttempt): number | undefined {
  const { attempts, plannedAtMs, startedAtMs, nowMs, retryAfterMs = 0 } = attempt;
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  const pauseMs = Math.max(FIRST_DELAY_MS, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
  const atMs = Math.max(startedAtMs + delayMs, nowMs + pauseMs);
  return atMs - plannedAtMs > GIVE_UP_MS ? undefined : atMs;
}

interface Delivery {
  state: DeliveryState;
  /** The error of the last attempt. */
  reason: string | null;
  plannedAtMs: number;
  failedAtMs: number | null;
}

/** The failure of a delivery for people who may not read the error itself. */
export function deliveryFailure({
  state,
  reason,
  plannedAtMs,
  failedAtMs,
}: Delivery): DeliveryFailure | null {
  if (state !== 'failed') return state === 'waiting' && reason !== null ? 'retrying' : null;
  const lastedMs = (failedAtMs ?? plannedAtMs) - plannedAtMs;
  return lastedMs > GIVE_UP_MS - LONGEST_RETRY_AFTER_MS ? 'given_up' : 'rejected';
}

/** The window in which messages to one target are counted. */
export const WINDOW_MS = 60_000;

interface RecentMessage {
  formedAtMs: number;
  /** More than one: a digest. */
  deliveries: number;
}

interface Due {
  /** Deliveries to one target that are due now. */
  count: number;
  /** Quiet hours or a full minute held some of them back. */
  wasPostponed: boolean;
  /** Messages of the last minute to this target. */
  recent: readonly RecentMessage[];
  /** Most messages in a minute. */
  digestOver: number;
}

/**
 * How due deliveries are sent: one message each; one digest, if they are more than the minute has left or were held
 * back before; or later, if the minute has nothing left. A digest uses up its minute.
 */
export function messageForm({
  count,
  wasPostponed,
  recent,
  digestOver,
}: Due): { form: 'single' | 'digest' } | { form: 'later'; atMs: number } {
  const digest = recent.find(({ deliveries }) => deliveries > 1);
  const left = digest ? 0 : digestOver - recent.length;
  if (left <= 0) {
    const firstMs = digest?.formedAtMs ?? Math.min(...recent.map(({ formedAtMs }) => formedAtMs));
    return { form: 'later', atMs: firstMs + WINDOW_MS };
  }
  return { form: count > left || (wasPostponed && count > 1) ? 'digest' : 'single' };
}

/** More devices than this with one kind of alert, raised within this time, probably have one cause. */
const COMMON_CAUSE = { devices: 5, withinMs: 10 * 60_000 };

interface Groupable {
  kind: AlertKind;
  change: DeliveryChange;
  deviceId: string | null;
  raisedAt: Date;
}

/** Alerts of many devices at once, as in a voltage dip, are one group each; the others keep their order. */
export function groupByCause<A extends Groupable>(alerts: readonly A[]): { groups: A[][]; others: A[] } {
  const open = new Map<string, A[]>();
  const runs: A[][] = [];
  for (const alert of alerts.toSorted((one, other) => one.raisedAt.getTime() - other.raisedAt.getTime())) {
    const name = `${alert.kind} ${alert.change}`;
    const run = open.get(name);
    const firstMs = run?.[0]?.raisedAt.getTime() ?? Number.NEGATIVE_INFINITY;
    if (run && alert.raisedAt.getTime() - firstMs <= COMMON_CAUSE.withinMs) run.push(alert);
    else {
      const next = [alert];
      open.set(name, next);
      runs.push(next);
    }
  }
  const groups = runs.filter(
    (run) =>
      new Set(run.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]))).size >
      COMMON_CAUSE.devices,
  );
  const grouped = new Set(groups.flat());
  return { groups, others: alerts.filter((alert) => !grouped.has(alert)) };
}
