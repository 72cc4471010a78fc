import type { HouseJob, HouseOutcome } from './alerts-worker.ts';

/** A change that begins after the silent days and is too small or too slow for most rules. */
interface SlowChange {
  name: string;
  injected: Pick<NonNullable<HouseJob['injected']>, 'faults' | 'guests'>;
}

const DAY_H = 24;
/** The profile needs 14 days, the notice 3 more. */
const SILENT_DAYS = 17;
const FROM_DAY = 18;
const DAYS = 28;

export const SLOW_CHANGES: SlowChange[] = [
  { name: '`leak` flow_lpm 0.1', injected: { faults: { leak: { flow_lpm: 0.1 } } } },
  { name: '`worn_impeller` head_percent 96', injected: { faults: { worn_impeller: { head_percent: 96 } } } },
  {
    name: '`wrong_precharge` precharge_bar 1 gas_l 24',
    injected: { faults: { wrong_precharge: { precharge_bar: 1, gas_l: 24 } } },
  },
  {
    name: '`wrong_precharge` precharge_bar 2.8 gas_l 8',
    injected: { faults: { wrong_precharge: { precharge_bar: 2.8, gas_l: 8 } } },
  },
  { name: 'two more persons', injected: { faults: {}, guests: 2 } },
];

export const slowJob = ({ injected }: SlowChange, seed: number): HouseJob => ({
  seed,
  hours: DAYS * DAY_H,
  injected: { ...injected, fromH: FROM_DAY * DAY_H, toH: DAYS * DAY_H },
});

const isOf = ({ injected }: SlowChange, { job }: HouseOutcome) =>
  job.hours === DAYS * DAY_H &&
  job.injected?.fromH === FROM_DAY * DAY_H &&
  job.injected.guests === injected.guests &&
  JSON.stringify(job.injected.faults) === JSON.stringify(injected.faults);

const isSlow = (outcome: HouseOutcome) => SLOW_CHANGES.some((change) => isOf(change, outcome));

/** One row: found by the notice, found by a rule, days until the notice, what it named, and notices before the change. */
function lineOf(change: SlowChange, outcomes: readonly HouseOutcome[]) {
  const own = outcomes.filter((outcome) => isOf(change, outcome));
  const fromH = FROM_DAY * DAY_H;
  const found = own.flatMap(({ notices }) => notices.find(({ raisedH }) => raisedH >= fromH) ?? []);
  const byRule = own.filter(({ alerts }) => alerts.some(({ raisedH }) => raisedH >= fromH)).length;
  const early = own.flatMap(({ notices }) => notices.filter(({ raisedH }) => raisedH < fromH)).length;
  const daysUntil = found.map(({ raisedH }) => (raisedH - fromH) / DAY_H).sort((a, b) => a - b);
  const median = daysUntil[Math.floor(daysUntil.length / 2)];
  const named = [...new Set(found.map(({ metrics }) => metrics[0]))].join(', ') || '–';
  const cells = [
    ...[change.name, `${found.length} of ${own.length}`, `${byRule} of ${own.length}`],
    ...[median === undefined ? '–' : `${median.toFixed(0)} d`, named, early],
  ];
  return { line: `| ${cells.join(' | ')} |`, found: found.length, runs: own.length };
}

/** The part of the page about the learned normal. */
export function normalReport(outcomes: readonly HouseOutcome[]) {
  const healthy = outcomes.filter(({ job }) => !job.injected);
  const days = healthy.reduce((sum, { job }) => sum + Math.max(0, job.hours / DAY_H - SILENT_DAYS), 0);
  const notices = healthy.flatMap((outcome) => outcome.notices);
  const rows = SLOW_CHANGES.map((change) => lineOf(change, outcomes.filter(isSlow)));
  const perMonth = notices.length / (days / 30);
  const total = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0);
  const text = `Learned normal, healthy: ${notices.length} notices on ${days} judged days of ${healthy.length} houses, ${perMonth.toFixed(2)} per house and month${notices.length > 0 ? ` (${[...new Set(notices.flatMap(({ metrics }) => metrics))].join(', ')})` : ''}.

| change from day ${FROM_DAY} on | found by the notice | by a rule | notice after (median) | largest change named | notices before it |
|---|---|---|---|---|---|
${rows.map(({ line }) => line).join('\n')}`;
  return { text, perMonth, found: total(({ found }) => found), runs: total(({ runs }) => runs), isSlow };
}
