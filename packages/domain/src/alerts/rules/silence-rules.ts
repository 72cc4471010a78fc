import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { delays, type Facts, known, rule, threshold, warningIf } from './rule.ts';
import { type Pause, pauseNow, stillNow } from './silence.ts';

const FIELDS = ['pressure', 'frequency_fc'] as const;

/** Kinds that explain why the pump does not start. */
const CAUSES: readonly RuleKind[] = [
  ...(['stuck_sensor', 'sensor_fault', 'drive_fault', 'dry_run', 'pipe_burst', 'over_pressure'] as const),
  ...(['under_voltage', 'fc_link_lost'] as const),
];
const isExplained = ({ open }: Facts, other: RuleKind) =>
  open.size > 0 && (open.has(other) || CAUSES.some((kind) => open.has(kind)));

/** A pressure that fell less did not fall; one that falls more in each long pause seeps away through the house. */
const FALL_BAR = { flat: 0.1, seeping: 0.15 };

/**
 * Between the pump and a closed valve nothing is drawn, so a sensor there sees no fall of the pressure. In an empty house
 * with tight taps it does not fall either: only a house whose pressure always fell in its pauses shows that it is shut.
 */
const isBlocked = ({ card }: Facts, { fellBar, usualFallBar = 0 }: Pause) =>
  card.sensor_place === 'pump' &&
  fellBar !== undefined &&
  Math.abs(fellBar) < FALL_BAR.flat &&
  usualFallBar >= FALL_BAR.seeping;

const DEFAULTS = { times: threshold(3, 1.5, 10, '×'), leastHours: threshold(12, 2, 240, 'h') };
type Limits = { times: number; leastHours: number };

function isSilent(facts: Facts, numbers: Limits, kind: RuleKind, other: RuleKind): boolean | undefined {
  const pause = pauseNow(facts.memory, facts.sample, numbers);
  if (!pause || pause.s < pause.limitS) return pause && false;
  return !isExplained(facts, other) && isBlocked(facts, pause) === (kind === 'blocked_outlet');
}

const hasStarted = ({ sample: { isRunning, isOn } }: Facts): boolean | undefined =>
  isRunning === undefined && isOn === undefined ? undefined : isRunning === true || isOn === false;

function pauseNumbers(facts: Facts, numbers: Limits): Record<string, number> {
  const pause = pauseNow(facts.memory, facts.sample, numbers);
  const hours = (seconds: number) => Math.round(seconds / 360) / 10;
  return pause ? { silentH: hours(pause.s), usualH: hours(pause.usualS) } : {};
}

const ANY_LENGTH = { times: 1, leastHours: 0 };

/** The present pause as a multiple of the longest usual one. */
function pauseTimes(facts: Facts): number | undefined {
  const pause = pauseNow(facts.memory, facts.sample, ANY_LENGTH);
  return pause && Math.round((100 * pause.s) / Math.max(60, pause.usualS)) / 100;
}

/** Rules about a pump that does not start: nobody draws water, or the pump does not notice. */
export const silenceRules = {
  unusual_silence: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FIELDS, minutes: 2880 },
    thresholds: { ...delays(0, 86_400, 0), ...DEFAULTS },
    level: (facts, numbers) => warningIf(isSilent(facts, numbers, 'unusual_silence', 'blocked_outlet')),
    isOver: hasStarted,
    numbers: pauseNumbers,
    measures: { times: { of: pauseTimes } },
    explainedBy: [...CAUSES, 'blocked_outlet'],
  }),
  blocked_outlet: rule({
    group: 'water',
    severity: 'warning',
    on: 'frame',
    evidence: { fields: FIELDS, minutes: 2880 },
    thresholds: { ...delays(0, 86_400, 0), ...DEFAULTS },
    level: (facts, numbers) => warningIf(isSilent(facts, numbers, 'blocked_outlet', 'unusual_silence')),
    isOver: hasStarted,
    numbers: pauseNumbers,
    measures: { times: { of: pauseTimes } },
    explainedBy: [...CAUSES, 'unusual_silence'],
  }),
  stuck_sensor: rule({
    group: 'pump',
    severity: 'both',
    on: 'frame',
    evidence: { fields: FIELDS, minutes: 240 },
    thresholds: {
      ...delays(0, 3600, 60),
      times: threshold(3, 1.5, 10, '×'),
      leastMinutes: threshold(60, 10, 1440, 'min'),
      turns: threshold(3, 2, 20, ''),
    },
    level({ atMs, memory }, { times, leastMinutes, turns }) {
      const still = stillNow(memory, atMs, { times, leastMinutes });
      if (!still) return undefined;
      if (still.turns >= turns) return 'alarm';
      return still.limitS === undefined ? undefined : warningIf(still.s >= still.limitS);
    },
    isOver: ({ memory: { still } }) => known(still?.sinceMs, () => true),
    numbers: ({ atMs, memory: { still } }) => ({
      stillMin: Math.round((atMs - (still?.sinceMs ?? atMs)) / 60_000),
      turns: still?.turns ?? 0,
    }),
  }),
};
