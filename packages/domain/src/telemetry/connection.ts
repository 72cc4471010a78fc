import type { Status } from '@manoboard/contract/mqtt/topics';

export interface Connection {
  isOnline: boolean;
  boot: number;
}

/**
 * A will of an earlier boot is ignored. A birth always counts: the boot counter of a board whose storage was erased
 * starts over.
 */
export function applyStatus(known: Connection | undefined, status: Status): Connection {
  if (known && status.online === 0 && status.boot < known.boot) return known;
  return { isOnline: status.online === 1, boot: status.boot };
}
