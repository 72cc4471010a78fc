import { faultKind } from './kinds.ts';
import { alarmIf, delays, type Facts, known, type Measure, rule, threshold, warningIf } from './rule.ts';

const FAULT_STATE = 4;

const isFaultOf = ({ sample: { values } }: Facts, kind: 'under_voltage' | 'over_temperature') =>
  values.fault !== undefined && values.fault > 0 && faultKind(values.fault) === kind;

/** A fault of the drive that no other rule explains; a drive may be in fault without a readable code. */
function hasOtherFault({ sample: { values, fc } }: Facts): boolean | undefined {
  if (fc !== 1 || (values.fault === undefined && values.on_off_state_r === undefined)) return undefined;
  const code = values.fault ?? 0;
  return code > 0 ? faultKind(code) === 'drive_fault' : values.on_off_state_r === FAULT_STATE;
}

const temperature: Measure = { of: ({ sample }) => sample.values.temperature_fc };

/** Rules about the converter, the board and the connection. */
export const deviceRules = {
  drive_fault: rule({
    on: 'frame',
    evidence: { fields: ['fault', 'motor_current', 'bus_voltage', 'frequency_fc'], minutes: 15 },
    thresholds: delays(0, 600, 0),
    level: (facts) => alarmIf(hasOtherFault(facts)),
    isOver: (facts) => known(hasOtherFault(facts), (isFault) => !isFault),
  }),
  over_temperature: rule({
    on: 'frame',
    evidence: { fields: ['temperature_fc', 'motor_power', 'temperature_mnb'], minutes: 60 },
    thresholds: {
      ...delays(60, 3600, 300),
      warnC: threshold(75, 50, 95, '°C'),
      alarmC: threshold(85, 60, 100, '°C'),
    },
    level(facts, { warnC, alarmC }) {
      if (isFaultOf(facts, 'over_temperature')) return 'alarm';
      const { temperature_fc: hot } = facts.sample.values;
      return hot !== undefined && hot >= alarmC
        ? 'alarm'
        : warningIf(known(hot, (degrees) => degrees >= warnC));
    },
    isOver: (facts, { warnC }) =>
      !isFaultOf(facts, 'over_temperature') &&
      known(facts.sample.values.temperature_fc, (degrees) => degrees < warnC - 5),
    measures: { warnC: temperature, alarmC: temperature },
  }),
  under_voltage: rule({
    on: 'frame',
    evidence: { fields: ['bus_voltage', 'motor_power', 'fault'], minutes: 30 },
    thresholds: { ...delays(5, 600, 60), limit: threshold(250, 200, 300, 'V') },
    level: (facts, { limit }) =>
      isFaultOf(facts, 'under_voltage')
        ? 'alarm'
        : warningIf(known(facts.sample.values.bus_voltage, (bus) => bus < limit)),
    isOver: (facts, { limit }) =>
      !isFaultOf(facts, 'under_voltage') && known(facts.sample.values.bus_voltage, (bus) => bus > limit + 10),
    measures: { limit: { of: ({ sample }) => sample.values.bus_voltage, isBelow: true } },
  }),
  fc_link_lost: rule({
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'pressure'], minutes: 30 },
    thresholds: delays(10, 3600, 10),
    level: ({ sample: { fc } }) => alarmIf(known(fc, (answers) => answers === 0)),
    isOver: ({ sample: { fc } }) => known(fc, (answers) => answers === 1),
  }),
  clock_unset: rule({
    on: 'frame',
    evidence: { fields: ['rssi'], minutes: 60 },
    thresholds: delays(60, 86_400, 0),
    level: ({ sample: { hasClock } }) => warningIf(known(hasClock, (isSet) => !isSet)),
    isOver: ({ sample: { hasClock } }) => hasClock,
  }),
  weak_wifi: rule({
    on: 'frame',
    evidence: { fields: ['rssi'], minutes: 120 },
    thresholds: { ...delays(600, 86_400, 600), dbm: threshold(-80, -95, -60, 'dBm') },
    level: ({ sample: { values } }, { dbm }) => warningIf(known(values.rssi, (rssi) => rssi < dbm)),
    isOver: ({ sample: { values } }, { dbm }) => known(values.rssi, (rssi) => rssi >= dbm + 5),
    measures: { dbm: { of: ({ sample }) => sample.values.rssi, isBelow: true } },
  }),
  board_offline: rule({
    on: 'any',
    evidence: { fields: ['rssi', 'frequency_fc', 'pressure'], minutes: 60 },
    thresholds: delays(300, 7 * 86_400, 0),
    level: ({ memory: { isOnline } }) => (isOnline === null ? undefined : warningIf(!isOnline)),
    isOver: ({ memory: { isOnline } }) => isOnline ?? undefined,
  }),
  config_not_applied: rule({
    on: 'any',
    evidence: { fields: [], minutes: 60 },
    thresholds: delays(300, 86_400, 0),
    // An offline board applies it when it is back.
    level: ({ memory: { configPendingSinceMs, isOnline } }) =>
      configPendingSinceMs === null ? false : isOnline ? 'warning' : undefined,
    isOver: ({ memory: { configPendingSinceMs } }) => configPendingSinceMs === null,
  }),
  register_drift: rule({
    on: 'any',
    evidence: { fields: [], minutes: 60 },
    thresholds: delays(0, 86_400, 0),
    level: ({ memory: { drifted } }) => warningIf(drifted.length > 0),
    isOver: ({ memory: { drifted } }) => drifted.length === 0,
    numbers({ memory: { drifted } }) {
      const [[register, expected, found] = [0, 0, 0], ...others] = drifted;
      return { group: register >> 8, index: register & 0xff, expected, found, others: others.length };
    },
  }),
};
