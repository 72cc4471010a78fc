import { gd10 } from '@manoboard/domain/fc/gd10';
import { exceptionName, type FcProfile } from '@manoboard/domain/fc/profile';
import type { LivePlant } from '../plant/live-plant.ts';
import { type Drive, DriveError } from './drive.ts';
import { createRegisterDrive } from './register-drive.ts';
import type { RegisterPort } from './register-port.ts';
import { ratedKw } from './simulated/gd10-values.ts';
import { RegisterException } from './simulated/register-exception.ts';
import type { RegisterBank } from './simulated/simulated-gd10.ts';

/** Registers in the same process, with the behaviour of a line. */
export function portOf(bank: RegisterBank): RegisterPort {
  async function answered<T>(address: number, access: () => T): Promise<T> {
    try {
      return access();
    } catch (error) {
      if (!(error instanceof RegisterException)) throw error;
      const name = exceptionName(gd10, error.code);
      throw new DriveError('exception', `The drive refuses: ${name}.`, { code: error.code, name, address });
    }
  }
  return {
    read: (address, count) => answered(address, () => bank.read(address, count)),
    write: (address, word) => answered(address, () => bank.write(address, word)),
    close: async () => undefined,
  };
}

/** Every register of the simulated drive is known, also those not documented for the real one. */
export const driveOf = (port: RegisterPort, world: LivePlant, profile: FcProfile = gd10): Drive =>
  createRegisterDrive(port, {
    profile,
    sensorMaxBar: world.now().installation.sensorMaxBar,
    ratedKw: ratedKw(world.now()),
    hasUnverified: true,
  });
