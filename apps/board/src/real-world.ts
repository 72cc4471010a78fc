import type { BoardPump } from '@manoboard/contract/device/pump-card';
import { profileOf } from '@manoboard/domain/fc/profiles';
import type { BoardParts } from './board.ts';
import type { Clock } from './clock.ts';
import type { DriveAddress } from './drive/drive-address.ts';
import { createModbusDrive } from './drive/modbus-drive.ts';
import { Refusal } from './refusal.ts';
import { createMachineSensors } from './sensors/machine-sensors.ts';
import { synchronisedClock } from './synchronised-clock.ts';

export type RealWorld = Pick<BoardParts, 'clock' | 'drive' | 'unit' | 'sensors' | 'pump'>;

/** By default the pump has the rated power of its converter. */
function pumpOf({ ratedKw, pumpKw = ratedKw, noFlowW, sensorInput }: DriveAddress): BoardPump {
  return {
    ...(pumpKw !== undefined && { motor_kw: pumpKw }),
    ...(noFlowW !== undefined && { no_flow_w: noFlowW }),
    ...(sensorInput !== undefined && { sensor_input: sensorInput }),
  };
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
    pump: pumpOf(address),
  };
}
