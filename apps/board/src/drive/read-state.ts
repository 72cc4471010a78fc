import type { PumpState } from '@manoboard/contract/converter/profile-file';
import { firstForCertain, firstThatHolds, holds, type WordOf } from '@manoboard/domain/fc/conditions';
import { type FcProfile, findNamed, getRegister, type ProfileValues } from '@manoboard/domain/fc/profile';
import { fromWord, joinWords, type Register, wordsOf } from '@manoboard/domain/fc/register';
import { toPollRanges } from '@manoboard/domain/fc/register-ranges';
import { HOUR_S } from '@manoboard/domain/time';
import { channelOf, DriveError, type DriveState, RunState } from './drive.ts';
import type { ReadRanges } from './range-reader.ts';

export interface ReadStateOptions {
  profile: FcProfile;
  sensorMaxBar: number;
  ratedKw?: number | undefined;
  hasUnverified?: boolean | undefined;
}

/** Lowest plausible frequency limit. */
const SLOWEST_LIMIT_HZ = 10;

/** Names of the registers of every poll. */
function polledNames({ values, state, control }: FcProfile): string[] {
  const { faultCode, requiredPressure = [], ...plain } = values;
  const conditions = [...state, ...control, ...requiredPressure].flatMap((rule) => rule.when);
  return [
    ...Object.values(plain).flat(),
    ...(faultCode ? [faultCode.register] : []),
    ...requiredPressure.map(({ read }) => read),
    ...conditions.map(({ register }) => register),
  ];
}

/** Ranges of every poll. Registers that are not documented for the drive only if a person asks for them. */
export function pollRanges(profile: FcProfile, hasUnverified = false) {
  const registers = polledNames(profile).map((name) => getRegister(profile, name));
  const wanted = registers.filter(({ isOptIn }) => hasUnverified || !isOptIn);
  return toPollRanges(
    profile,
    wanted.map(({ address }) => address),
  ).map(({ address, count }) => ({ from: address, count }));
}

/** Drops undefined fields. */
function present<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** All or nothing: a part of a sum is no value. */
function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce(
    (total, value) => (total === undefined || value === undefined ? undefined : total + value),
    0,
  );
}

/** The first limit must be plausible; inferred ones after it count only if they are. */
function highestHz([first, ...others]: readonly (number | undefined)[]): number | undefined {
  const isCredible = (hz: number | undefined): hz is number => hz !== undefined && hz >= SLOWEST_LIMIT_HZ;
  return isCredible(first) ? Math.min(first, ...others.filter(isCredible)) : undefined;
}

/** The value in the unit of the board: % of the sensor's span or of the rated power, parts of an hour. */
function converted({ unit }: Register, value: number, options: ReadStateOptions): number | undefined {
  switch (unit) {
    case 'W':
      return value / 1000;
    case 'min':
      return value / 60;
    case 's':
      return value / HOUR_S;
    case '%':
      return (options.sensorMaxBar / 100) * value;
    default:
      return value;
  }
}

function powerKw(register: Register, value: number, options: ReadStateOptions): number | undefined {
  if (register.unit !== '%') return converted(register, value, options);
  return options.ratedKw === undefined ? undefined : (options.ratedKw / 100) * value;
}

/** The lowest set bit that has a code; 0 while no bit is set. */
function codeOfBits(word: number, bits: Readonly<Record<number, number>>): number | undefined {
  if (word === 0) return 0;
  const bit = Object.keys(bits).find((at) => Math.floor(word / 2 ** Number(at)) % 2 === 1);
  return bit === undefined ? undefined : bits[Number(bit)];
}

function faultCodeOf(
  { register, bits, whileFault }: NonNullable<ProfileValues['faultCode']>,
  wordOf: WordOf,
  state: PumpState,
): number | undefined {
  if (whileFault && state !== 'fault') return 0;
  const word = wordOf(register);
  return bits && word !== undefined ? codeOfBits(word, bits) : word;
}

const magnitude = (value: number | undefined) => (value === undefined ? undefined : Math.abs(value));

/** Looks up words by the names of registers. */
function createLookup(profile: FcProfile, words: ReadonlyMap<number, number>) {
  const find = (name: string | undefined) => (name === undefined ? undefined : findNamed(profile, name));
  function wordOf(name: string): number | undefined {
    const register = find(name);
    if (!register) return undefined;
    const parts = Array.from({ length: wordsOf(register) }, (_, at) => words.get(register.address + at));
    return parts.every((part) => part !== undefined) ? joinWords(register, parts) : undefined;
  }
  const valueAt = (name: string | undefined): number | undefined => {
    const [register, word] = [find(name), name === undefined ? undefined : wordOf(name)];
    return register && word !== undefined ? fromWord(register, word) : undefined;
  };
  return { find, wordOf, valueAt };
}

export async function readState(
  read: ReadRanges,
  ranges: Parameters<ReadRanges>[0],
  options: ReadStateOptions,
): Promise<DriveState> {
  const { profile } = options;
  const { values, state, control } = profile;
  const { find, wordOf, valueAt } = createLookup(profile, await read(ranges));
  const runState = firstForCertain(state, wordOf);
  if (runState === undefined) throw new DriveError('garbage', 'The drive does not report its state.');
  const source = firstThatHolds(control, wordOf);
  const required = values.requiredPressure?.find((choice) => holds(choice.when, wordOf));
  const quantity = (name: string | undefined, convert: typeof converted = converted) => {
    const [register, value] = [find(name), valueAt(name)];
    return register && value !== undefined ? convert(register, value, options) : undefined;
  };
  return present<DriveState>({
    runState: RunState[runState],
    runChannel: source && channelOf(source),
    faultCode: values.faultCode && faultCodeOf(values.faultCode, wordOf, runState),
    // The direction is in the state.
    frequencyHz: magnitude(valueAt(values.frequencyHz)),
    highestHz: highestHz((values.highestHz ?? []).map(valueAt)),
    setPointSource: valueAt(values.setPointSource),
    requiredPressureBar: quantity(required?.read),
    pressureBar: quantity(values.pressure),
    motorCurrentA: valueAt(values.motorCurrent),
    motorRpm: valueAt(values.motorSpeed),
    motorPowerKw: quantity(values.motorPower, powerKw),
    busVoltageV: valueAt(values.busVoltage),
    temperatureC: valueAt(values.temperature),
    energyKwh: values.energy && sum(values.energy.map(valueAt)),
    operatingH: quantity(values.operatingTime),
    analogInput2V: valueAt(values.analogInput2),
  });
}
