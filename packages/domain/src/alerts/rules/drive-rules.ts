import { DAY_MS, DAY_S, HOUR_S } from '../../time.ts';
import { mainsScale, steadyBus } from './bus-volts.ts';
import { judgeFlow } from './contradicted-flow.ts';
import { unexplainedK } from './drive-heat.ts';
import { ruleOfFault } from './kinds.ts';
import { alarmIf, delays, type Facts, known, type Measure, rule, threshold, warningIf } from './rule.ts';
import { STARTED_BY } from './started-itself.ts';

const FAULT_STATE = 4;
const REVERSE_STATE = 2;

const isFaultOf = (
  { sample: { fault } }: Facts,
  kind: 'under_voltage' | 'over_voltage' | 'over_temperature',
) => ruleOfFault(fault) === kind;

/** A fault of the drive that no other rule explains; a drive may be in fault without a readable code. */
function hasOtherFault({ sample: { values, fc, fault, isUnnamed } }: Facts): boolean | undefined {
  if (fc !== 1 || isUnnamed || (values.fault === undefined && values.on_off_state_r === undefined))
    return undefined;
  const code = values.fault ?? 0;
  return code > 0 ? ruleOfFault(fault) === 'drive_fault' : values.on_off_state_r === FAULT_STATE;
}

const temperature: Measure = { of: ({ sample }) => sample.values.temperature_fc };
const unexplained: Measure = { of: ({ memory }) => unexplainedK(memory.heat) };

/** Far below the limit a minute is too long to wait. */
const DEEP = 250 / 285;

/** Voltage of the DC bus as it would be on a mains of 230 V; unknown without the class of the mains. */
function busOf230({ sample: { values }, card }: Facts): number | undefined {
  const scale = mainsScale(card.motor_volts);
  return values.bus_voltage === undefined || scale === undefined ? undefined : values.bus_voltage / scale;
}

/** The range of the last ten minutes, as on a mains of 230 V. */
function steadyOf230({ memory, card }: Facts): { low: number; high: number } | undefined {
  const scale = mainsScale(card.motor_volts);
  const range = steadyBus(memory.bus);
  return range && scale !== undefined ? { low: range.low / scale, high: range.high / scale } : undefined;
}

/** Current in percent of the rated current of the motor, while it turns. */
const currentPercent: Measure = {
  of: ({ sample: { values, isRunning }, card }) =>
    isRunning && values.motor_current !== undefined && card.motor_a !== undefined
      ? (100 * values.motor_current) / card.motor_a
      : undefined,
};

/** More than the largest usual flow: as far as a burst must be above it. */
const STIFF_PERCENT = 140;

/** The motor needs more power than the pump does: a stiff bearing, or something that rubs. */
const isStiff = (facts: Facts) => judgeFlow(facts, STIFF_PERCENT) === 'contradicted';

const restDays: Measure = {
  of: ({ atMs, memory: { ranMs } }) => (ranMs === undefined ? undefined : (atMs - ranMs) / DAY_MS),
};

/** Rules about the converter and the motor. */
export const driveRules = {
  drive_fault: rule({
    group: 'power',
    severity: 'alarm',
    on: 'frame',
    evidence: { fields: ['fault', 'motor_current', 'bus_voltage', 'frequency_fc'], minutes: 15 },
    thresholds: delays(0, 600, 0),
    level: (facts) => alarmIf(hasOtherFault(facts)),
    isOver: (facts) => known(hasOtherFault(facts), (isFault) => !isFault),
  }),
  over_temperature: rule({
    group: 'power',
    severity: 'both',
    on: 'frame',
    evidence: { fields: ['temperature_fc', 'motor_power', 'temperature_mnb'], minutes: 60 },
    thresholds: {
      ...delays(60, HOUR_S, 300),
      warnC: threshold(75, 50, 95, '°C'),
      alarmC: threshold(85, 60, 100, '°C'),
      aboveK: threshold(15, 8, 40, 'K'),
    },
    level(facts, { warnC, alarmC, aboveK }) {
      if (isFaultOf(facts, 'over_temperature')) return 'alarm';
      const { temperature_fc: hot } = facts.sample.values;
      if (hot !== undefined && hot >= alarmC) return 'alarm';
      if (hot !== undefined && (unexplained.of(facts) ?? 0) >= aboveK) return 'warning';
      return warningIf(known(hot, (degrees) => degrees >= warnC));
    },
    isOver: (facts, { warnC, aboveK }) =>
      !isFaultOf(facts, 'over_temperature') &&
      (unexplained.of(facts) ?? 0) < 0.6 * aboveK &&
      known(facts.sample.values.temperature_fc, (degrees) => degrees < warnC - 5),
    numbers(facts, { aboveK }): Record<string, number> {
      const { temperature_fc: hot } = facts.sample.values;
      const above = unexplained.of(facts) ?? 0;
      return hot === undefined || above < aboveK ? {} : { expectedC: Math.round(hot - above) };
    },
    measures: { warnC: temperature, alarmC: temperature, aboveK: unexplained },
  }),
  under_voltage: rule({
    group: 'power',
    severity: 'both',
    on: 'frame',
    evidence: { fields: ['bus_voltage', 'motor_power', 'fault'], minutes: 30 },
    thresholds: { ...delays(5, 600, 60), limit: threshold(285, 200, 300, 'V') },
    level(facts, { limit }) {
      if (isFaultOf(facts, 'under_voltage')) return 'alarm';
      const bus = busOf230(facts);
      if (bus === undefined) return undefined;
      return warningIf(bus < DEEP * limit || (steadyOf230(facts)?.high ?? limit) < limit);
    },
    isOver: (facts, { limit }) =>
      !isFaultOf(facts, 'under_voltage') &&
      (facts.card.motor_volts === undefined || known(busOf230(facts), (bus) => bus > limit + 5)),
    numbers: (facts) => ({ class: facts.card.motor_volts ?? 0 }),
    measures: { limit: { of: busOf230, isBelow: true } },
  }),
  over_voltage: rule({
    group: 'power',
    severity: 'both',
    on: 'frame',
    evidence: { fields: ['bus_voltage', 'frequency_fc', 'fault'], minutes: 30 },
    thresholds: { ...delays(5, 600, 60), highV: threshold(360, 330, 400, 'V') },
    level: (facts, { highV }) =>
      isFaultOf(facts, 'over_voltage')
        ? 'alarm'
        : warningIf(known(steadyOf230(facts), ({ low }) => low > highV)),
    isOver: (facts, { highV }) =>
      !isFaultOf(facts, 'over_voltage') &&
      (facts.card.motor_volts === undefined || known(busOf230(facts), (bus) => bus < highV - 5)),
    numbers: (facts) => ({ class: facts.card.motor_volts ?? 0 }),
    measures: { highV: { of: busOf230 } },
  }),
  over_current: rule({
    group: 'power',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['motor_current', 'frequency_fc', 'motor_power'], minutes: 30 },
    thresholds: { ...delays(180, HOUR_S, 60), currentPercent: threshold(110, 80, 150, '%') },
    level: (facts, { currentPercent: most }) =>
      isStiff(facts) ? 'warning' : warningIf(known(currentPercent.of(facts), (percent) => percent > most)),
    isOver: (facts, { currentPercent: most }) =>
      facts.sample.isRunning === false ||
      (!isStiff(facts) && known(currentPercent.of(facts), (percent) => percent < most - 5)),
    numbers(facts): Record<string, number> {
      const { motor_current: current, motor_power: kw } = facts.sample.values;
      if (isStiff(facts) && kw !== undefined) return { stiffKw: kw };
      return current === undefined || facts.card.motor_a === undefined
        ? {}
        : { current, ratedA: facts.card.motor_a };
    },
    measures: { currentPercent },
  }),
  reverse_rotation: rule({
    group: 'pump',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['on_off_state_r', 'frequency_fc', 'pressure', 'motor_power'], minutes: 15 },
    thresholds: delays(30, HOUR_S, 30),
    level: ({ sample: { values, isRunning } }) =>
      warningIf(known(values.on_off_state_r, (state) => state === REVERSE_STATE && isRunning === true)),
    isOver: ({ sample: { values } }) => known(values.on_off_state_r, (state) => state !== REVERSE_STATE),
  }),
  started_itself: rule({
    group: 'pump',
    severity: 'both',
    on: 'any',
    evidence: { fields: ['on_off_state_r', 'modbus', 'frequency_fc', 'pressure'], minutes: 15 },
    thresholds: delays(0, 600, 0),
    level: ({ memory: { start } }) => warningIf(start?.uncommanded !== undefined),
    isOver: ({ memory: { start } }) => start?.uncommanded === undefined,
    numbers: ({ memory: { start } }) => ({ starter: start?.uncommanded?.by ?? STARTED_BY.unknown }),
  }),
  seizing: rule({
    group: 'pump',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'motor_operating_hours'], minutes: 1440 },
    thresholds: { ...delays(0, DAY_S, 0), restDays: threshold(30, 7, 180, 'd') },
    level: (facts, { restDays: most }) => warningIf(known(restDays.of(facts), (days) => days >= most)),
    isOver: ({ sample: { isRunning } }) => isRunning,
    numbers: (facts) => ({ rest: Math.floor(restDays.of(facts) ?? 0) }),
    measures: { restDays },
  }),
};
