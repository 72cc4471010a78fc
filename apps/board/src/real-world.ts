import type { BoardPump } from '@manoboard/contract/device/board-pump';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import type { BoardParts } from './board.ts';
import type { Clock } from './clock.ts';
import type { DriveAddress } from './drive/drive-address.ts';
import { createModbusDrive } from './drive/modbus-drive.ts';
import { getProfileOf } from './drive/profile-files.ts';
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
  /** Profiles of the operator, before the shipped ones. */
  profiles: readonly FcProfile[] = [],
): RealWorld {
  const profile = getProfileOf(fcType, profiles);
  return {
    clock: address.hasOwnClock ? clock : synchronisedClock(clock),
    drive: createModbusDrive({ address, profile, clock, log }),
    unit: address.unit,
    sensors: createMachineSensors(),
    pump: pumpOf(address),
  };
}
