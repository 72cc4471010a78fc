import { parentPort } from 'node:worker_threads';
import type { RuleKind } from '@manoboard/contract/alert/rule-kind';
import { HOUR_MS } from '@manoboard/domain/time';
import { watchNormal } from '@manoboard/testkit/watched-normal';
import { watchRules } from '@manoboard/testkit/watched-rules';
import type { ActiveFaults } from '../../apps/board/src/faults/faults.ts';
import type { Demand } from '../../apps/board/src/plant/demand.ts';
import { createFastHouse, type HouseMessage } from '../../apps/board/src/plant/fast-house.ts';
import { householdDemand } from '../../apps/board/src/plant/household.ts';
import { simulatedPump } from '../../apps/board/src/plant/simulated-pump.ts';
import { seededRandom } from '../../apps/board/src/random.ts';

/** A house for some days; the faults are present from one hour to another. */
export interface HouseJob {
  seed: number;
  hours: number;
  injected?: {
    faults: Record<string, object>;
    /** So many persons move in. */
    guests?: number | undefined;
    fromH: number;
    toH: number;
  };
}
export interface HouseOutcome {
  job: HouseJob;
  /** Hours from the start of the house. */
  alerts: { kind: RuleKind; raisedH: number; clearedH: number | undefined }[];
  /** Notices of `behaves_differently`, with the changed metrics, largest change first. */
  notices: { raisedH: number; metrics: string[] }[];
}

const START_MS = Date.UTC(2026, 2, 2, 5);

/** A household that more persons join after some hours. */
function growingDemand(seed: number, guests: number, fromH: number): Demand {
  const random = seededRandom(seed);
  const startsAtS = (START_MS / 1000 + 3600) % 86_400;
  const own = householdDemand({ random, persons: 2 + Math.floor(4 * random()), startsAtS });
  const more = householdDemand({ random: seededRandom(seed ^ 0x51ed_270b), persons: guests, startsAtS });
  return {
    flowAt3BarLpm: (timeS) =>
      own.flowAt3BarLpm(timeS) + (timeS >= 3600 * fromH ? more.flowAt3BarLpm(timeS) : 0),
  };
}

function runHouse(job: HouseJob): HouseOutcome {
  const faults: ActiveFaults = {};
  const { guests, fromH: guestsFromH = 0 } = job.injected ?? {};
  const demand = guests === undefined ? {} : { demand: growingDemand(job.seed, guests, guestsFromH) };
  const house = createFastHouse({ seed: job.seed, startMs: START_MS, faults, ...demand });
  const rules = watchRules(() => !faults.clock_unset, simulatedPump(1));
  const normal = watchNormal();
  const receive = (message: HouseMessage) => {
    rules.receive(message);
    if (message.kind === 'frame') normal.receive(message);
  };
  const { hours, injected: { faults: added, fromH, toH } = { faults: {}, fromH: hours, toH: hours } } = job;
  house.run(3600 * fromH, receive);
  Object.assign(faults, added);
  house.run(3600 * (toH - fromH), receive);
  for (const name of Object.keys(added)) Reflect.deleteProperty(faults, name);
  house.run(3600 * (hours - toH), receive);
  const hoursOf = (ms: number) => (ms - START_MS) / HOUR_MS;
  return {
    job,
    notices: normal.notices.map(({ raisedMs, changes }) => ({
      raisedH: hoursOf(raisedMs),
      metrics: changes.map(({ metric }) => metric),
    })),
    alerts: rules.alerts.map(({ kind, atMs, clearedMs }) => ({
      kind,
      raisedH: hoursOf(atMs),
      clearedH: clearedMs === undefined ? undefined : hoursOf(clearedMs),
    })),
  };
}

parentPort?.on('message', (job: HouseJob) => parentPort?.postMessage(runHouse(job)));
