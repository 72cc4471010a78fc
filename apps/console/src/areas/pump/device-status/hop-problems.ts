import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import { brokenHops, type Hop, type HopFacts } from '@manoboard/domain/telemetry/broken-hop';

/** Protections of the pump; the sensor is a separate hop. */
type Raised = Exclude<ProtectionCode, 'SENSOR_BREAK'>;

/** A broken hop; some hops have several variants, each with its own text. */
export type HopProblem =
  | Exclude<Hop, 'pump' | 'clock'>
  | ('silence' | 'lateness' | 'unmeasured' | 'clockUnset' | 'clockWrong')
  | Raised;

const isPumpProtection = (code: ProtectionCode): code is Raised => code !== 'SENSOR_BREAK';

const VARIANTS = {
  /** A board that the broker reports online is silent or late, not disconnected. */
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

/** R4.5: ordered from the browser to the pump. */
export const hopProblems = (facts: HopFacts): HopProblem[] =>
  brokenHops(facts).flatMap((hop) => (hasVariants(hop) ? VARIANTS[hop](facts) : [hop]));
