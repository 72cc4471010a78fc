import { RunChannel } from '../src/drive/drive.ts';
import { type DriveAddress, driveAddress } from '../src/drive/drive-address.ts';
import { RegisterException } from '../src/drive/simulated/register-exception.ts';
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

/** One register cannot be read any more, nor any stretch that holds it; the answer gives it back. */
export function loseRegister(gd10: SimulatedGd10, register: number): () => void {
  const { read } = gd10;
  gd10.read = (address, count) => {
    if (address <= register && register < address + count) throw new RegisterException('illegal_address');
    return read(address, count);
  };
  return () => {
    gd10.read = read;
  };
}

/** A real drive's address, with short patience: nothing on this machine is far away. */
export function addressOf(text: string): DriveAddress {
  const address = driveAddress(text);
  if (!address) throw new Error(`${text} is no real drive`);
  return address;
}
