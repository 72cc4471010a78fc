import type { FcProfile } from '@manoboard/domain/fc/profile';
import type { Clock } from '../clock.ts';
import type { Drive } from './drive.ts';
import type { DriveAddress } from './drive-address.ts';
import { requireKnownDrive } from './known-drive.ts';
import type { OpenByteLine } from './modbus/byte-line.ts';
import { createModbusPort } from './modbus/modbus-port.ts';
import { createRtuExchange } from './modbus/rtu-exchange.ts';
import { openSerial } from './modbus/serial-line.ts';
import { openSocket } from './modbus/socket-line.ts';
import { createTcpExchange } from './modbus/tcp-exchange.ts';
import { createRegisterDrive } from './register-drive.ts';
import { stopAfterUnansweredStart } from './unanswered-start.ts';

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
  const parts = { unit, clock, timeoutMs, probe: { ...profile.line.probe, functionCode: profile.line.read } };
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
    clock,
  });
  const known = requireKnownDrive(drive, {
    fcType: profile.fcType,
    isIdentitySkipped: address.isIdentitySkipped && profile.canSkipIdentity,
    log,
  });
  return stopAfterUnansweredStart(known, clock);
}

/** Logs each distinct cause once while a line cannot be opened; opening is retried indefinitely. */
export function logOpenErrors(
  open: OpenByteLine,
  place: string,
  log: (sentence: string) => void,
): OpenByteLine {
  const logged = new Set<string>();
  return async (events) => {
    try {
      const line = await open(events);
      if (logged.size > 0) log(`The line to the drive at ${place} is open.`);
      logged.clear();
      return line;
    } catch (error) {
      const [cause = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      if (!logged.has(cause))
        log(`The line to the drive at ${place} cannot be opened (${cause}); trying again.`);
      logged.add(cause);
      throw error;
    }
  };
}
