import type { Logger } from '../log.ts';

const MAX_UNDER_WAY = 100;

/**
 * Mails leave after the answer, outside any transaction: neither a slow mail server nor the time of a lookup shows in
 * the answer. A mail that fails is logged; the person asks for another.
 */
export function createOutgoing(log: Logger) {
  const underWay = new Set<Promise<void>>();
  return {
    post(send: () => Promise<void>): void {
      if (underWay.size >= MAX_UNDER_WAY) {
        log.error('too many mails under way, one is dropped');
        return;
      }
      const sending = send()
        .catch((error) => log.error({ reason: error.message }, 'a mail could not be sent'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    /** Ends when every mail under way has been sent or has failed. */
    async stop(): Promise<void> {
      await Promise.allSettled([...underWay]);
    },
  };
}
export type Outgoing = ReturnType<typeof createOutgoing>;
