import { describe, expect, it } from 'vitest';
import { watchedParameters, watchedValues } from './parameters.ts';
import { getProfile, PROFILES } from './profiles.ts';
import { selfStartsAt } from './self-start.ts';

const RESTART = 0x0115;
const RESTART_DELAY = 0x0116;
const RESETS = 0x081c;
const RESET_DELAY = 0x081d;
const INVT = ['GD10', 'GD20', 'GD100', 'GD200A', 'GD300'];

const words = (...pairs: [number, number][]) => pairs.map(([address, word]) => ({ address, word }));

describe.each(INVT)('%s: parameters that start the drive', (type) => {
  const profile = getProfile(type);

  it('are P01.21 after a power cut and P08.28 after a fault, with their delays', () => {
    const rows = selfStartsAt(
      profile,
      words([RESTART, 1], [RESTART_DELAY, 25], [RESETS, 0], [RESET_DELAY, 10]),
    );
    expect(rows).toMatchObject([
      { after: 'power_cut', label: 'P01.21', value: 1, isOn: true, delayS: 2.5 },
      { after: 'fault', label: 'P08.28', value: 0, isOn: false, delayS: 1 },
    ]);
  });

  it('are read with the other watched parameters, and are marked as unverified', () => {
    const watched = watchedParameters(profile);
    expect(watched).toEqual(expect.arrayContaining([RESTART, RESTART_DELAY, RESETS, RESET_DELAY]));
    for (const { register } of profile.selfStarts)
      expect(register).toMatchObject({ source: 'C', isVerified: false });
  });

  it('no person can write them remotely', () => {
    for (const address of [RESTART, RESTART_DELAY, RESETS, RESET_DELAY])
      expect(profile.writable).not.toHaveProperty(String(address));
  });

  it('the first value is no norm; a delay is one only while its switch is on', () => {
    expect(watchedValues(profile, words([RESTART, 1], [RESTART_DELAY, 25]))).toEqual([[RESTART_DELAY, 2.5]]);
    expect(watchedValues(profile, words([RESTART, 0], [RESTART_DELAY, 25]))).toEqual([]);
    expect(watchedValues(profile, words([RESET_DELAY, 25], [0x0114, 5]))).toEqual([[0x0114, 0.5]]);
  });

  it('are unknown without a read', () => {
    expect(selfStartsAt(profile, words([RESETS, 2])).map(({ isOn }) => isOn)).toEqual([undefined, true]);
  });
});

it('P1210 of a V20 has no known register: it is named, not read', () => {
  const rows = selfStartsAt(getProfile('SINAMICS-V20'), []);
  expect(rows.map(({ after, label, register, isOn }) => [after, label, register, isOn])).toEqual([
    ['power_cut', 'P1210', undefined, undefined],
    ['fault', 'P1210', undefined, undefined],
  ]);
});

it.each(PROFILES.map((profile) => [profile.fcType, profile] as const))(
  'the wanted value of %s is that of a drive that stays stopped',
  (_type, { selfStarts }) => {
    for (const { register, wanted } of selfStarts) expect(wanted).toBe(register ? 0 : undefined);
  },
);
