import { RunChannel } from '../src/drive/drive.ts';
import { type DriveAddress, driveAddress } from '../src/drive/drive-address.ts';
import { createSimulatedGd10, type SimulatedGd10 } from '../src/drive/simulated/simulated-gd10.ts';
import { noDemand } from '../src/plant/demand.ts';
import { keepPace } from '../src/plant/live-plant.ts';
import type { Plant, PlantStart } from '../src/plant/plant.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { plantWith } from './plant.ts';

export interface Gd10World {
  gd10: SimulatedGd10;
  plant: Plant;
  /** The plant's own time; lines run on the real one. */
  clock: FakeClock;
}

/** A GD10 that stands still at 4.0 bar, its bus up, the line in charge. */
export function gd10World(
  start: Partial<PlantStart> = {},
  runChannel: number = RunChannel.communication,
): Gd10World {
  const clock = fakeClock();
  const plant = plantWith(noDemand, { isOn: false, energyKwh: 1284.65, operatingH: 3127.4, ...start });
  return { gd10: createSimulatedGd10(keepPace(plant, clock), runChannel), plant, clock };
}

/** A real drive's address, with short patience: nothing on this machine is far away. */
export function addressOf(text: string): DriveAddress {
  const address = driveAddress(text);
  if (!address) throw new Error(`${text} is no real drive`);
  return address;
}
