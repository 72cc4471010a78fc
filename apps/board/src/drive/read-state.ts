import { type FcProfile, getRegister } from '@manoboard/domain/fc/profile';
import { fromWord } from '@manoboard/domain/fc/register';
import { DriveError, type DriveState } from './drive.ts';
import type { ReadRanges } from './range-reader.ts';

export interface ReadStateOptions {
  profile: FcProfile;
  sensorMaxBar: number;
  ratedKw?: number | undefined;
  hasUnverified?: boolean | undefined;
}

/** Registers of every poll: few ranges, since each costs a round trip. */
const STATE = { from: 0x2100, count: 3 };
const RUN_DATA = { from: 0x3000, count: 14 };
const CHANNEL = { from: 0x0001, count: 1 };
const LIMITS = { from: 0x0003, count: 2 };
const SET_POINT = { from: 0x0900, count: 2 };
const UNVERIFIED = { from: 0x070c, count: 1 };
const METERS = { from: 0x070e, count: 3 };

/** Lowest plausible frequency limit. */
const SLOWEST_LIMIT_HZ = 10;

/** Bits 5 and 6 of 2101H: the run-command channel, for drives where P00.01 cannot be read. */
const channelOfStatus = (status: number) => (status >> 5) & 0b11;

/** Drops undefined fields. */
function present<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

const scaled = (factor: number, value: number | undefined) =>
  value === undefined ? undefined : factor * value;

function energyKwh(high: number | undefined, low: number | undefined): number | undefined {
  return high === undefined || low === undefined ? undefined : high + low;
}

/** P00.04 is inferred (`domain.md` 1.5): used only if its value is plausible. */
function highestHz(most: number | undefined, upper: number | undefined): number | undefined {
  const isCredible = (hz: number | undefined) => hz !== undefined && hz >= SLOWEST_LIMIT_HZ;
  if (!isCredible(most)) return undefined;
  return isCredible(upper) ? Math.min(most ?? Number.NaN, upper ?? Number.NaN) : most;
}

/** P09.01 while the line or the keypad gives the set point, else the effective reference of the drive. */
function setPointPercent(valueAt: (name: string) => number | undefined): number | undefined {
  const isPreset = valueAt('pid_reference_source') === 0;
  return isPreset ? valueAt('pid_preset') : valueAt('pid_set');
}

export async function readState(read: ReadRanges, options: ReadStateOptions): Promise<DriveState> {
  const { profile, sensorMaxBar, ratedKw, hasUnverified } = options;
  const more = hasUnverified ? [UNVERIFIED, METERS] : [];
  const words = await read([STATE, RUN_DATA, CHANNEL, LIMITS, SET_POINT, ...more]);
  const valueAt = (name: string) => {
    const register = getRegister(profile, name);
    const word = words.get(register.address);
    return word === undefined ? undefined : fromWord(register, word);
  };
  const runState = valueAt('run_state');
  if (runState === undefined) throw new DriveError('garbage', 'The drive does not report its state.');
  const status = valueAt('status_bits');
  const barPerPercent = sensorMaxBar / 100;
  return present<DriveState>({
    runState,
    runChannel: valueAt('run_channel') ?? (status === undefined ? undefined : channelOfStatus(status)),
    faultCode: valueAt('fault_code'),
    frequencyHz: valueAt('running_frequency'),
    highestHz: highestHz(valueAt('max_frequency'), valueAt('upper_frequency')),
    setPointSource: valueAt('pid_reference_source'),
    requiredPressureBar: scaled(barPerPercent, setPointPercent(valueAt)),
    pressureBar: scaled(barPerPercent, valueAt('pid_measured')),
    motorCurrentA: valueAt('output_current'),
    motorRpm: valueAt('motor_speed'),
    motorPowerKw: ratedKw === undefined ? undefined : scaled(ratedKw / 100, valueAt('output_power')),
    busVoltageV: valueAt('bus_voltage'),
    temperatureC: valueAt('module_temperature'),
    energyKwh: energyKwh(valueAt('energy_high'), valueAt('energy_low')),
    operatingH: valueAt('operating_hours'),
    analogInput2V: valueAt('analog_input_2'),
  });
}
