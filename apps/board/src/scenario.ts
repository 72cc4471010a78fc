import type { Clock } from './clock.ts';
import { type Drive, RunChannel } from './drive/drive.ts';
import { createSimulatedGd10, type SimulatedGd10 } from './drive/simulated/simulated-gd10.ts';
import { driveOf, portOf } from './drive/simulated-drive.ts';
import { createFaultSwitches, type FaultSwitches } from './faults/fault-switches.ts';
import { faultyPort } from './faults/faulty-port.ts';
import { type Demand, gardenDemand, noDemand, together } from './plant/demand.ts';
import { householdDemand } from './plant/household.ts';
import { keepPace, type LivePlant } from './plant/live-plant.ts';
import { createPlant, hasControlPower } from './plant/plant.ts';
import { type Random, seededRandom } from './random.ts';
import { createSimulatedSensors, type Sensors } from './sensors/sensors.ts';

interface Scenario {
  demand: (random: Random, startsAtS: number) => Demand;
  pressureBar: number;
  isOn: boolean;
  isAsleep: boolean;
  runChannel: number;
}

/** Two to five people live there, and somebody waters the garden. */
const house = (random: Random, startsAtS: number) => {
  const persons = 2 + Math.floor(4 * random());
  return together(householdDemand({ random, persons, startsAtS }), gardenDemand(random));
};
const household: Scenario = {
  demand: house,
  pressureBar: 3.6,
  isOn: true,
  isAsleep: false,
  runChannel: RunChannel.communication,
};

/** The houses of the demo. */
export const scenarios = {
  household,
  asleep: { ...household, demand: () => noDemand, pressureBar: 4.3, isAsleep: true },
  stopped: { ...household, isOn: false },
  local: { ...household, runChannel: RunChannel.keypad },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;

export const isScenarioName = (name: unknown): name is ScenarioName =>
  typeof name === 'string' && Object.hasOwn(scenarios, name);

const SET_POINT_BAR = 4;
const INSTALLED_MS = Date.UTC(2024, 0, 1);
/** What the meters of such a house gain in a usual day; so they also grow from one start to the next. */
const PER_DAY = { operatingH: 1.5, energyKwh: 0.7 };

/** The houses stand where the clock is an hour ahead of Greenwich; one that does not know the time gets up. */
const AHEAD_MS = 3_600_000;
const GETTING_UP_MS = 6.5 * 3_600_000;
const timeOfDayS = (unixMs = GETTING_UP_MS) => ((unixMs + AHEAD_MS) % 86_400_000) / 1000;

/** A simulated house: what the board sees of it, and what is true. */
export interface World {
  drive: Drive;
  sensors: Sensors;
  plant: LivePlant;
}

/** A plant and the drive that turns its pump. */
export interface House {
  plant: LivePlant;
  gd10: SimulatedGd10;
}

/** Chance comes in streams of its own: however often somebody looks at a sensor, the people live the same day. */
const streamOf = (seed: number, purpose: 'life' | 'noise' | 'sensors') =>
  seededRandom(seed ^ { life: 0, noise: 0x9e37_79b9, sensors: 0x85eb_ca6b }[purpose]);

export function startHouse(
  name: ScenarioName,
  seed: number,
  clock: Clock,
  { active }: FaultSwitches = createFaultSwitches(),
): House {
  const { demand, runChannel, ...start } = scenarios[name];
  const life = streamOf(seed, 'life');
  const nowMs = clock.unixMs();
  const days = Math.max(0, (nowMs ?? INSTALLED_MS) - INSTALLED_MS) / 86_400_000 + 300 * life();
  const built = createPlant({
    ...start,
    random: streamOf(seed, 'noise'),
    faults: active,
    demand: demand(life, timeOfDayS(nowMs)),
    setPointBar: SET_POINT_BAR,
    energyKwh: days * PER_DAY.energyKwh,
    operatingH: days * PER_DAY.operatingH,
  });
  const plant = keepPace(built, clock);
  return { plant, gd10: createSimulatedGd10(plant, runChannel) };
}

export function startScenario(
  name: ScenarioName,
  seed: number,
  clock: Clock,
  faults: FaultSwitches = createFaultSwitches(),
): World {
  const { plant, gd10 } = startHouse(name, seed, clock, faults);
  const port = faultyPort(portOf(gd10), faults.active, () => hasControlPower(plant.now()));
  const sensors = createSimulatedSensors(plant, streamOf(seed, 'sensors'));
  return { drive: driveOf(port), sensors, plant };
}
