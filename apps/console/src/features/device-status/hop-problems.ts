import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { brokenHops, type Hop, type HopFacts } from '@manoboard/domain/telemetry/broken-hop';

/** What the board protects the pump from; a sensor is a hop of its own. */
type Raised = Exclude<ProtectionCode, 'SENSOR_BREAK'>;

/** A broken hop in the words for it: some of them can be broken in several ways. */
export type HopProblem =
  | Exclude<Hop, 'pump' | 'clock'>
  | ('silence' | 'lateness' | 'unmeasured' | 'clockUnset' | 'clockWrong')
  | Raised;

const isPumpProtection = (code: ProtectionCode): code is Raised => code !== 'SENSOR_BREAK';

const VARIANTS = {
  /** Of a board that the broker still believes to be there nobody says that it is not connected. */
  wifi: ({ isBoardOnline, isBoardSilent }: HopFacts): HopProblem[] => {
    if (!isBoardOnline) return ['wifi'];
    return [isBoardSilent ? 'silence' : 'lateness'];
  },
  sensor: ({ raised, unmeasured }: HopFacts): HopProblem[] => [
    ...(raised?.includes('SENSOR_BREAK') ? (['sensor'] as const) : []),
    ...(unmeasured.length > 0 ? (['unmeasured'] as const) : []),
  ],
  pump: ({ raised = [] }: HopFacts): HopProblem[] => raised.filter(isPumpProtection),
  clock: ({ clock }: HopFacts): HopProblem[] => [clock === 'unset' ? 'clockUnset' : 'clockWrong'],
};
type HopWithVariants = keyof typeof VARIANTS;
const hasVariants = (hop: Hop): hop is HopWithVariants => Object.hasOwn(VARIANTS, hop);

/** R4.5: in the order in which news comes to whoever looks. */
export const hopProblems = (facts: HopFacts): HopProblem[] =>
  brokenHops(facts).flatMap((hop) => (hasVariants(hop) ? VARIANTS[hop](facts) : [hop]));
