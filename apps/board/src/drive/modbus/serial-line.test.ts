import { execFileSync } from 'node:child_process';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { waitFor } from '@manoboard/testkit/wait-for';
import { describe, expect, it } from 'vitest';
import { addressOf, gd10World } from '../../../test/gd10-world.ts';
import { openPtyPair } from '../../../test/pty-pair.ts';
import { hasProgram, logIfMissing } from '../../../test/tools-present.ts';
import { systemClock } from '../../clock.ts';
import { createModbusDrive } from '../modbus-drive.ts';
import { serveRtu } from '../simulated/gd10-server.ts';
import { openSerial } from './serial-line.ts';

/** Only root can open a port that the board has reserved. */
const canIntrude = hasProgram('socat') && hasProgram('stty') && process.getuid?.() === 0;
const isRun = logIfMissing(canIntrude, 'another program on the serial port needs socat, stty and root.');

describe.skipIf(!isRun)('another program leaves VMIN = 0 on the serial port', () => {
  it('the line ends instead of reading no bytes without end, and works again when it is reopened', async () => {
    const pair = await openPtyPair();
    const world = gd10World();
    const serial = openSerial({ path: pair.drive, baud: 19_200, parity: 'even' });
    const server = await serveRtu(world.gd10, 1, serial, systemClock);
    const drive = createModbusDrive({
      address: addressOf(`modbus:rtu:${pair.board}?timeout=1000`),
      profile: gd10,
      clock: systemClock,
    });
    try {
      expect(await drive.identify()).toMatchObject({ fcType: 'GD10' });
      execFileSync('stty', ['-F', pair.board, 'min', '0', 'time', '0']);
      // The request that meets the empty reads may fail; the next one opens the port again.
      await waitFor(() => drive.identify().catch(() => undefined), { what: 'an answer' });
      const vmin = () =>
        / min = (\d+);/.exec(execFileSync('stty', ['-a', '-F', pair.board], { encoding: 'utf8' }));
      await waitFor(async () => {
        await drive.identify().catch(() => undefined);
        return vmin()?.[1] === '1';
      });
      expect(await drive.identify()).toMatchObject({ fcType: 'GD10' });
    } finally {
      await drive.close();
      await server.close();
      await pair.close();
    }
  });
});
