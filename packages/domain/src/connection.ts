import type { Status } from '@manoboard/contract/topics';

export interface Connection {
  isOnline: boolean;
  boot: number;
}

/**
 * A will of an earlier start says nothing about the present one. A birth is always heard: the count of a board
 * whose memory was erased starts over.
 */
export function applyStatus(known: Connection | undefined, status: Status): Connection {
  if (known && status.online === 0 && status.boot < known.boot) return known;
  return { isOnline: status.online === 1, boot: status.boot };
}
