import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { type Credentials, type Past, readCredentials } from './credentials.ts';
import { createFaultSwitches, type FaultSwitches } from './faults/fault-switches.ts';
import type { FaultName } from './faults/faults.ts';
import { type Demand, together } from './plant/demand.ts';
import { createFastHouse, type FastHouse, type HouseMessage } from './plant/fast-house.ts';
import { householdDemand } from './plant/household.ts';
import { type Plant, switchPlant } from './plant/plant.ts';
import { type Random, seedOf } from './random.ts';
import { Refusal } from './refusal.ts';
import { lifeOf, type ScenarioName, scenarios, timeOfDayS } from './scenario.ts';

export const PAST_USAGE = '  past --credentials FILE --state DIR';

const WEEK_S = 7 * DAY_S;
/** A frame a minute and one at each change of the state: a month of a house is some 50,000 rows. */
const FRAME_S = { running: 60, idle: 60 };
/** Longer steps than on a live board, hence faster: the energy of a day differs by 0.1 %. */
const PACE = { stepS: 0.5, pollS: 2 };
/** Days per simulated part. The cottage is one part: its pressure lasts for days and would jump between parts. */
const partDays = (scenario: ScenarioName) => (scenario === 'cottage' ? 400 : 5);
/** Simulated time before a part, until pressure and temperatures have settled. */
const WARM_UP_S = HOUR_S;
/** Days since the pump was switched off; enough to empty the tank. */
const OFF_DAYS: Partial<Record<ScenarioName, number>> = { stopped: 6.4 };

/** As the demo configures the board of the tall house. */
const TALL_HOUSE = { normalizer: 10, max: 20, min: 3, sensor_max: 25 } as const;

type PastFrame = Extract<HouseMessage, { kind: 'frame' }>;
/** One line of a file of the past. */
type PastLine = [ts: number, fc: 0 | 1, d: PastFrame['d'], na: PastFrame['na']];

/** Delay from the start of a fault to its event, and from its end to the event's clearing. */
const DELAY_S: Partial<Record<FaultName, { raised: number; cleared: number }>> = {
  dry_run: { raised: 17, cleared: 600 },
  fc_link_loss: { raised: 10, cleared: 0 },
};
/** A garden hose that is open when the well runs dry: an idle pump would not notice it. */
const HOSE = { lpm: 46, beforeS: 300, afterS: 30 };

/** One minute of flow when the guests leave: the pump refills the tank, which then keeps its pressure. */
const LEAVING = { beforeS: 900, forS: 60, lpm: 20 };

/** An empty house that has guests at weekends (UTC). */
function weekendDemand(random: Random, { from }: Past): Demand {
  const guests = householdDemand({ random, persons: 4, startsAtS: timeOfDayS(1000 * from) });
  return {
    flowAt3BarLpm(timeS) {
      const flowLpm = guests.flowAt3BarLpm(timeS);
      // 1970 began on a Thursday.
      const untilMondayS = WEEK_S - ((from + timeS + 3 * DAY_S) % WEEK_S);
      if (untilMondayS > LEAVING.beforeS) return untilMondayS <= 2 * DAY_S ? flowLpm : 0;
      return untilMondayS > LEAVING.beforeS - LEAVING.forS ? LEAVING.lpm : 0;
    },
  };
}

function demandOf(scenario: ScenarioName, random: Random, past: Past): Demand {
  const usual =
    scenario === 'cottage'
      ? weekendDemand(random, past)
      : scenarios[scenario].demand(random, timeOfDayS(1000 * past.from));
  const dry = past.faults.filter(({ fault }) => fault === 'dry_run').map(({ from }) => from - past.from);
  const isOpen = (timeS: number) =>
    dry.some((atS) => timeS > atS - HOSE.beforeS && timeS < atS + HOSE.afterS);
  return together(usual, { flowAt3BarLpm: (timeS) => (isOpen(timeS) ? HOSE.lpm : 0) });
}

/** Scheduled changes of the house: a fault begins or ends, a person switches the pump off. */
function listTurns({ to, faults }: Past, scenario: ScenarioName, house: FastHouse, active: FaultSwitches) {
  const turns = faults.flatMap(({ fault, from, to: untilS }) => {
    const { raised, cleared } = DELAY_S[fault] ?? { raised: 0, cleared: 0 };
    return [
      { atS: from - raised, turn: () => active.on(fault) },
      { atS: untilS - cleared, turn: () => active.off(fault) },
    ];
  });
  const offDays = OFF_DAYS[scenario];
  if (offDays !== undefined)
    turns.push({ atS: Math.round(to - offDays * DAY_S), turn: () => switchPlant(house.plant, false) });
  return turns;
}

interface Span {
  from: number;
  to: number;
}
type Meters = Pick<Plant, 'energyKwh' | 'operatingH'>;

const metersOf = ({ energyKwh, operatingH }: Meters): Meters => ({ energyKwh, operatingH });
const sumOf = (a: Meters, b: Meters): Meters => ({
  energyKwh: a.energyKwh + b.energyKwh,
  operatingH: a.operatingH + b.operatingH,
});
const differenceOf = (a: Meters, b: Meters) =>
  sumOf(a, { energyKwh: -b.energyKwh, operatingH: -b.operatingH });

/** The message with other meters, in the resolution of the registers. */
const withMeters = (message: HouseMessage, { energyKwh, operatingH }: Meters): HouseMessage => ({
  ...message,
  d: {
    ...message.d,
    ...(message.d.electro_meter !== undefined && { electro_meter: Math.floor(10 * energyKwh) / 10 }),
    ...(message.d.motor_operating_hours !== undefined && { motor_operating_hours: Math.floor(operatingH) }),
  },
});

/** What the board of a house published in this part of its past, by the physics of the simulator. The meters end at `last`. */
export async function simulatePart(
  { deviceId, scenario }: Credentials,
  past: Past,
  part: Span,
  last: Meters,
) {
  const { installation, setPointBar, runChannel, isAsleep } = scenarios[scenario];
  const seed = seedOf(deviceId);
  const faults = createFaultSwitches();
  const startS = part.from - WARM_UP_S;
  const demand = demandOf(scenario, lifeOf(scenario, seed).life, past);
  const house = createFastHouse({
    seed: seed ^ part.from,
    startMs: 1000 * startS,
    installation,
    setPointBar,
    runChannel,
    isAsleep,
    faults: faults.active,
    pressureBar: setPointBar,
    ...PACE,
    frameSeconds: FRAME_S,
    demand: { flowAt3BarLpm: (timeS) => demand.flowAt3BarLpm(startS + timeS - past.from) },
    ...(installation.pumps > 1 && { pressure: TALL_HOUSE }),
  });
  const messages: { message: HouseMessage; meters: Meters }[] = [];
  let reachedS = startS;
  const runTo = async (untilS: number) => {
    for (; reachedS < untilS; reachedS = Math.min(untilS, reachedS + DAY_S)) {
      house.run(Math.min(DAY_S, untilS - reachedS), (message) =>
        messages.push({ message, meters: metersOf(house.plant) }),
      );
      await nextTurn();
    }
  };
  const turns = listTurns(past, scenario, house, faults).filter(({ atS }) => atS < part.to);
  const first = { ...last };
  turns.push({ atS: part.from, turn: () => Object.assign(first, metersOf(house.plant)) });
  for (const { atS, turn } of turns.sort((a, b) => a.atS - b.atS)) {
    await runTo(atS);
    turn();
  }
  await runTo(part.to);
  const more = differenceOf(last, house.plant);
  return {
    messages: messages
      .filter(({ message }) => message.atMs >= 1000 * part.from)
      .map(({ message, meters }) => withMeters(message, sumOf(meters, more))),
    first: sumOf(first, more),
  };
}

/** Replaces a file atomically, since the server may read it at any moment. */
function replaceFile(file: string, content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** A file of lines for each UTC day: the server stores one after the other and deletes it. */
function writeDays(messages: readonly HouseMessage[], dir: string): void {
  const lines = messages
    .filter((message) => message.kind === 'frame')
    .map(({ atMs, fc, d, na }): PastLine => [Math.round(atMs / 1000), fc, d, na]);
  const dayOf = ([ts]: PastLine) => new Date(1000 * ts).toISOString().slice(0, 10);
  for (const [day, ofDay] of Map.groupBy(lines, dayOf))
    replaceFile(join(dir, `${day}.jsonl`), ofDay.map((line) => JSON.stringify(line)).join('\n'));
}

/** How far the past of a board is written. */
interface Progress {
  downTo: number;
  meters: Meters;
}

function readProgress(file: string, { scenario, deviceId }: Credentials, { to }: Past): Progress {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { downTo: to, meters: lifeOf(scenario, seedOf(deviceId), 1000 * to).meters };
}

/** Writes the newest part of a past that is not written yet. False when there is none. */
async function writePart(board: Credentials, stateDir: string): Promise<boolean> {
  const { past, deviceId } = board;
  const dir = join(stateDir, deviceId, 'past');
  const progressFile = join(dir, 'progress.json');
  if (!past) return false;
  const { downTo, meters } = readProgress(progressFile, board, past);
  if (downTo <= past.from) return false;
  const from = Math.max(past.from, (Math.ceil(downTo / DAY_S) - partDays(board.scenario)) * DAY_S);
  const { messages, first } = await simulatePart(board, past, { from, to: downTo }, meters);
  mkdirSync(dir, { recursive: true });
  writeDays(messages, dir);
  replaceFile(progressFile, JSON.stringify({ downTo: from, meters: first }));
  return true;
}

/** Simulates the past of the boards, behind everything else: the newest days of all boards first. */
export async function runPastCommand(args: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { credentials, state } = parseArgs({ args, options: { credentials: text, state: text } }).values;
  if (credentials === undefined || state === undefined)
    throw new Refusal(`--credentials and --state must be given.\n${PAST_USAGE}`);
  setPriority(constants.priority.PRIORITY_LOW);
  let boards = readCredentials(credentials);
  while (boards.length > 0) {
    const unfinished: Credentials[] = [];
    for (const board of boards) if (await writePart(board, state)) unfinished.push(board);
    boards = unfinished;
  }
}
