import { DAY_S, HOUR_MS, HOUR_S } from '../../time.ts';
import { judgeNights } from './night.ts';
import { delays, rule, threshold, warningIf } from './rule.ts';

/** Rules about what a pump does over hours, nights and weeks. */
export const habitRules = {
  leak: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['pressure', 'frequency_fc'], minutes: 480 },
    thresholds: {
      ...delays(0, DAY_S, 0),
      skipFrom: threshold(0, 0, 24, ':00'),
      skipTo: threshold(0, 0, 24, ':00'),
    },
    level: ({ memory: { nights }, card }, skipped) =>
      nights.length < 2 ? undefined : warningIf(judgeNights(nights, skipped, card).leak?.nights === 2),
    isOver: ({ memory: { nights }, card }, skipped) => judgeNights(nights, skipped, card).isClean,
    numbers({ memory: { nights }, card }, skipped) {
      const { leak } = judgeNights(nights, skipped, card);
      if (!leak) return {};
      const { sign, intervalS, lpm } = leak;
      return {
        sign,
        minutes: intervalS === 0 ? 0 : Math.max(1, Math.round(intervalS / 60)),
        ...(lpm !== undefined && { lpm: Math.round(100 * lpm) / 100 }),
      };
    },
  }),
  meter_jump: rule({
    group: 'power',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: ['electro_meter', 'motor_operating_hours'], minutes: 60 },
    thresholds: { ...delays(0, HOUR_S, 0), hours: threshold(1, 1, 24, 'h') },
    level: ({ atMs, memory: { jumpedMs } }, { hours }) =>
      warningIf(jumpedMs !== null && atMs - jumpedMs < hours * HOUR_MS),
    isOver: () => true,
    numbers: ({ memory: { jump } }) =>
      jump ? { meter: jump.of === 'kwh' ? 0 : 1, meterFrom: jump.from, meterTo: jump.to } : {},
  }),
};
