import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { TestBroker } from './broker.ts';

/** Every ack received by a broker, by command; parses each message once. */
export function ackLedger({ received }: TestBroker) {
  const acks = new Map<string, Ack[]>();
  let read = 0;
  function all(): ReadonlyMap<string, readonly Ack[]> {
    for (; read < received.length; read++) {
      const { topic, payload } = received[read] ?? {};
      if (!topic?.endsWith('/ack')) continue;
      const ack: Ack = JSON.parse(new TextDecoder().decode(payload));
      acks.set(ack.id, [...(acks.get(ack.id) ?? []), ack]);
    }
    return acks;
  }
  return {
    all,
    count: (id: string) => all().get(id)?.length ?? 0,
    hasEnded: (id: string) =>
      all()
        .get(id)
        ?.some(({ st }) => st !== 'accepted') ?? false,
  };
}
