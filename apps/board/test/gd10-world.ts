import { RunChannel } from '../src/drive/drive.ts';
import { type DriveAddress, driveAddress } from '../src/drive/drive-address.ts';
import { RegisterException } from '../src/drive/simulated/register-exception.ts';
import { createSimulatedGd10, type SimulatedGd10 } from '../src/drive/simulated/simulated-gd10.ts';
import { noDemand } from '../src/plant/demand.ts';
import { followClock } from '../src/plant/live-plant.ts';
import type { Plant, PlantStart } from '../src/plant/plant.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { plantWith } from './plant.ts';

export interface Gd10World {
  gd10: SimulatedGd10;
  plant: Plant;
  /** The plant's clock; lines use real time. */
  clock: FakeClock;
}

/** A stopped GD10 at 4.0 bar, its bus up, under remote control. */
export function gd10World(
  start: Partial<PlantStart> = {},
  runChannel: number = RunChannel.communication,
): Gd10World {
  const clock = fakeClock();
  const plant = plantWith(noDemand, { isOn: false, energyKwh: 1284.65, operatingH: 3127.4, ...start });
  return { gd10: createSimulatedGd10(followClock(plant, clock), runChannel), plant, clock };
}

/** Makes one register unreadable, and every range that holds it; the returned function restores it. */
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

/** Address of a real drive, with short timeouts for a local machine. */
export function addressOf(text: string): DriveAddress {
  const address = driveAddress(text);
  if (!address) throw new Error(`${text} is no real drive`);
  return address;
}
