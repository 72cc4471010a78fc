import { type Disk, isReplaced, readJson } from '../disk/disk.ts';
import type { Drive } from '../drive/drive.ts';
import type { Gd10Words, SimulatedGd10 } from '../drive/simulated/simulated-gd10.ts';
import type { LivePlant } from './live-plant.ts';
import type { Plant } from './plant.ts';
import { tankWaterL } from './tank.ts';

const FILE = 'house.json';

/** The simulated house and its drive outlive the program, as a real pump outlives its board. */
interface KeptHouse {
  energyKwh: number;
  operatingH: number;
  pressureBar: number;
  driveC: number;
  setPointBar: number;
  isOn: boolean;
  faultCode: number;
  isAsleep: boolean;
  words: Gd10Words;
}

const NUMBERS = ['energyKwh', 'operatingH', 'pressureBar', 'driveC', 'setPointBar', 'faultCode'] as const;

const isWords = (value: unknown): value is [number, number][] =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isInteger));

function isKept(value: unknown): value is KeptHouse {
  const kept = Object(value);
  return (
    NUMBERS.every((name) => Number.isFinite(kept[name]) && kept[name] >= 0) &&
    typeof kept.isOn === 'boolean' &&
    typeof kept.isAsleep === 'boolean' &&
    isWords(kept.words?.stored) &&
    isWords(kept.words?.volatile)
  );
}

function restore(plant: Plant, gd10: SimulatedGd10, kept: KeptHouse): void {
  const { words, pressureBar, isAsleep, ...same } = kept;
  gd10.restore(words);
  Object.assign(plant, same, { pressureBar, pumpBar: pressureBar, sensedBar: pressureBar });
  plant.waterL = tankWaterL(plant.tank, pressureBar);
  Object.assign(plant.controller, {
    referenceBar: pressureBar,
    lastBar: pressureBar,
    mode: isAsleep ? 'asleep' : 'regulating',
  });
}

const keptOf = (plant: Plant, gd10: SimulatedGd10): KeptHouse => ({
  energyKwh: plant.energyKwh,
  operatingH: plant.operatingH,
  pressureBar: plant.pressureBar,
  driveC: plant.driveC,
  setPointBar: plant.setPointBar,
  isOn: plant.isOn,
  faultCode: plant.faultCode,
  isAsleep: plant.controller.mode === 'asleep',
  words: gd10.words(),
});

/** Visible part of the kept state. A change of it is stored at once, so that no meter decreases after a power cut. */
const shownOf = (plant: Plant, gd10: SimulatedGd10) =>
  JSON.stringify([
    Math.floor(10 * plant.energyKwh),
    Math.floor(plant.operatingH),
    plant.isOn,
    plant.faultCode,
    gd10.words(),
  ]);

/** Restores the house of an earlier run from the state folder; then stores it after each reading that differs, and at the end. */
export function keepHouse(drive: Drive, world: LivePlant, gd10: SimulatedGd10, disk: Disk): Drive {
  const known = readJson(disk, FILE);
  if (isKept(known)) restore(world.now(), gd10, known);
  let stored = isKept(known) ? shownOf(world.now(), gd10) : '';

  function save(): void {
    const plant = world.now();
    if (isReplaced(disk, FILE, keptOf(plant, gd10))) stored = shownOf(plant, gd10);
  }
  return {
    ...drive,
    read: () =>
      drive.read().finally(() => {
        if (shownOf(world.now(), gd10) !== stored) save();
      }),
    close() {
      save();
      return drive.close();
    },
  };
}
