import type { Clock } from './clock.ts';
import { type Drive, RunChannel } from './drive/drive.ts';
import { createSimulatedDrive } from './drive/simulated-drive.ts';
import { type Demand, gardenDemand, householdDemand, noDemand, together } from './plant/demand.ts';
import { keepPace } from './plant/live-plant.ts';
import { createPlant } from './plant/plant.ts';
import { type Random, seededRandom } from './random.ts';
import { createSimulatedSensors, type Sensors } from './sensors.ts';

interface Scenario {
  demand: (random: Random) => Demand;
  pressureBar: number;
  isOn: boolean;
  isAsleep: boolean;
  runChannel: number;
}

const house = (random: Random) => together(householdDemand(random), gardenDemand(random));
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

export function startScenario(
  name: ScenarioName,
  seed: number,
  clock: Clock,
): { drive: Drive; sensors: Sensors } {
  const { demand, runChannel, ...start } = scenarios[name];
  const random = seededRandom(seed);
  const days = Math.max(0, (clock.unixMs() ?? INSTALLED_MS) - INSTALLED_MS) / 86_400_000 + 300 * random();
  const plant = createPlant({
    ...start,
    random,
    demand: demand(random),
    setPointBar: SET_POINT_BAR,
    energyKwh: days * PER_DAY.energyKwh,
    operatingH: days * PER_DAY.operatingH,
  });
  const world = keepPace(plant, clock);
  return { drive: createSimulatedDrive(world, runChannel), sensors: createSimulatedSensors(world, random) };
}
