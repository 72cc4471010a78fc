import type { FcRefusal } from '@manoboard/contract/device/device';
import { describe, expect, it } from 'vitest';
import { driveWith } from '../../test/parts.ts';
import { type Drive, DriveError, type DriveIdentity } from './drive.ts';
import { requireKnownDrive } from './known-drive.ts';

const stranger = { ident: 0x0999, fcType: undefined };
const gd10 = { ident: 0x010d, fcType: 'GD10' };

function options(isIdentitySkipped = false) {
  const logged: string[] = [];
  return { fcType: 'GD10', isIdentitySkipped, log: (sentence: string) => logged.push(sentence), logged };
}
const exception = () => Promise.reject(new DriveError('exception', 'not this one'));

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

const strangers: [string, () => Promise<DriveIdentity>, FcRefusal][] = [
  ['without a profile', async () => stranger, 'unknown_identity'],
  ['that refuses identification', exception, 'no_identity'],
  ['of another known type', async () => ({ ident: 0x0107, fcType: 'GD200A' }), 'other_type'],
];

describe.each(strangers)('R4.16 a drive %s', (_what, identify, refusal) => {
  it.each(verbs)('%s is refused, and nothing is sent', async (_verb, request) => {
    const bare = driveWith({ identify });
    const drive = requireKnownDrive(bare, options());
    await expect(request(drive)).rejects.toMatchObject({ reason: 'unknown_drive' });
    expect(bare.writes).toEqual([]);
    expect(await drive.identify()).toMatchObject({ refusal });
  });

  it('is logged once, not at every poll', async () => {
    const terms = options();
    const drive = requireKnownDrive(driveWith({ identify }), terms);
    for (let poll = 0; poll < 3; poll++) await drive.identify();
    expect(terms.logged).toHaveLength(1);
  });
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
    options(),
  );
  await drive.start();
  await drive.stop();
  expect(requests).toBe(1);
  isSilent = true;
  await expect(drive.stop()).rejects.toMatchObject({ reason: 'no_answer' });
  await expect(drive.start()).rejects.toMatchObject({ reason: 'unknown_drive' });
});

it.each([
  ['refuses identification', exception],
  ['has an unknown identity', async () => stranger],
])('identity=skip: a drive that %s is treated as the configured type', async (_what, identify) => {
  const bare = driveWith({ identify });
  const drive = requireKnownDrive(bare, options(true));
  await drive.start();
  expect(bare.writes).toEqual(['start']);
  expect(await drive.identify()).toMatchObject({ fcType: 'GD10' });
});

it('identity=skip: a drive of another known type is refused', async () => {
  const bare = driveWith({ identify: async () => ({ ident: 0x0107, fcType: 'GD200A' }) });
  await expect(requireKnownDrive(bare, options(true)).start()).rejects.toMatchObject({
    reason: 'unknown_drive',
  });
  expect(bare.writes).toEqual([]);
});
