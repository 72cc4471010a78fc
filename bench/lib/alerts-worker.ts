import { parentPort } from 'node:worker_threads';
import { judgeMachine, type MachineName, type MachineOutcome, runMachine } from '@manoboard/testkit/machines';
import { watchRules } from '@manoboard/testkit/watched-rules';
import type { ActiveFaults } from '../../apps/board/src/faults/faults.ts';
import { createFastHouse } from '../../apps/board/src/plant/fast-house.ts';

/** A house for some days; the faults are present from one hour to another. */
export interface HouseJob {
  kind: 'house';
  seed: number;
  hours: number;
  injected?: { faults: Record<string, object>; fromH: number; toH: number };
}
export interface HouseOutcome {
  kind: 'house';
  job: HouseJob;
  /** Hours from the start of the house. */
  alerts: { kind: string; raisedH: number; clearedH: number | undefined }[];
}

interface MachineJob {
  kind: 'machine';
  machine: MachineName;
  seed: number;
}
export interface JudgedMachine extends MachineOutcome {
  kind: 'machine';
  job: MachineJob;
}
export type AlertJob = HouseJob | MachineJob;
export type AlertOutcome = HouseOutcome | JudgedMachine;

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 2, 2, 5);

function runHouse(job: HouseJob): HouseOutcome {
  const faults: ActiveFaults = {};
  const house = createFastHouse({ seed: job.seed, startMs: START_MS, faults });
  const { receive, alerts } = watchRules(() => !faults.clock_unset);
  const { hours, injected: { faults: added, fromH, toH } = { faults: {}, fromH: hours, toH: hours } } = job;
  house.run(3600 * fromH, receive);
  Object.assign(faults, added);
  house.run(3600 * (toH - fromH), receive);
  for (const name of Object.keys(added)) Reflect.deleteProperty(faults, name);
  house.run(3600 * (hours - toH), receive);
  const hoursOf = (ms: number) => (ms - START_MS) / HOUR_MS;
  return {
    kind: 'house',
    job,
    alerts: alerts.map(({ kind, raisedMs, clearedMs }) => ({
      kind,
      raisedH: hoursOf(raisedMs),
      clearedH: clearedMs === undefined ? undefined : hoursOf(clearedMs),
    })),
  };
}

const runJob = (job: AlertJob): AlertOutcome =>
  job.kind === 'house'
    ? runHouse(job)
    : { ...judgeMachine(runMachine(job.machine, job.seed)), kind: 'machine', job };

parentPort?.on('message', (job: AlertJob) => parentPort?.postMessage(runJob(job)));
