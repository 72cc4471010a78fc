import type { Ack } from '@manoboard/contract/topics';

/** `contract.md` 2: the board knows its last 32 commands. */
const REMEMBERED = 32;

export interface AckMemory {
  recall(id: string): Ack | undefined;
  remember(ack: Ack): void;
}

export function createAckMemory(): AckMemory {
  const acks = new Map<string, Ack>();
  return {
    recall: (id) => acks.get(id),
    remember(ack) {
      acks.set(ack.id, ack);
      for (const oldest of acks.keys()) {
        if (acks.size <= REMEMBERED) return;
        acks.delete(oldest);
      }
    },
  };
}
