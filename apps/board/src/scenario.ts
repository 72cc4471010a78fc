import { gd10 } from '@manoboard/domain/fc/gd10';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { type PumpFigures, pumpsInARow } from '@manoboard/domain/protection/rules';
import type { Clock } from './clock.ts';
import { type Drive, RunChannel } from './drive/drive.ts';
import type { Gd10Keypad } from './drive/simulated/gd10-keypad.ts';
import { createSimulatedGd10, type SimulatedGd10 } from './drive/simulated/simulated-gd10.ts';
import { driveOf, portOf } from './drive/simulated-drive.ts';
import { createFaultSwitches, type FaultSwitches } from './faults/fault-switches.ts';
import type { FaultName } from './faults/faults.ts';
import { faultyPort } from './faults/faulty-port.ts';
import { type Demand, gardenDemand, noDemand, steadyDemand, together } from './plant/demand.ts';
import { householdDemand } from './plant/household.ts';
import { keepPace, type LivePlant } from './plant/live-plant.ts';
import { createPlant, hasControlPower, stepPlant } from './plant/plant.ts';
import { HOUSE, type Installation } from './plant/pressure-controller.ts';
import { type Random, seededRandom } from './random.ts';
import { createSimulatedSensors, type Sensors } from './sensors/sensors.ts';

interface Scenario {
  demand: (random: Random, startsAtS: number) => Demand;
  installation: Installation;
  setPointBar: number;
  pressureBar: number;
  isOn: boolean;
  isAsleep: boolean;
  runChannel: number;
  /** What was broken before anybody looked. */
  broken: readonly FaultName[];
}

/** Two to five people live there, and somebody waters the garden. */
const house = (random: Random, startsAtS: number) => {
  const persons = 2 + Math.floor(4 * random());
  return together(householdDemand({ random, persons, startsAtS }), gardenDemand(random));
};
const household: Scenario = {
  demand: house,
  installation: HOUSE,
  setPointBar: 4,
  pressureBar: 3.6,
  isOn: true,
  isAsleep: false,
  runChannel: RunChannel.communication,
  broken: [],
};
const asleep: Scenario = { ...household, demand: () => noDemand, pressureBar: 4.3, isAsleep: true };

/** The tenants of a few floors, and a laundry in the cellar that never stops. */
const floors = (random: Random, startsAtS: number) =>
  together(householdDemand({ random, persons: 10, startsAtS }), steadyDemand(20));

/** The houses of the demo. */
export const scenarios = {
  household,
  asleep,
  stopped: { ...household, isOn: false },
  local: { ...household, runChannel: RunChannel.keypad },
  /** Nobody is there, and whoever left last put the keypad in charge. */
  cottage: { ...asleep, runChannel: RunChannel.keypad },
  /** Two pumps in a row lift the water to the roof; the sensor goes to 25 bar. Begins after a night without pressure. */
  tall_house: {
    ...household,
    demand: floors,
    installation: { pumps: 2, sensorMaxBar: 25 },
    setPointBar: 8,
    pressureBar: 4,
  },
  /** At the end of a long line: the drive has tripped on low voltage, and cannot be reset before the voltage is back. */
  weak_mains: { ...household, broken: ['under_voltage'] },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;

export const isScenarioName = (name: unknown): name is ScenarioName =>
  typeof name === 'string' && Object.hasOwn(scenarios, name);

const INSTALLED_MS = Date.UTC(2024, 0, 1);
/** What the meters of such a house gain in a usual day; so they also grow from one start to the next. */
const PER_DAY = { operatingH: 1.5, energyKwh: 0.7 };

/** So long it takes until what is broken shows. */
const MOMENT_S = 0.1;

/** The houses stand where the clock is an hour ahead of Greenwich; one that does not know the time gets up. */
const AHEAD_MS = 3_600_000;
const GETTING_UP_MS = 6.5 * 3_600_000;
const timeOfDayS = (unixMs = GETTING_UP_MS) => ((unixMs + AHEAD_MS) % 86_400_000) / 1000;

/** A simulated house: what the board sees of it, and what is true. */
export interface World {
  drive: Drive;
  sensors: Sensors;
  plant: LivePlant;
  pump: PumpFigures;
  /** The converter's own keys and display. */
  keypad: Gd10Keypad;
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
  faults: FaultSwitches = createFaultSwitches(),
  profile: FcProfile = gd10,
): House {
  const { demand, runChannel, broken, ...start }: Scenario = scenarios[name];
  const life = streamOf(seed, 'life');
  const nowMs = clock.unixMs();
  const days = Math.max(0, (nowMs ?? INSTALLED_MS) - INSTALLED_MS) / 86_400_000 + 300 * life();
  const built = createPlant({
    ...start,
    random: streamOf(seed, 'noise'),
    faults: faults.active,
    demand: demand(life, timeOfDayS(nowMs)),
    energyKwh: days * PER_DAY.energyKwh,
    operatingH: days * PER_DAY.operatingH,
  });
  for (const fault of broken) faults.on(fault);
  if (broken.length > 0) stepPlant(built, MOMENT_S);
  const plant = keepPace(built, clock);
  return { plant, gd10: createSimulatedGd10(plant, runChannel, profile) };
}

export function startScenario(
  name: ScenarioName,
  seed: number,
  clock: Clock,
  faults: FaultSwitches = createFaultSwitches(),
  fcType: string = gd10.fcType,
): World {
  const profile = profileOf(fcType) ?? gd10;
  const { plant, gd10: bank } = startHouse(name, seed, clock, faults, profile);
  const port = faultyPort(portOf(bank), faults.active, () => hasControlPower(plant.now()));
  const sensors = createSimulatedSensors(plant, streamOf(seed, 'sensors'));
  const pump = pumpsInARow(plant.now().installation.pumps);
  return { drive: driveOf(port, plant, profile), sensors, plant, pump, keypad: bank.keypad };
}
