import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import { readNumbers } from '../lib/options.ts';
import { percentile, report } from '../lib/report.ts';
import type { HouseJob, HouseOutcome } from './alerts-worker.ts';
import { normalReport, SLOW_CHANGES, slowJob } from './slow-changes.ts';

/** False alerts of healthy houses, and injected faults that are found. */
const { houses, days, seeds } = readNumbers({ houses: 20, days: 30, seeds: 3 });
/** Seeds that no test uses. */
const HELD_OUT = 90_000;
const DAY_H = 24;
const FILE = fileURLToPath(new URL('../../docs/alerts.md', import.meta.url));

interface FaultRow {
  faults: Record<string, object>;
  /** The kind of alert that must be raised; others are its consequences. */
  kind: RuleKind;
  consequences?: string[];
  /** A notice of the learned normal finds it too: the rule alone needs a larger household. */
  isByNormal?: true;
  fromH: number;
  toH: number;
  hours: number;
}
const short = { fromH: 6, toH: 12, hours: 16 };
const long = { fromH: 6, toH: 54, hours: 80 };
const FAULTS: FaultRow[] = [
  { faults: { dry_run: {} }, kind: 'dry_run', ...short },
  { faults: { pipe_burst: { flow_lpm: 300 } }, kind: 'pipe_burst', ...short },
  {
    faults: { sensor_break: { reading_v: 0 } },
    kind: 'sensor_fault',
    consequences: ['over_pressure'],
    ...short,
  },
  {
    faults: { sensor_break: { reading_v: 11 } },
    kind: 'sensor_fault',
    consequences: ['over_pressure'],
    ...short,
  },
  {
    faults: { blocked_outlet: { sensor_side: 0 } },
    kind: 'no_flow',
    consequences: ['sensor_fault'],
    ...short,
  },
  { faults: { under_voltage: { mains_v: 170 } }, kind: 'under_voltage', ...short },
  { faults: { under_voltage: { mains_v: 130 } }, kind: 'under_voltage', ...short },
  { faults: { fc_link_loss: {} }, kind: 'fc_link_lost', ...short },
  { faults: { clock_unset: {} }, kind: 'clock_unset', ...short },
  {
    faults: { wrong_precharge: { precharge_bar: 2.8, gas_l: 2 }, leak: { flow_lpm: 1 } },
    kind: 'short_cycling',
    consequences: ['leak', 'pressure_off'],
    ...long,
  },
  {
    faults: { wrong_precharge: { precharge_bar: 1, gas_l: 24 } },
    kind: 'short_cycling',
    isByNormal: true,
    fromH: 17 * DAY_H,
    toH: 27 * DAY_H,
    hours: 27 * DAY_H,
  },
  {
    faults: { leak: { flow_lpm: 0.5 } },
    kind: 'leak',
    consequences: ['short_cycling'],
    fromH: 12,
    toH: 84,
    hours: 140,
  },
  {
    faults: { worn_impeller: { head_percent: 88 } },
    kind: 'worn_impeller',
    consequences: ['no_flow', 'endless_run', 'leak'],
    fromH: 15 * DAY_H,
    toH: 22 * DAY_H,
    hours: 22 * DAY_H,
  },
];

const jobOf = ({ faults, fromH, toH, hours }: FaultRow, seed: number): HouseJob => ({
  seed,
  hours,
  injected: { faults, fromH, toH },
});
const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** Runs the jobs on all cores, the long ones first. */
async function runAll(jobs: HouseJob[]): Promise<HouseOutcome[]> {
  const queue = jobs.toSorted((a, b) => a.hours - b.hours);
  const outcomes: HouseOutcome[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./alerts-worker.ts', import.meta.url));
      const next = () => {
        const job = queue.pop();
        if (job) worker.postMessage(job);
        else worker.terminate().then(() => resolve(), reject);
      };
      worker.on('error', reject);
      worker.on('message', (outcome: HouseOutcome) => {
        outcomes.push(outcome);
        next();
      });
      next();
    });
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
const duration = (hours: number) =>
  hours < 1
    ? `${Math.round(60 * hours)} min`
    : hours < 48
      ? `${hours.toFixed(1)} h`
      : `${(hours / 24).toFixed(1)} d`;

const nameOf = ([name, params]: [string, object]) =>
  [`\`${name}\``, ...Object.entries(params).map(([key, value]) => `${key} ${value}`)].join(' ');

/** Alerts while the fault is present are found or consequences; all others are false. */
function faultLine(row: FaultRow, outcomes: readonly HouseOutcome[]) {
  const own = outcomes.filter(
    ({ job }) => JSON.stringify(job.injected?.faults) === JSON.stringify(row.faults),
  );
  const found = own.flatMap(({ alerts, notices }) => {
    const byRule = alerts.filter(({ kind }) => kind === row.kind);
    const raised = [...byRule, ...(row.isByNormal ? notices : [])].map(({ raisedH }) => raisedH);
    const inFault = raised.filter((raisedH) => raisedH >= row.fromH);
    return inFault.length === 0 ? [] : Math.min(...inFault);
  });
  const isFalse = ({ kind, raisedH }: HouseOutcome['alerts'][number]) =>
    raisedH < row.fromH || (kind !== row.kind && !row.consequences?.includes(kind));
  const wrong = own.flatMap(({ alerts }) => alerts.filter(isFalse));
  const after = found.map((raisedH) => raisedH - row.fromH);
  const cells = [
    Object.entries(row.faults).map(nameOf).join(' and '),
    row.isByNormal ? `${row.kind} or behaves_differently` : row.kind,
    `${found.length} of ${own.length}`,
    percent(found.length, own.length),
    percent(found.length, found.length + wrong.length),
    found.length === 0 ? '–' : duration(percentile(after, 0.5)),
    wrong.map(({ kind }) => kind).join(', ') || '–',
  ];
  return { line: `| ${cells.join(' | ')} |`, found: found.length, runs: own.length, wrong: wrong.length };
}

const outcomes = await runAll([
  ...seedsFrom(HELD_OUT, houses).map((seed): HouseJob => ({ seed, hours: days * DAY_H })),
  ...FAULTS.flatMap((row, n) => seedsFrom(HELD_OUT + 1000 * (n + 1), seeds).map((seed) => jobOf(row, seed))),
  ...SLOW_CHANGES.flatMap((change, n) =>
    seedsFrom(HELD_OUT + 1000 * (FAULTS.length + n + 1), seeds).map((seed) => slowJob(change, seed)),
  ),
]);
const healthy = outcomes.filter(({ job }) => !job.injected);
const falseAlerts = healthy.flatMap(({ alerts }) => alerts.map(({ kind }) => kind));
const perMonth = falseAlerts.length / ((houses * days) / 30);
const normal = normalReport(outcomes);
const lines = FAULTS.map((row) =>
  faultLine(
    row,
    outcomes.filter((outcome) => !normal.isSlow(outcome)),
  ),
);
const found = lines.reduce((sum, line) => sum + line.found, 0);
const runs = lines.reduce((sum, line) => sum + line.runs, 0);

const text = `Healthy: ${houses} houses of ${days} days, ${falseAlerts.length} false alerts${falseAlerts.length > 0 ? ` (${[...new Set(falseAlerts)].join(', ')})` : ''}, ${perMonth.toFixed(2)} per house and month.

| fault | alert | found | recall | precision | raised after (median) | other alerts |
|---|---|---|---|---|---|---|
${lines.map(({ line }) => line).join('\n')}

${normal.text}`;
console.log(text);
const page = readFileSync(FILE, 'utf8');
const [before = '', rest = ''] = page.split('<!-- bench -->');
const [, after = ''] = rest.split('<!-- end -->');
writeFileSync(FILE, `${before}<!-- bench -->\n\n${text}\n\n<!-- end -->${after}`);
report({
  name: 'alerts',
  what: `alert rules on ${houses} healthy simulated houses of ${days} days and ${runs} houses with an injected fault, held-out seeds`,
  result: `${perMonth.toFixed(2)} false alerts of rules and ${normal.perMonth.toFixed(2)} of the learned normal per house and month; ${found} of ${runs} faults and ${normal.found} of ${normal.runs} slow changes found`,
  aim: 'at most 1 false alert per house and month, every fault found',
});
