import { parentPort } from 'node:worker_threads';
import { HOUR_S } from '@manoboard/domain/time';
import { FAULT_ROWS, rowName } from './fault-rows.ts';
import { judgeHealthy, type Verdict } from './judgement.ts';
import { days, type HouseAlert, type RunOutcome, runHouse } from './run.ts';
import { drawSpec, type HouseSpec } from './spec.ts';

/** One house: a healthy month, or some rows of the table, each from the same state after the days of learning. */
export type HouseJob =
  | { kind: 'healthy'; seed: number; days: number }
  | { kind: 'faults'; seed: number; rows: string[] };

interface JudgedAlert {
  alert: string;
  severity: string;
  verdict: Verdict;
  day: number;
}
interface FoundFault {
  row: string;
  /** Kinds that were raised since the fault, with their delay, in order. */
  raised: { alert: string; afterH: number }[];
}
export interface HouseOutcome {
  job: HouseJob;
  house: string;
  healthy: JudgedAlert[];
  faults: FoundFault[];
}

/** Rules learn for two weeks; a fault begins on the morning of the day after. */
const LEARNED_DAYS = 17;
const FAULT_H = 9;

/** Without guests and holidays: a fault must be seen in a house that is lived in. */
const usual = (spec: HouseSpec): HouseSpec => ({
  ...spec,
  habits: { ...spec.habits, guests: undefined, holiday: undefined, isCottage: false },
  wifi: { ...spec.wifi, dbm: Math.max(-72, spec.wifi.dbm), dropsPerDay: 0 },
});

function runHealthy(spec: HouseSpec, length: number): JudgedAlert[] {
  const { alerts, truth } = runHouse(spec, { untilS: days(length) });
  return alerts.map((alert) => ({
    alert: alert.kind,
    severity: alert.severity,
    verdict: judgeHealthy({ spec, truth, alerts }, alert),
    day: Math.floor(alert.atS / days(1)),
  }));
}

function runFaults(spec: HouseSpec, names: readonly string[]): FoundFault[] {
  const startS = days(LEARNED_DAYS);
  const learned: RunOutcome = runHouse(spec, { untilS: startS + HOUR_S, snapshotS: startS });
  const { snapshot } = learned;
  if (!snapshot) throw new Error('the house was not learned');
  const rows = FAULT_ROWS.filter((each) => names.includes(rowName(each)));
  const atS = startS + FAULT_H * HOUR_S;
  const longestH = Math.max(...rows.map(({ hours, isEmpty }) => (isEmpty ? 0 : hours)));
  const without = runHouse(spec, { from: snapshot, untilS: atS + longestH * HOUR_S }).alerts;
  return rows.flatMap((row): FoundFault[] => {
    const faults = row.faultsOf(spec, atS);
    if (!faults) return [];
    const { alerts } = runHouse(spec, {
      from: snapshot,
      untilS: atS + row.hours * HOUR_S,
      fault: { atS, faults, ...(row.isEmpty && { isEmpty: true }) },
    });
    // Kinds that the house raises in the same days without the fault say nothing about it.
    const isOwn = ({ kind, atS: raisedS }: HouseAlert) =>
      raisedS >= atS && !without.some((other) => other.kind === kind && other.atS <= raisedS);
    const raised = alerts
      .filter(isOwn)
      .map(({ name, atS: raisedS }) => ({ alert: name, afterH: (raisedS - atS) / HOUR_S }));
    return [{ row: rowName(row), raised }];
  });
}

function runJob(job: HouseJob): HouseOutcome {
  const spec = drawSpec(job.seed);
  return {
    job,
    house: spec.name,
    healthy: job.kind === 'healthy' ? runHealthy(spec, job.days) : [],
    faults: job.kind === 'faults' ? runFaults(usual(spec), job.rows) : [],
  };
}

parentPort?.on('message', (job: HouseJob) => parentPort?.postMessage(runJob(job)));
