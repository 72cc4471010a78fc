import { brokenHops, type Hop, type HopFacts } from '@manoboard/domain/broken-hop';

/** A broken hop in the words for it: two of them can be broken in several ways. */
export type Trouble = Hop | 'silence' | 'lateness' | 'unmeasured';

const WAYS: Partial<Record<Hop, (facts: HopFacts) => Trouble[]>> = {
  /** Of a board that the broker still believes to be there nobody says that it is not connected. */
  wifi: ({ isBoardOnline, isBoardSilent }) => {
    if (!isBoardOnline) return ['wifi'];
    return [isBoardSilent ? 'silence' : 'lateness'];
  },
  sensor: ({ isSensorBroken, unmeasured }) => [
    ...(isSensorBroken ? (['sensor'] as const) : []),
    ...(unmeasured.length > 0 ? (['unmeasured'] as const) : []),
  ],
};

/** R4.5: in the order in which news comes to whoever looks. */
export const troublesOf = (facts: HopFacts): Trouble[] =>
  brokenHops(facts).flatMap((hop) => WAYS[hop]?.(facts) ?? [hop]);
