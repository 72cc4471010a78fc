import { DAY_S, HOUR_S } from '../../time.ts';
import { unwantedSelfStarts } from './parameters.ts';
import { alarmIf, delays, type Facts, known, rule, threshold, warningIf } from './rule.ts';
import { dailyDbm, dropsOfDay } from './wifi.ts';

const HYSTERESIS_DB = 5;
/** From this number of lost connections a day on, the limit of the signal is stricter. */
const MANY_DROPS = 3;
const lossDb = ({ atMs, memory }: Facts) => (dropsOfDay(memory, atMs) >= MANY_DROPS ? HYSTERESIS_DB : 0);

/** Rules about the board and the connection. */
export const deviceRules = {
  fc_link_lost: rule({
    group: 'link',
    severity: 'alarm',
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'pressure'], minutes: 30 },
    thresholds: delays(10, HOUR_S, 10),
    level: ({ sample: { fc } }) => alarmIf(known(fc, (answers) => answers === 0)),
    isOver: ({ sample: { fc } }) => known(fc, (answers) => answers === 1),
  }),
  clock_unset: rule({
    group: 'link',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['rssi'], minutes: 60 },
    thresholds: delays(60, DAY_S, 0),
    level: ({ sample: { hasClock } }) => warningIf(known(hasClock, (isSet) => !isSet)),
    isOver: ({ sample: { hasClock } }) => hasClock,
  }),
  frost: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['temperature_mnb', 'frequency_fc'], minutes: 720 },
    thresholds: { ...delays(600, DAY_S, 1800), frostC: threshold(3, -10, 10, '°C') },
    level: ({ sample: { values } }, { frostC }) =>
      warningIf(known(values.temperature_mnb, (degrees) => degrees < frostC)),
    isOver: ({ sample: { values } }, { frostC }) =>
      known(values.temperature_mnb, (degrees) => degrees > frostC + 2),
    numbers: ({ sample: { values } }): Record<string, number> =>
      values.temperature_mnb === undefined ? {} : { board: Math.round(10 * values.temperature_mnb) / 10 },
    measures: { frostC: { of: ({ sample }) => sample.values.temperature_mnb, isBelow: true } },
  }),
  weak_wifi: rule({
    group: 'link',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['rssi'], minutes: 1440 },
    thresholds: { ...delays(0, DAY_S, 0), dbm: threshold(-80, -95, -60, 'dBm') },
    level: (facts, { dbm }) => warningIf(known(dailyDbm(facts.memory), (rssi) => rssi < dbm + lossDb(facts))),
    isOver: (facts, { dbm }) => known(dailyDbm(facts.memory), (rssi) => rssi >= dbm + HYSTERESIS_DB),
    numbers: ({ atMs, memory }): Record<string, number> => ({
      rssi: dailyDbm(memory) ?? 0,
      drops: dropsOfDay(memory, atMs),
    }),
    measures: { dbm: { of: ({ memory }) => dailyDbm(memory), isBelow: true } },
  }),
  board_offline: rule({
    group: 'link',
    severity: 'warning',
    on: 'any',
    evidence: { fields: ['rssi', 'frequency_fc', 'pressure'], minutes: 60 },
    thresholds: delays(1800, 7 * DAY_S, 0),
    level: ({ memory: { isOnline } }) => (isOnline === null ? undefined : warningIf(!isOnline)),
    isOver: ({ memory: { isOnline } }) => isOnline ?? undefined,
  }),
  config_not_applied: rule({
    group: 'link',
    severity: 'warning',
    on: 'any',
    evidence: { fields: [], minutes: 60 },
    thresholds: delays(300, DAY_S, 0),
    // An offline board applies it when it is back.
    level: ({ memory: { configPendingSinceMs, isOnline } }) =>
      configPendingSinceMs === null ? false : isOnline ? 'warning' : undefined,
    isOver: ({ memory: { configPendingSinceMs } }) => configPendingSinceMs === null,
  }),
  register_drift: rule({
    group: 'power',
    severity: 'warning',
    on: 'any',
    evidence: { fields: [], minutes: 60 },
    thresholds: delays(0, DAY_S, 0),
    level: ({ memory: { drifted } }) => warningIf(drifted.length > 0),
    isOver: ({ memory: { drifted } }) => drifted.length === 0,
    numbers({ memory: { drifted } }) {
      const [[register, expected, found] = [0, 0, 0], ...others] = drifted;
      return { group: register >> 8, index: register & 0xff, expected, found, others: others.length };
    },
  }),
  /** Apart from drift: the first value counts too, a person cannot accept it by resolving, and no tag mutes it. */
  self_start_enabled: rule({
    group: 'power',
    severity: 'warning',
    on: 'any',
    evidence: { fields: [], minutes: 60 },
    thresholds: delays(0, DAY_S, 0),
    level: ({ memory, card }) =>
      warningIf(known(unwantedSelfStarts(memory, card), (some) => some.length > 0)),
    isOver: ({ memory, card }) => known(unwantedSelfStarts(memory, card), (some) => some.length === 0),
    numbers({ memory, card }) {
      const [[register, found, after] = [0, 0, 'power_cut'], ...others] =
        unwantedSelfStarts(memory, card) ?? [];
      const named = { group: register >> 8, index: register & 0xff, found };
      return { ...named, afterFault: after === 'fault' ? 1 : 0, others: others.length };
    },
  }),
};
