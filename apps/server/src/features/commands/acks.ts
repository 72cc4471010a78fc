import type { Ack } from '@manoboard/contract/mqtt/topics';

/** The final answer of a board, or nothing when the time was up. */
export type FinalAck = Ack | undefined;

/** Commands that wait for their board's answer. */
export function createAcks() {
  const waiting = new Map<string, { idDev: string; end: (ack: FinalAck) => void }>();
  return {
    waitFor(commandId: string, idDev: string, timeoutMs: number): Promise<FinalAck> {
      return new Promise((done) => {
        const end = (ack: FinalAck) => {
          clearTimeout(timer);
          waiting.delete(commandId);
          done(ack);
        };
        const timer = setTimeout(end, timeoutMs, undefined);
        waiting.set(commandId, { idDev, end });
      });
    },
    /** Is this a command that the board was asked for and that has not ended? */
    isWaiting: (commandId: string, idDev: string) => waiting.get(commandId)?.idDev === idDev,
    receive: (ack: Ack) => waiting.get(ack.id)?.end(ack),
    endAll() {
      for (const { end } of [...waiting.values()]) end(undefined);
    },
  };
}
