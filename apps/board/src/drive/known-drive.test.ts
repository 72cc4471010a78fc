import { expect, it } from 'vitest';
import { driveWith } from '../../test/parts.ts';
import { type Drive, DriveError } from './drive.ts';
import { requireKnownDrive } from './known-drive.ts';

const stranger = { ident: 0x0999, fcType: undefined };
const gd10 = { ident: 0x010d, fcType: 'GD10' };

const verbs: [string, (drive: Drive) => Promise<unknown>][] = [
  ['read', (drive) => drive.read()],
  ['start', (drive) => drive.start()],
  ['stop', (drive) => drive.stop()],
  ['reset', (drive) => drive.resetFault()],
  ['pressure', (drive) => drive.setRequiredPressure(4)],
  ['lock', (drive) => drive.setLock(true)],
  ['pressure control', (drive) => drive.setPressureControl(0)],
  ['registers', (drive) => drive.readRegisters(0x2100, 1)],
  ['write', (drive) => drive.writeRegister(0x0114, 50)],
];

it.each(verbs)('a drive without a profile: %s is refused, and nothing is sent', async (_what, request) => {
  const bare = driveWith({ identify: async () => stranger });
  const drive = requireKnownDrive(bare);
  await expect(request(drive)).rejects.toMatchObject({ reason: 'unknown_drive' });
  expect(bare.writes).toEqual([]);
  expect(await drive.identify()).toEqual(stranger);
});

it('a known drive is identified once, and again after a silence', async () => {
  let requests = 0;
  let isSilent = false;
  const drive = requireKnownDrive(
    driveWith({
      identify: async () => {
        requests++;
        return isSilent ? stranger : gd10;
      },
      stop: () =>
        isSilent ? Promise.reject(new DriveError('no_answer', 'silence')) : Promise.resolve(undefined),
    }),
  );
  await drive.start();
  await drive.stop();
  expect(requests).toBe(1);
  isSilent = true;
  await expect(drive.stop()).rejects.toMatchObject({ reason: 'no_answer' });
  await expect(drive.start()).rejects.toMatchObject({ reason: 'unknown_drive' });
});

it('a drive that refuses identification is treated as the configured type', async () => {
  const bare = driveWith({ identify: () => Promise.reject(new DriveError('exception', 'not this one')) });
  await requireKnownDrive(bare).start();
  expect(bare.writes).toEqual(['start']);
});
