import { describe, expect, it } from 'vitest';
import { gd10 } from './gd10.ts';
import {
  addressLabel,
  exceptionName,
  faultName,
  findRegister,
  getRegister,
  isReadable,
  isTemporaryException,
  refuseRegisterWrite,
} from './profile.ts';
import { getProfile, profileOf, profileOfIdentity } from './profiles.ts';
import { fromWord, parameterAddress, toWord } from './register.ts';

describe('the register map of the GD10', () => {
  it('lists every address and every name once, in order', () => {
    const addresses = gd10.registers.map(({ address }) => address);
    expect(addresses).toEqual([...new Set(addresses)].sort((a, b) => a - b));
    expect(new Set(gd10.registers.map(({ name }) => name)).size).toBe(addresses.length);
  });

  it('marks the status register as unverified, since the manual confirms one bit only', () => {
    expect(getRegister(gd10, 'status_bits')).toMatchObject({ address: 0x2101, isVerified: false });
  });

  it('marks only registers from the manual or a real drive as verified', () => {
    for (const { source, isVerified } of gd10.registers)
      expect(isVerified).toBe(source === 'M' || source === 'HW');
  });

  it.each([
    ['temperature', 'module_temperature', 0x070c],
    ['hours', 'operating_hours', 0x070e],
    ['energy', 'energy_low', 0x0710],
  ])('marks %s as unverified', (_what, name, address) => {
    expect(getRegister(gd10, name)).toMatchObject({ address, source: 'X', isVerified: false });
  });

  it('allows RAM-only writes for writable parameters only', () => {
    for (const { address, access, hasRamWrite } of gd10.registers)
      expect(hasRamWrite).toBe(address < 0x2000 && access === 'rw');
  });

  it('allows remote writes of writable registers only, except commands, the lock and the line settings', () => {
    for (const address of Object.keys(gd10.writable).map(Number)) {
      expect(findRegister(gd10, address)?.access).toBe('rw');
      expect([0x0001, 0x0002, 0x2000]).not.toContain(address);
      expect(address >> 8).not.toBe(14);
    }
  });
});

it.each([
  [5, 5, 0x0505, 'P05.05'],
  [10, 1, 0x0a01, 'P10.01'],
  [9, 1, 0x0901, 'P09.01'],
])('the address of P%i.%i is its group and index in one word', (group, index, address, label) => {
  expect(parameterAddress(group, index)).toBe(address);
  expect(addressLabel(gd10, address)).toBe(label);
});

it('a RAM-only write sets the top bit: P00.07 is 8007H', () => {
  expect(parameterAddress(0, 7) | (gd10.ramBit ?? 0)).toBe(0x8007);
  expect(addressLabel(gd10, 0x2100)).toBe('2100H');
});

it.each([
  ['running_frequency', 4073, 40.73],
  ['bus_voltage', 3184, 318.4],
  ['output_current', 49, 4.9],
  ['motor_speed', 2380, 2380],
  ['output_power', 0xff9c, -10],
  ['pid_preset', 400, 40],
  ['module_temperature', 0xff38, -20],
  ['energy_high', 3, 3000],
] as const)('%s: the word %i decodes to %d and encodes back', (name, word, value) => {
  const register = getRegister(gd10, name);
  expect(fromWord(register, word)).toBeCloseTo(value, 9);
  expect(toWord(register, value)).toBe(word);
});

it.each([
  ['too large', 'running_frequency', 655.36],
  ['below zero without a sign', 'running_frequency', -0.01],
  ['too far below zero', 'output_power', -3276.9],
  ['not a number', 'running_frequency', Number.NaN],
])('a value that is %s cannot be encoded', (_why, name, value) => {
  expect(toWord(getRegister(gd10, name), value)).toBeUndefined();
});

it.each([
  ['P09.01 = 40.0 % in RAM', { address: 0x0901, word: 400, isRam: true }, undefined],
  ['P09.01 above the sensor', { address: 0x0901, word: 1001, isRam: false }, 'out_of_range'],
  ['P09.01 below zero', { address: 0x0901, word: 0xffff, isRam: false }, 'out_of_range'],
  ['a fraction of a word', { address: 0x0901, word: 1.5, isRam: false }, 'out_of_range'],
  ['a start by a register write', { address: 0x2000, word: 1, isRam: false }, 'not_allowed'],
  ['a lock by a register write', { address: 0x0001, word: 2, isRam: false }, 'not_allowed'],
  ['a line setting', { address: 0x0e00, word: 2, isRam: false }, 'not_allowed'],
  ['a read-only register', { address: 0x2100, word: 1, isRam: false }, 'not_allowed'],
  ['outside the map', { address: 0x4000, word: 1, isRam: false }, 'not_allowed'],
  ['a RAM-only write of a command register', { address: 0x2002, word: 1, isRam: true }, 'not_allowed'],
] as const)('register write: %s', (_what, write, refusal) => {
  expect(refuseRegisterWrite(gd10, write)).toBe(refusal);
});

it.each([
  ['the state registers', 0x2100, 4, true],
  ['run data across reserved registers', 0x3000, 16, true],
  ['a range with a gap', 0x300f, 2, false],
  ['outside the map', 0x4000, 1, false],
  ['a RAM address', 0x8901, 1, false],
  ['nothing', 0x2100, 0, false],
])('isReadable of %s', (_what, address, count, expected) => {
  expect(isReadable(gd10, address, count)).toBe(expected);
});

it('codes have the meaning of the drive: 36 is underload, exception 8 is not a parity error', () => {
  expect(faultName(gd10, 36)).toBe('LL');
  expect(faultName(gd10, 99)).toBeUndefined();
  expect(exceptionName(gd10, 8)).toBe('not_while_running');
  expect(exceptionName(gd10, 11)).toBe('unknown');
});

it.each([
  ['GD10', 5, 'wrong_password', false],
  ['GD10', 6, 'frame_error', true],
  ['SINAMICS-V20', 5, 'unknown', false],
  ['SINAMICS-V20', 6, 'busy', true],
  ['VLT-FC51', 2, 'illegal_address', false],
] as const)('exception of a %s with code %i is %s; temporary: %s', (type, code, name, isTemporary) => {
  expect(exceptionName(getProfile(type), code)).toBe(name);
  expect(isTemporaryException(name)).toBe(isTemporary);
});

it.each([
  [0x010d, 'GD10'],
  [0x0106, 'GD20'],
  [0x0107, 'GD200A'],
  [0x010c, 'GD200A'],
  [0x010b, 'GD100'],
  [0x010a, 'GD300'],
  [0x0999, undefined],
])('identity %i is %s', (identity, fcType) => {
  expect(profileOfIdentity(gd10, identity)?.fcType).toBe(fcType);
});

it('a sister drive has a third analog input, its own faults and only unverified registers', () => {
  const gd200a = profileOf('GD200A');
  expect(gd200a && findRegister(gd200a, 0x300e)?.name).toBe('analog_input_3');
  expect(gd200a && faultName(gd200a, 13)).toBe('SPI');
  expect(gd200a?.registers.some(({ isVerified }) => isVerified)).toBe(false);
  expect(profileOf('GD9999')).toBeUndefined();
});
