import type { BoardPump } from '@manoboard/contract/device/board-pump';
import { gd10 } from '@manoboard/domain/fc/gd10';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import type { Clock } from './clock.ts';
import type { Disk } from './disk/disk.ts';
import { type Drive, RunChannel } from './drive/drive.ts';
import type { Gd10Keypad } from './drive/simulated/gd10-keypad.ts';
import { createSimulatedGd10, type SimulatedGd10 } from './drive/simulated/simulated-gd10.ts';
import { driveOf, portOf } from './drive/simulated-drive.ts';
import { createFaultSwitches, type FaultSwitches } from './faults/fault-switches.ts';
import type { FaultName } from './faults/faults.ts';
import { faultyPort } from './faults/faulty-port.ts';
import { type Demand, gardenDemand, noDemand, steadyDemand, together } from './plant/demand.ts';
import { keepHouse } from './plant/house-memory.ts';
import { householdDemand } from './plant/household.ts';
import { followClock, type LivePlant } from './plant/live-plant.ts';
import { createPlant, hasControlPower, type Plant, stepPlant } from './plant/plant.ts';
import { simulatedPump } from './plant/simulated-pump.ts';
import { HOUSE, type Installation } from './plant/site.ts';
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
  /** Daily increase of the meters before the first start, as the simulator measures it. */
  perDay: Pick<Plant, 'operatingH' | 'energyKwh'>;
  /** Faults active from the start. */
  broken: readonly FaultName[];
}

/** Two to five people and a garden. */
const house = (random: Random, startsAtS: number) => {
  const persons = 2 + Math.floor(4 * random());
  return together(householdDemand({ random, persons, startsAtS }), gardenDemand(random, startsAtS));
};
const household: Scenario = {
  demand: house,
  installation: HOUSE,
  setPointBar: 4,
  pressureBar: 3.6,
  isOn: true,
  isAsleep: false,
  runChannel: RunChannel.communication,
  perDay: { operatingH: 1.4, energyKwh: 0.6 },
  broken: [],
};
const asleep: Scenario = {
  ...household,
  demand: () => noDemand,
  pressureBar: 4.3,
  isAsleep: true,
  perDay: { operatingH: 1.5, energyKwh: 0.7 },
};

/** Tenants of a few floors, and a laundry that runs all day. */
const floors = (random: Random, startsAtS: number) =>
  together(householdDemand({ random, persons: 10, startsAtS }), steadyDemand(20));

/** The houses of the demo. */
export const scenarios = {
  household,
  asleep,
  /** Off for days, so the tank is empty. */
  stopped: { ...household, isOn: false, pressureBar: 0 },
  local: { ...household, runChannel: RunChannel.keypad },
  /** An empty house with its keypad in control. */
  cottage: { ...asleep, runChannel: RunChannel.keypad },
  /** Two pumps in series and a sensor of 25 bar. Starts after a night without pressure. */
  tall_house: {
    ...household,
    demand: floors,
    installation: { pumps: 2, sensorMaxBar: 25 },
    setPointBar: 8,
    pressureBar: 4,
    perDay: { operatingH: 24, energyKwh: 27.4 },
  },
  /** At the end of a long supply line: the drive has tripped on low voltage and cannot be reset until it is back. */
  weak_mains: { ...household, broken: ['under_voltage'] },
  /** Its drive starts by itself after a power cut and after faults. */
  self_starting: { ...household, broken: ['self_start'] },
} satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;

export const isScenarioName = (name: unknown): name is ScenarioName =>
  typeof name === 'string' && Object.hasOwn(scenarios, name);

const INSTALLED_MS = Date.UTC(2024, 0, 1);

/** Time until the faults show. */
const MOMENT_S = 0.1;

/** The houses are in UTC+1; with an unset clock the day starts in the morning. */
const AHEAD_MS = HOUR_MS;
const GETTING_UP_MS = 6.5 * HOUR_MS;
export const timeOfDayS = (unixMs = GETTING_UP_MS) => ((unixMs + AHEAD_MS) % DAY_MS) / 1000;

/** A simulated house: what the board sees of it, and its true state. */
export interface World {
  drive: Drive;
  sensors: Sensors;
  plant: LivePlant;
  /** What the board knows of its pump. */
  pump: BoardPump;
  /** The converter's keys and display. */
  keypad: Gd10Keypad;
}

/** A plant and the drive of its pump. */
export interface House {
  plant: LivePlant;
  gd10: SimulatedGd10;
}

/** Separate random streams: reading a sensor does not change the demand. */
const streamOf = (seed: number, purpose: 'life' | 'noise' | 'sensors') =>
  seededRandom(seed ^ { life: 0, noise: 0x9e37_79b9, sensors: 0x85eb_ca6b }[purpose]);

/** Random generator of a house, and its meters at this time; meters also grow while the board is not running. */
export function lifeOf(name: ScenarioName, seed: number, unixMs = INSTALLED_MS) {
  const life = streamOf(seed, 'life');
  const days = Math.max(0, unixMs - INSTALLED_MS) / DAY_MS + 300 * life();
  const { operatingH, energyKwh } = scenarios[name].perDay;
  return { life, meters: { energyKwh: days * energyKwh, operatingH: days * operatingH } };
}

export function startHouse(
  name: ScenarioName,
  seed: number,
  clock: Clock,
  faults: FaultSwitches = createFaultSwitches(),
  profile: FcProfile = gd10,
): House {
  const { demand, runChannel, broken, perDay: _, ...start }: Scenario = scenarios[name];
  const nowMs = clock.unixMs();
  const { life, meters } = lifeOf(name, seed, nowMs);
  const built = createPlant({
    ...start,
    random: streamOf(seed, 'noise'),
    faults: faults.active,
    demand: demand(life, timeOfDayS(nowMs)),
    ...meters,
  });
  for (const fault of broken) faults.on(fault);
  if (broken.length > 0) stepPlant(built, MOMENT_S);
  const plant = followClock(built, clock);
  return { plant, gd10: createSimulatedGd10(plant, runChannel, profile) };
}

export function startScenario(
  name: ScenarioName,
  seed: number,
  clock: Clock,
  faults: FaultSwitches = createFaultSwitches(),
  fcType: string = gd10.fcType,
  /** State folder of the board: the house continues where the last run ended. */
  disk?: Disk,
): World {
  const profile = profileOf(fcType) ?? gd10;
  const { plant, gd10: bank } = startHouse(name, seed, clock, faults, profile);
  const port = faultyPort(portOf(bank), faults.active, () => hasControlPower(plant.now()));
  const sensors = createSimulatedSensors(plant, streamOf(seed, 'sensors'));
  const pump = simulatedPump(plant.now().installation.pumps);
  const line = driveOf(port, plant, profile);
  const drive = disk ? keepHouse(line, plant, bank, disk) : line;
  return { drive, sensors, plant, pump, keypad: bank.keypad };
}
