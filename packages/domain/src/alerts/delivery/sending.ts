const FIRST_DELAY_MS = 5000;
/** Short, so that everything is sent within two minutes after the receiving side recovers. */
const LONGEST_DELAY_MS = 60_000;
const GIVE_UP_MS = 12 * 3_600_000;

/** The delay before the next attempt; undefined when the message is given up, half a day after it was planned. */
export function retryDelayMs(attempts: number, plannedAtMs: number, nowMs: number): number | undefined {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return nowMs + delayMs - plannedAtMs > GIVE_UP_MS ? undefined : delayMs;
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
