import { profileOf } from '@manoboard/domain/fc/profiles';
import type { PumpFigures } from '@manoboard/domain/protection/rules';
import type { BoardParts } from './board.ts';
import type { Clock } from './clock.ts';
import type { DriveAddress } from './drive/drive-address.ts';
import { createModbusDrive } from './drive/modbus-drive.ts';
import { Refusal } from './refusal.ts';
import { createMachineSensors } from './sensors/machine-sensors.ts';
import { synchronisedClock } from './synchronised-clock.ts';

export type RealWorld = Pick<
  BoardParts,
  'clock' | 'drive' | 'unit' | 'sensors' | 'hasSensorOnInput2' | 'pump'
>;

/** By default the pump has the rated power of its converter. */
function pumpOf({ ratedKw, pumpKw = ratedKw, noFlowW }: DriveAddress): PumpFigures {
  return { ratedPowerW: pumpKw === undefined ? undefined : 1000 * pumpKw, noFlowPowerW: noFlowW };
}

/** A board with a real drive, on a small computer. The pump data are configured. */
export function openRealWorld(
  address: DriveAddress,
  fcType: string,
  clock: Clock,
  log?: (sentence: string) => void,
): RealWorld {
  const profile = profileOf(fcType);
  if (!profile) throw new Refusal(`The registers of a ${fcType} are unknown: --fc-type must be another.`);
  return {
    clock: address.hasOwnClock ? clock : synchronisedClock(clock),
    drive: createModbusDrive({ address, profile, clock, log }),
    unit: address.unit,
    sensors: createMachineSensors(),
    hasSensorOnInput2: address.hasSensorOnInput2,
    pump: pumpOf(address),
  };
}
