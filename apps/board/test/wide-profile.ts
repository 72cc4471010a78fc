import type { ProfileFile } from '@manoboard/contract/converter/profile-file';
import { checkProfile } from '@manoboard/domain/fc/profile-check';

/** A made-up family that uses what the shipped ones do not: functions 04 and 16, low word first, bar, masks. */
const file: ProfileFile = {
  profile: 1,
  type: 'WIDE-1',
  maker: 'Nobody',
  sources: { T: { text: 'made up for tests', isVerified: true } },
  line: {
    baud: 9600,
    parity: 'none',
    read: 4,
    write: 16,
    readWords: 4,
    writeWords: 2,
    wordOrder: 'low-first',
    probe: { address: 10, words: 4 },
  },
  identity: { register: 'model', words: [70_001], whenRefused: 'refuse' },
  label: { others: { pattern: 'r{n:05}' } },
  registers: [
    { name: 'model', address: 0, type: 'u32', source: 'T' },
    { name: 'control', address: 5, access: 'rw', source: 'T' },
    { name: 'status', address: 10, source: 'T' },
    { name: 'alarm', address: 11, source: 'T' },
    { name: 'running_frequency', address: 12, scale: 0.1, unit: 'Hz', source: 'T' },
    { name: 'output_power', address: 13, unit: 'W', source: 'T' },
    { name: 'energy', address: 20, type: 'u32', scale: 0.1, unit: 'kWh', source: 'T' },
    { name: 'run_seconds', address: 22, type: 'u32', unit: 's', source: 'T' },
    { name: 'pressure', address: 30, type: 'i32', scale: 0.0001, unit: 'bar', source: 'T' },
    {
      name: 'pressure_reference',
      address: 32,
      type: 'u32',
      scale: 0.0001,
      unit: 'bar',
      access: 'rw',
      source: 'T',
    },
  ],
  values: {
    faultCode: 'alarm',
    frequencyHz: 'running_frequency',
    requiredPressure: 'pressure_reference',
    pressure: 'pressure',
    motorPower: 'output_power',
    energy: ['energy'],
    operatingTime: 'run_seconds',
  },
  state: [
    { when: { status: { mask: 0x0f00, is: 0x0300 } }, is: 'fault' },
    { when: { status: { mask: 0x0003, is: 1 } }, is: 'forward' },
    { when: { status: { mask: 0x0003, is: 2 } }, is: 'reverse' },
    { when: { status: { mask: 0x0003, is: 0 } }, is: 'stopped' },
  ],
  do: {
    start: [{ write: 'control', word: 1 }, { pauseMs: 5 }, { write: 'control', word: 3 }],
    stop: [{ write: 'control', word: 1 }],
    resetFault: [{ write: 'control', word: 0x80 }],
    setPressure: { register: 'pressure_reference' },
  },
  faults: { 513: { name: 'E201', kind: 'external' } },
  exceptions: { 1: 'illegal_function', 2: 'illegal_address', 3: 'illegal_value' },
  capabilities: {
    hasPressureControl: true,
    hasPressureSource: false,
    hasLock: false,
    hasFaultLog: false,
    analogInputs: 0,
  },
};

const checked = checkProfile(JSON.stringify(file));
if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
export const wideProfile = checked.profile;
