import { DAY_S } from '../../time.ts';
import { type HeadLoss, headLoss, isLevelUnknown } from './pump-head.ts';
import { delays, type Facts, known, rule, threshold, warningIf } from './rule.ts';

const FIELDS = ['frequency_fc', 'pressure', 'motor_power'] as const;
const lossOf = ({ memory }: Facts): HeadLoss => headLoss(memory.heads);

/** A loss that grows with the flow is friction: at a small flow less than this share of it is left. */
const FRICTION_SHARE = 0.4;
/** Hysteresis: share of the threshold below which an alert ends. */
const END = 0.6;

/** Loss of a worn pump: at every flow, where the level of the water is known. */
const wornPercent = (facts: Facts): number | undefined =>
  isLevelUnknown(facts.card) ? undefined : lossOf(facts).lowPercent;

/** Loss in the suction line: at a large flow only. */
function frictionPercent(facts: Facts): number | undefined {
  const { lowPercent, highPercent } = lossOf(facts);
  if (lowPercent === undefined || highPercent === undefined) return undefined;
  return lowPercent < FRICTION_SHARE * highPercent ? highPercent : 0;
}

/** The fall of the water level of a well since the first days, m. */
const lowerMetres = (facts: Facts): number | undefined =>
  isLevelUnknown(facts.card) ? lossOf(facts).metres : undefined;

/** Rules about the head of the pump at equal flow and speed. */
export const headRules = {
  worn_impeller: rule({
    group: 'pump',
    severity: 'both',
    on: 'frame',
    evidence: { fields: FIELDS, minutes: 1440 },
    thresholds: {
      ...delays(0, DAY_S, 0),
      warnPercent: threshold(5, 2, 30, '%'),
      alarmPercent: threshold(10, 4, 60, '%'),
    },
    level(facts, { warnPercent, alarmPercent }) {
      const percent = wornPercent(facts);
      if (percent === undefined) return undefined;
      return percent >= alarmPercent ? 'alarm' : warningIf(percent >= warnPercent);
    },
    isOver: (facts, { warnPercent }) => known(wornPercent(facts), (percent) => percent < END * warnPercent),
    numbers: (facts) => ({ percent: wornPercent(facts) ?? 0 }),
    measures: { warnPercent: { of: wornPercent }, alarmPercent: { of: wornPercent } },
  }),
  clogged_suction: rule({
    group: 'pump',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FIELDS, minutes: 1440 },
    thresholds: { ...delays(0, DAY_S, 0), lossPercent: threshold(5, 2, 50, '%') },
    level: (facts, { lossPercent }) =>
      warningIf(known(frictionPercent(facts), (percent) => percent >= lossPercent)),
    isOver: (facts, { lossPercent }) =>
      known(frictionPercent(facts), (percent) => percent < END * lossPercent),
    numbers: (facts) => ({ percent: frictionPercent(facts) ?? 0 }),
    measures: { lossPercent: { of: frictionPercent } },
  }),
  low_well: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FIELDS, minutes: 1440 },
    thresholds: { ...delays(0, DAY_S, 0), metres: threshold(4, 1, 50, 'm') },
    level: (facts, { metres }) => warningIf(known(lowerMetres(facts), (lower) => lower >= metres)),
    isOver: (facts, { metres }) => known(lowerMetres(facts), (lower) => lower < END * metres),
    numbers: (facts) => ({ lower: lowerMetres(facts) ?? 0 }),
    measures: { metres: { of: lowerMetres } },
  }),
};
