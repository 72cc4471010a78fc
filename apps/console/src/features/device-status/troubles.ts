import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { brokenHops, type Hop, type HopFacts } from '@manoboard/domain/telemetry/broken-hop';

/** What the board protects the pump from; a sensor is a hop of its own. */
type Raised = Exclude<ProtectionCode, 'SENSOR_BREAK'>;

/** A broken hop in the words for it: some of them can be broken in several ways. */
export type Trouble =
  | Exclude<Hop, 'pump' | 'clock'>
  | ('silence' | 'lateness' | 'unmeasured' | 'clockUnset' | 'clockWrong')
  | Raised;

const isOfThePump = (code: ProtectionCode): code is Raised => code !== 'SENSOR_BREAK';

const WAYS = {
  /** Of a board that the broker still believes to be there nobody says that it is not connected. */
  wifi: ({ isBoardOnline, isBoardSilent }: HopFacts): Trouble[] => {
    if (!isBoardOnline) return ['wifi'];
    return [isBoardSilent ? 'silence' : 'lateness'];
  },
  sensor: ({ raised, unmeasured }: HopFacts): Trouble[] => [
    ...(raised?.includes('SENSOR_BREAK') ? (['sensor'] as const) : []),
    ...(unmeasured.length > 0 ? (['unmeasured'] as const) : []),
  ],
  pump: ({ raised = [] }: HopFacts): Trouble[] => raised.filter(isOfThePump),
  clock: ({ clock }: HopFacts): Trouble[] => [clock === 'unset' ? 'clockUnset' : 'clockWrong'],
};
type Manifold = keyof typeof WAYS;
const isManifold = (hop: Hop): hop is Manifold => Object.hasOwn(WAYS, hop);

/** R4.5: in the order in which news comes to whoever looks. */
export const troublesOf = (facts: HopFacts): Trouble[] =>
  brokenHops(facts).flatMap((hop) => (isManifold(hop) ? WAYS[hop](facts) : [hop]));
