import { gd10 } from '@manoboard/domain/fc/gd10';
import { freePort } from '@manoboard/testkit/free-port';
import { describe } from 'vitest';
import { addressOf } from '../../test/gd10-world.ts';
import { openPtyPair } from '../../test/pty-pair.ts';
import { hasProgram, logIfMissing } from '../../test/tools-present.ts';
import { systemClock } from '../clock.ts';
import { describeDrive } from './drive.contract.ts';
import { openSerial } from './modbus/serial-line.ts';
import { createModbusDrive } from './modbus-drive.ts';
import { serveRtu, serveTcp } from './simulated/gd10-server.ts';
import { driveOf, portOf } from './simulated-drive.ts';

/** The rated power of the simulated drive, and its registers that are not documented for the real one. */
const KNOWN = 'kw=1.386&unverified=1&timeout=2000';
const real = (text: string) =>
  createModbusDrive({ address: addressOf(text), profile: gd10, clock: systemClock });

describeDrive('simulated drive', async (world) => {
  const drive = driveOf(portOf(world.gd10), { now: () => world.plant });
  return { drive, close: () => drive.close() };
});

describeDrive('Modbus drive over TCP', async (world) => {
  const port = await freePort();
  const server = await serveTcp(world.gd10, 1, { host: '127.0.0.1', port });
  const drive = real(`modbus:tcp://127.0.0.1:${port}?unit=1&${KNOWN}`);
  return {
    drive,
    async close() {
      await drive.close();
      await server.close();
    },
  };
});

const hasSocat = logIfMissing(hasProgram('socat'), 'the drive over a serial line needs socat.');

describe.skipIf(!hasSocat)('on a pair of serial ports', () => {
  describeDrive('Modbus drive over RTU', async (world) => {
    const pair = await openPtyPair();
    const serial = openSerial({ path: pair.drive, baud: 19_200, parity: 'even' });
    const server = await serveRtu(world.gd10, 1, serial, systemClock);
    const drive = real(`modbus:rtu:${pair.board}?${KNOWN}`);
    return {
      drive,
      async close() {
        await drive.close();
        await server.close();
        await pair.close();
      },
    };
  });
});
