import type { ProtectionCode } from '../../protection/codes.ts';
import { DRY_BAR, protectionRules } from '../../protection/rules.ts';
import { sensorLimits } from '../../protection/sensor-signal.ts';
import { HOUR_MS } from '../../time.ts';
import { judgeFlow } from './contradicted-flow.ts';
import { headNow } from './pump-head.ts';
import { alarmIf, delays, type Facts, known, rule, threshold, warningIf } from './rule.ts';
import { unusualFlow } from './sustained-flow.ts';

/**
 * Conditions are those of the board's protection: one set of numbers for the board and the server. They are in the order
 * of precedence, and the first one explains the others.
 */
const isMet = ({ sample: { protection } }: Facts, code: ProtectionCode) =>
  known(protection, ([first]) => first === code);
const delayOf = (code: ProtectionCode) => protectionRules[code].afterMs / 1000;

const FLOW_FIELDS = ['pressure', 'required_pressure', 'frequency_fc', 'motor_power'] as const;

/** Kinds that explain a pressure far from the required one. */
const CAUSES = [
  ...(['dry_run', 'pipe_burst', 'over_pressure', 'no_flow', 'sensor_fault'] as const),
  ...(['drive_fault', 'under_voltage', 'over_voltage', 'over_temperature'] as const),
];

const offBar = ({ sample: { values, requiredBar } }: Facts) =>
  values.pressure === undefined || requiredBar === undefined
    ? undefined
    : Math.abs(values.pressure - requiredBar);

/** Hysteresis: share of the time with air below which an alert ends. */
const END = 0.5;

/** Accumulated seconds without water. */
const dryS = ({ memory: { dry } }: Facts) => (dry?.ms ?? 0) / 1000;

/** A minute of air counts as ten seconds without water, as for the protection of the board. */
const AIR_TIMES = 6;
const hasAir = ({ memory: { airMs = 0 } }: Facts, afterS: number) => airMs >= 1000 * AIR_TIMES * afterS;

/** How long the pump runs without a stop. */
const runHours = ({ atMs, sample, memory: { runningSinceMs } }: Facts) =>
  sample.isRunning ? (atMs - (runningSinceMs ?? atMs)) / HOUR_MS : undefined;

/** Sustained flow in percent of the largest usual one. */
function flowPercentOf({ memory }: Facts): number | undefined {
  const flow = unusualFlow(memory.flow, 0);
  return flow && flow.usualLpm > 0 ? (100 * flow.lpm) / flow.usualLpm : undefined;
}

/**
 * At full speed: pressure in the house as a share of the required one, head as a share of the curve, and flow as a share of
 * the largest one. A draw that is larger than the pump has a large flow, whose head is not exact.
 */
const STARVED = { speed: 0.95, pressure: 0.8, head: 0.7, flow: 0.5 };

/**
 * The pump makes its head, as its power tells, and the house does not get it: the suction or the pipe to the house is
 * blocked. A sensor at the pump does not see the latter.
 */
function isStarved({ sample, card }: Facts): boolean {
  const { frequency_fc: hz = 0, pressure } = sample.values;
  if (card.sensor_place !== 'house' || !sample.isRunning || pressure === undefined) return false;
  if (hz < STARVED.speed * (card.hz_high ?? 50)) return false;
  if (pressure >= STARVED.pressure * (sample.requiredBar ?? 0) || sample.protection?.[0]) return false;
  const head = headNow(card, sample);
  return head !== undefined && head.share < STARVED.head && head.flowShare <= STARVED.flow;
}

/** Signals of the sensor, judged by the range of their kind. */
const isAbove = ({ sample: { isSensorAbove } }: Facts) => isSensorAbove === true;
const isInRange = (facts: Facts) =>
  (facts.sample.sensorV ?? Number.NaN) >= sensorLimits(facts.card.sensor_signal).broken && !isAbove(facts);

/** A draw that is larger than the pump, such as a garden: full speed and power, and less than this time. */
const OVERDRAWN = { speed: 0.97, power: 0.8, hours: 2 };
function isOverdrawn(facts: Facts): boolean {
  const { frequency_fc: hz = 0, motor_power: kw = 0, pressure = 0 } = facts.sample.values;
  const { motor_kw = Number.POSITIVE_INFINITY, hz_high = 50 } = facts.card;
  const isFull = hz >= OVERDRAWN.speed * hz_high && kw >= OVERDRAWN.power * motor_kw * (hz_high / 50) ** 3;
  const isLow = pressure < (facts.sample.requiredBar ?? 0);
  return isFull && isLow && (runHours(facts) ?? 0) < OVERDRAWN.hours;
}

/** Rules about water: `domain.md` 2.4. */
export const pumpRules = {
  dry_run: rule({
    group: 'water',
    severity: 'both',
    on: 'frame',
    evidence: { fields: FLOW_FIELDS, minutes: 15 },
    isDelayed: true,
    thresholds: delays(delayOf('DRY_RUN'), 120, 60),
    level(facts, { afterS }) {
      if (facts.sample.fault === 'underload') return 'alarm';
      const isDry = known(isMet(facts, 'DRY_RUN'), (isMetNow) => isMetNow && dryS(facts) >= afterS);
      // A pump that draws air still delivers: a person has time.
      return isDry ? 'alarm' : warningIf(isDry === undefined ? undefined : hasAir(facts, afterS));
    },
    // A stopped pump does not show whether there is water.
    isOver: (facts, { afterS }) =>
      facts.sample.isRunning && facts.sample.fault !== 'underload' && !hasAir(facts, END * afterS)
        ? known(facts.sample.values.pressure, (bar) => bar >= DRY_BAR && !isMet(facts, 'DRY_RUN'))
        : undefined,
    numbers(facts, { afterS }): Record<string, number> {
      if (dryS(facts) >= afterS) return { heldS: Math.round(dryS(facts)) };
      const { airMs = 0 } = facts.memory;
      return airMs > 0 ? { heldS: Math.round(airMs / 1000), air: 1 } : {};
    },
  }),
  pipe_burst: rule({
    group: 'water',
    severity: 'both',
    on: 'frame',
    evidence: { fields: FLOW_FIELDS, minutes: 15 },
    thresholds: {
      ...delays(delayOf('PIPE_BURST'), 600, 60),
      flowPercent: threshold(140, 110, 400, '%'),
    },
    level(facts, { flowPercent }) {
      const isBurst = isMet(facts, 'PIPE_BURST');
      if (isBurst) return 'alarm';
      return judgeFlow(facts, flowPercent) === 'drawn' ? 'warning' : warningIf(isBurst);
    },
    isOver: ({ sample: { isRunning, values, requiredBar = 0 } }) =>
      isRunning ? known(values.pressure, (bar) => bar >= Math.max(0.4, 0.6 * requiredBar)) : undefined,
    numbers(facts, { flowPercent }): Record<string, number> {
      const flow = unusualFlow(facts.memory.flow, flowPercent);
      if (!flow?.isUnusual || isMet(facts, 'PIPE_BURST')) return {};
      return { flow: Math.round(flow.lpm), usualFlow: Math.round(flow.usualLpm) };
    },
    measures: { flowPercent: { of: flowPercentOf } },
  }),
  over_pressure: rule({
    group: 'water',
    severity: 'alarm',
    on: 'frame',
    evidence: { fields: FLOW_FIELDS, minutes: 15 },
    thresholds: delays(delayOf('OVER_PRESSURE'), 60, 30),
    level: (facts) => alarmIf(isMet(facts, 'OVER_PRESSURE')),
    isOver: (facts) =>
      known(
        offBar(facts),
        (bar) => bar <= 1 || (facts.sample.values.pressure ?? 0) < (facts.sample.requiredBar ?? 0),
      ),
  }),
  no_flow: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FLOW_FIELDS, minutes: 30 },
    thresholds: delays(delayOf('NO_FLOW'), 3600, 30),
    level: (facts) =>
      warningIf(known(isMet(facts, 'NO_FLOW'), (isWithoutFlow) => isWithoutFlow || isStarved(facts))),
    isOver: (facts) => known(isMet(facts, 'NO_FLOW'), (isHeld) => !isHeld && !isStarved(facts)),
    numbers: (facts): Record<string, number> => (isStarved(facts) ? { starved: 1 } : {}),
  }),
  sensor_fault: rule({
    group: 'pump',
    severity: 'alarm',
    on: 'frame',
    evidence: { fields: ['pressure', 'analog_input_2', 'frequency_fc', 'motor_power'], minutes: 15 },
    thresholds: delays(delayOf('SENSOR_BREAK'), 60, 30),
    // A signal above its range is a fault of a stopped pump too: it keeps the pump from starting.
    level: (facts) =>
      facts.sample.fault === 'feedback' || isAbove(facts) ? 'alarm' : alarmIf(isMet(facts, 'SENSOR_BREAK')),
    isOver: (facts) =>
      facts.sample.sensorV === undefined
        ? known(facts.sample.values.fault, () => facts.sample.fault !== 'feedback' && !isAbove(facts))
        : facts.sample.fault !== 'feedback' && isInRange(facts),
    numbers({ card }) {
      const { broken, tooHigh } = sensorLimits(card.sensor_signal);
      return { sensorLow: broken, sensorHigh: tooHigh };
    },
  }),
  pressure_off: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FLOW_FIELDS, minutes: 30 },
    thresholds: { ...delays(300, 86_400, 60), bar: threshold(1, 0.3, 10, 'bar') },
    level(facts, { bar }) {
      const { isOn } = facts.sample;
      if (!isOn || CAUSES.some((kind) => facts.open.has(kind))) return isOn === undefined ? undefined : false;
      return warningIf(known(offBar(facts), (off) => off > bar && !isOverdrawn(facts)));
    },
    isOver: (facts, { bar }) =>
      facts.sample.isOn === false || known(offBar(facts), (off) => off <= 0.6 * bar),
    measures: { bar: { of: (facts) => (facts.sample.isOn ? offBar(facts) : undefined) } },
    explainedBy: CAUSES,
  }),
  endless_run: rule({
    group: 'pump',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FLOW_FIELDS, minutes: 360 },
    thresholds: { ...delays(0, 3600, 0), hours: threshold(6, 0.5, 72, 'h') },
    level: (facts, { hours }) =>
      warningIf(known(facts.sample.isRunning, () => (runHours(facts) ?? -1) >= hours)),
    isOver: ({ sample }) => known(sample.isRunning, (isRunning) => !isRunning),
    numbers: (facts) => ({ runH: Math.round(10 * (runHours(facts) ?? 0)) / 10 }),
    measures: { hours: { of: runHours } },
  }),
};
