import type { FcRefusal } from '@manoboard/contract/device/device';
import { gd10 as profile } from '@manoboard/domain/fc/gd10';
import { exceptionName } from '@manoboard/domain/fc/profile';
import { getProfile } from '@manoboard/domain/fc/profiles';
import { describe, expect, it } from 'vitest';
import { driveWith } from '../../test/parts.ts';
import { seededRandom } from '../random.ts';
import { type Drive, DriveError, type DriveIdentity } from './drive.ts';
import { requireKnownDrive } from './known-drive.ts';

const stranger = { ident: 0x0999, fcType: undefined };
const gd10 = { ident: 0x010d, fcType: 'GD10' };

function options(isIdentitySkipped = false) {
  const logged: string[] = [];
  return { fcType: 'GD10', isIdentitySkipped, log: (sentence: string) => logged.push(sentence), logged };
}
const refuses = (code: number) => () => {
  const name = exceptionName(profile, code);
  return Promise.reject(new DriveError('exception', 'not this one', { code, name, address: 0x2103 }));
};
const exception = refuses(2);

/** The answer to the last of some questions. */
async function identifyAgain(drive: Drive, times = 3): Promise<DriveIdentity | DriveError> {
  let last: DriveIdentity | DriveError = new DriveError('no_answer', 'not asked');
  for (let at = 0; at < times; at++)
    last = await drive.identify().catch((error) => {
      if (error instanceof DriveError) return error;
      throw error;
    });
  return last;
}

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
    expect(await identifyAgain(drive)).toMatchObject({ refusal });
  });

  it('is logged once, not at every poll', async () => {
    const terms = options();
    const drive = requireKnownDrive(driveWith({ identify }), terms);
    await identifyAgain(drive, 2);
    expect(terms.logged).toEqual([]);
    await identifyAgain(drive, 5);
    expect(terms.logged).toHaveLength(1);
    expect(terms.logged[0]).toContain('neither read nor written');
  });
});

/** A GD10 whose n-th answer may be another one. */
function disturbed(answerOf: (at: number) => (() => Promise<DriveIdentity>) | undefined) {
  let at = 0;
  const terms = options();
  const bare = driveWith({ identify: () => (answerOf(at++) ?? (async () => gd10))() });
  return { terms, bare, drive: requireKnownDrive(bare, terms) };
}

describe('R4.16 nobody is advised to skip the identity because of a disturbed line', () => {
  it.each([
    ['exception 06, frame error', refuses(6)],
    ['a garbled word', async () => stranger],
    ['a garbled exception', exception],
    ['silence', () => Promise.reject(new DriveError('no_answer', 'silence'))],
  ])('%s once at the identification: the drive is asked again, and is known', async (_what, answer) => {
    const { terms, drive } = disturbed((at) => (at === 0 ? answer : undefined));
    expect(await identifyAgain(drive, 1)).toBeInstanceOf(DriveError);
    expect(await identifyAgain(drive, 1)).toMatchObject({ fcType: 'GD10' });
    expect(terms.logged).toEqual([]);
  });

  it('at 30 % of exception 06 and 10 % of garbled words for 1000 identifications nothing is logged', async () => {
    const random = seededRandom(7);
    const garbled = async () => ({ ident: Math.floor(65_536 * random()), fcType: undefined });
    const { terms, drive } = disturbed(() => {
      const chance = random();
      return chance < 0.3 ? refuses(6) : chance < 0.4 ? garbled : undefined;
    });
    await identifyAgain(drive, 1000);
    expect(terms.logged).toEqual([]);
  });

  it('a drive that always answers with exception 06 is neither identified nor written', async () => {
    const { terms, bare, drive } = disturbed(() => refuses(6));
    expect(await identifyAgain(drive, 20)).toMatchObject({ exception: { name: 'frame_error' } });
    await expect(drive.start()).rejects.toBeInstanceOf(DriveError);
    expect([terms.logged, bare.writes]).toEqual([[], []]);
  });

  it.each([4, 5, 9])('exception %i is logged once, without the advice', async (code) => {
    const { terms, bare, drive } = disturbed(() => refuses(code));
    expect(await identifyAgain(drive, 20)).toBeInstanceOf(DriveError);
    await expect(drive.start()).rejects.toBeInstanceOf(DriveError);
    expect(terms.logged).toEqual([expect.stringContaining(`exception ${code} (`)]);
    expect(terms.logged[0]).not.toContain('identity=skip');
    expect(bare.writes).toEqual([]);
  });

  it('the answers of two other drives in turn are not steady', async () => {
    const { terms, drive } = disturbed((at) => (at % 2 ? exception : async () => stranger));
    expect(await identifyAgain(drive, 20)).toMatchObject({ reason: 'unknown_drive' });
    expect(terms.logged).toEqual([]);
  });
});

it('R4.16 a family without an identity is not asked: the advice comes at once', async () => {
  const terms = { ...options(), fcType: 'SINAMICS-V20' };
  const identify = async () => ({ ident: undefined, fcType: undefined });
  const bare = { ...driveWith({ identify }), profile: getProfile('SINAMICS-V20') };
  expect(await requireKnownDrive(bare, terms).identify()).toMatchObject({ refusal: 'no_identity' });
  expect(terms.logged).toEqual([expect.stringContaining('identity=skip')]);
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

it('identity=skip: a drive that is busy is not taken for the configured type', async () => {
  const bare = driveWith({ identify: refuses(6) });
  await expect(requireKnownDrive(bare, options(true)).start()).rejects.toMatchObject({ reason: 'exception' });
  expect(bare.writes).toEqual([]);
});

it('identity=skip: a drive of another known type is refused', async () => {
  const bare = driveWith({ identify: async () => ({ ident: 0x0107, fcType: 'GD200A' }) });
  await expect(requireKnownDrive(bare, options(true)).start()).rejects.toMatchObject({
    reason: 'unknown_drive',
  });
  expect(bare.writes).toEqual([]);
});
