import { areNightsClean, leakInterval } from './night.ts';
import { START_SPAN_MS } from './observe.ts';
import { delays, type Facts, known, rule, threshold, warningIf } from './rule.ts';
import { wearRatio } from './wear.ts';

const HOUR_MS = 3_600_000;

/** Starts in so many hours, in spans of ten minutes, that ended so many hours ago. */
function countStarts({ atMs, memory }: Facts, hours: number, agoHours = 0): number {
  const last = Math.floor((atMs - agoHours * HOUR_MS) / START_SPAN_MS);
  const first = last - (hours * HOUR_MS) / START_SPAN_MS;
  return memory.startCounts.reduce(
    (sum, [span, count]) => sum + (span > first && span <= last ? count : 0),
    0,
  );
}

/** `domain.md` 2.4: Gardena, and the most starts of a three-phase motor by Franklin. */
const ALARM = { starts: 7, spanMs: 120_000, perDay: 300 };

/** Rules about what a pump does over hours, nights and weeks. */
export const habitRules = {
  short_cycling: rule({
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'pressure'], minutes: 120 },
    thresholds: {
      ...delays(0, 86_400, 1800),
      perHour: threshold(20, 5, 60, '/h'),
      perDay: threshold(150, 50, 300, '/d'),
    },
    level(facts, { perHour, perDay }) {
      const { atMs, memory } = facts;
      const day = countStarts(facts, 24);
      const quick = memory.startsMs.filter((startMs) => startMs > atMs - ALARM.spanMs);
      if (quick.length > ALARM.starts || day > ALARM.perDay) return 'alarm';
      const isOften = countStarts(facts, 1) > perHour && countStarts(facts, 1, 1) > perHour;
      return warningIf(isOften || day > perDay);
    },
    isOver: (facts, { perHour, perDay }) =>
      countStarts(facts, 1) <= 0.6 * perHour && countStarts(facts, 24) <= 0.9 * perDay,
    numbers: (facts) => ({ hour: countStarts(facts, 1), day: countStarts(facts, 24) }),
  }),
  leak: rule({
    on: 'frame',
    evidence: { fields: ['pressure', 'frequency_fc'], minutes: 480 },
    thresholds: delays(0, 86_400, 0),
    level: ({ memory: { nights } }) =>
      nights.length < 2 ? undefined : warningIf(leakInterval(nights) !== undefined),
    isOver: ({ memory: { nights } }) => areNightsClean(nights),
    numbers: ({ memory: { nights } }) => ({ minutes: Math.round((leakInterval(nights) ?? 0) / 60) }),
  }),
  worn_impeller: rule({
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'pressure'], minutes: 1440 },
    thresholds: {
      ...delays(0, 86_400, 0),
      warnPercent: threshold(3, 2, 15, '%'),
      alarmPercent: threshold(6, 3, 30, '%'),
    },
    level: ({ memory: { wear } }, { warnPercent, alarmPercent }) => {
      const ratio = wearRatio(wear);
      if (ratio === undefined) return undefined;
      if (ratio >= 1 + alarmPercent / 100) return 'alarm';
      return warningIf(ratio >= 1 + warnPercent / 100);
    },
    isOver: ({ memory: { wear } }, { warnPercent }) =>
      known(wearRatio(wear), (ratio) => ratio < 1 + (0.6 * warnPercent) / 100),
    numbers: ({ memory: { wear } }) => ({ percent: Math.round(1000 * ((wearRatio(wear) ?? 1) - 1)) / 10 }),
  }),
  meter_jump: rule({
    on: 'frame',
    evidence: { fields: ['electro_meter', 'motor_operating_hours'], minutes: 60 },
    thresholds: { ...delays(0, 3600, 0), hours: threshold(1, 1, 24, 'h') },
    level: ({ atMs, memory: { jumpedMs } }, { hours }) =>
      warningIf(jumpedMs !== null && atMs - jumpedMs < hours * HOUR_MS),
    isOver: () => true,
  }),
};
