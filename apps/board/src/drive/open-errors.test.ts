import { expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { addressOf } from '../../test/gd10-world.ts';
import { scriptedLine } from '../../test/scripted-line.ts';
import { openRealWorld } from '../real-world.ts';
import { DriveError } from './drive.ts';
import type { OpenByteLine } from './modbus/byte-line.ts';
import { logOpenErrors } from './modbus-drive.ts';

it('a line that cannot be opened: each cause is logged once, and so is its recovery', async () => {
  const logged: string[] = [];
  let cause: string | undefined = 'no such file';
  const line = scriptedLine(() => undefined);
  const open: OpenByteLine = (events) => (cause ? Promise.reject(new Error(cause)) : line.open(events));
  const loggedOpen = logOpenErrors(open, '/dev/ttyUSB0', (sentence) => logged.push(sentence));
  const events = { onBytes: () => undefined, onClosed: () => undefined };
  for (cause of ['no such file', 'no such file', 'permission denied', 'no such file', undefined, undefined])
    await loggedOpen(events).catch(() => undefined);
  expect(logged).toEqual([
    'The line to the drive at /dev/ttyUSB0 cannot be opened (no such file); trying again.',
    'The line to the drive at /dev/ttyUSB0 cannot be opened (permission denied); trying again.',
    'The line to the drive at /dev/ttyUSB0 is open.',
  ]);
});

it('a missing serial port is logged by the board', async () => {
  const logged: string[] = [];
  const address = addressOf('modbus:rtu:/dev/no-such-port');
  const { drive } = openRealWorld(address, 'GD10', fakeClock(), (sentence) => logged.push(sentence));
  for (let look = 0; look < 3; look++) await expect(drive.read()).rejects.toThrow(DriveError);
  expect(logged).toEqual([expect.stringMatching(/\/dev\/no-such-port cannot be opened \(.*No such file/)]);
  await drive.close();
});
