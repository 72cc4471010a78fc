import type { FcProfile } from '@manoboard/domain/fc/profile';
import type { Clock } from '../clock.ts';
import type { Drive } from './drive.ts';
import type { DriveAddress } from './drive-address.ts';
import { onlyIfKnown } from './known-drive.ts';
import { mistrustSilence } from './mistrust-silence.ts';
import { logOpenErrors } from './modbus/logged-line.ts';
import { createModbusPort } from './modbus/modbus-port.ts';
import { createRtuExchange } from './modbus/rtu-exchange.ts';
import { openSerial } from './modbus/serial-line.ts';
import { openSocket } from './modbus/socket-line.ts';
import { createTcpExchange } from './modbus/tcp-exchange.ts';
import { createRegisterDrive } from './register-drive.ts';

export interface ModbusDriveOptions {
  address: DriveAddress;
  profile: FcProfile;
  clock: Clock;
  /** Logs one sentence for the operator. */
  log?: ((sentence: string) => void) | undefined;
}

/** A real drive: Modbus RTU on a serial port, or Modbus TCP through a gateway. */
export function createModbusDrive({
  address,
  profile,
  clock,
  log = () => undefined,
}: ModbusDriveOptions): Drive {
  const { line, unit, timeoutMs } = address;
  const parts = { unit, clock, timeoutMs };
  const exchange =
    line.kind === 'rtu'
      ? createRtuExchange({ ...parts, open: logOpenErrors(openSerial(line), line.path, log) })
      : createTcpExchange({
          ...parts,
          open: logOpenErrors(openSocket(line.host, line.port), `${line.host}:${line.port}`, log),
        });
  const drive = createRegisterDrive(createModbusPort(exchange, profile), {
    profile,
    ratedKw: address.ratedKw,
    hasUnverified: address.hasUnverified,
  });
  return mistrustSilence(onlyIfKnown(drive), clock);
}
