import {
  type FcProfile,
  findRegister,
  getRegister,
  type Operations,
  type Step,
} from '@manoboard/domain/fc/profile';
import { profileOfIdentity } from '@manoboard/domain/fc/profiles';
import { joinWords, splitWord, toWord, wordsOf } from '@manoboard/domain/fc/register';
import { type Clock, pause } from '../clock.ts';
import { type Deadline, type Drive, DriveError, type DriveIdentity, isTemporary } from './drive.ts';
import { createRangeReader } from './range-reader.ts';
import { pollRanges, type ReadStateOptions, readState } from './read-state.ts';
import type { RegisterPort, WriteTerms } from './register-port.ts';

const USUAL_SENSOR_BAR = 10;

export interface RegisterDriveOptions extends Omit<ReadStateOptions, 'sensorMaxBar'> {
  /** Full scale of a known, fixed sensor; else 10 bar until configured. */
  sensorMaxBar?: number | undefined;
  /** For the pauses of sequences; without it there are none. */
  clock?: Clock | undefined;
}

type Sequence = Exclude<keyof Operations, 'setPressure' | 'setPressureSource'>;

type Target = { register: string; store: 'ram' | 'eeprom' | undefined };

/** Writes registers to where their values are kept. */
function createRegisterWriter(port: RegisterPort, profile: FcProfile) {
  const pressure = profile.operations.setPressure;
  const pressureAddress = pressure && getRegister(profile, pressure.register).address;
  /** Registers whose value may be in RAM only. The required pressure may, whatever wrote it. */
  const inRam = new Set(pressure?.store === 'ram' ? [pressureAddress] : []);

  async function readWord(address: number): Promise<number> {
    const [word] = await port.read(address, 1);
    if (word === undefined) throw new DriveError('garbage', 'The drive answered no word.');
    return word;
  }

  async function isStored(address: number, word: number): Promise<boolean> {
    try {
      return (await readWord(address)) === word;
    } catch (error) {
      if (error instanceof DriveError && error.reason === 'exception' && !isTemporary(error)) return false;
      throw error;
    }
  }

  /** An EEPROM endures some hundred thousand writes: an unchanged value is not written. */
  async function writePersistent(address: number, word: number, terms?: WriteTerms): Promise<void> {
    if (!inRam.has(address) && (await isStored(address, word))) return;
    await port.write(address, word, terms);
    if (address !== pressureAddress) inRam.delete(address);
  }

  async function writeToRam(address: number, word: number, terms?: WriteTerms): Promise<void> {
    inRam.add(address);
    await port.write(profile.ramBit === undefined ? address : address | profile.ramBit, word, terms);
  }

  async function writeTarget(target: Target, word: number, terms?: WriteTerms): Promise<void> {
    const register = getRegister(profile, target.register);
    const { address } = register;
    if (wordsOf(register) > 1) {
      if (!port.writeMany) throw new DriveError('not_supported', 'This line has no function 16.');
      return port.writeMany(address, splitWord(register, word), terms);
    }
    if (target.store === 'eeprom') return writePersistent(address, word, terms);
    if (target.store === 'ram') return writeToRam(address, word, terms);
    return port.write(address, word, terms);
  }

  async function writeRegister(
    address: number,
    word: number,
    { isRam = false, ...deadline }: Deadline & { isRam?: boolean } = {},
  ): Promise<number> {
    const isParameter = findRegister(profile, address)?.hasRamWrite === true;
    if (!isParameter) await port.write(address, word, deadline);
    else if (isRam) await writeToRam(address, word, deadline);
    else await writePersistent(address, word, deadline);
    return readWord(address);
  }

  return { writeTarget, writeRegister };
}

/** A drive accessed through its registers, on any transport. Its profile says which, and how it is operated. */
export function createRegisterDrive(port: RegisterPort, options: RegisterDriveOptions): Drive {
  const { profile, clock } = options;
  const { operations } = profile;
  const ranges = pollRanges(profile, options.hasUnverified);
  const pressure = operations.setPressure;
  const { writeTarget, writeRegister } = createRegisterWriter(port, profile);
  const readRanges = createRangeReader(port);
  let sensorMaxBar = options.sensorMaxBar ?? USUAL_SENSOR_BAR;

  async function readWords(address: number, count: number): Promise<number[]> {
    const words: number[] = [];
    while (words.length < count) {
      const size = Math.min(profile.line.readWords, count - words.length);
      words.push(...(await port.read(address + words.length, size)));
    }
    return words;
  }

  async function runSteps(steps: readonly Step[], terms?: WriteTerms): Promise<void> {
    for (const step of steps) {
      if ('pauseMs' in step) await (clock && pause(clock, step.pauseMs));
      else await writeTarget(step, step.word, terms);
    }
  }

  async function run(name: Sequence, terms?: WriteTerms): Promise<void> {
    const steps = operations[name];
    if (!steps) throw new DriveError('not_supported', `A ${profile.fcType} has no ${name} over Modbus.`);
    await runSteps(steps, terms);
  }

  async function identify(): Promise<DriveIdentity> {
    if (profile.identityRegister === undefined) return { ident: undefined, fcType: undefined };
    const register = getRegister(profile, profile.identityRegister);
    const ident = joinWords(register, await readWords(register.address, wordsOf(register)));
    return { ident, fcType: profileOfIdentity(profile, ident)?.fcType };
  }

  async function setRequiredPressure(bar: number, deadline?: Deadline): Promise<void> {
    if (!pressure) throw new DriveError('not_supported', `A ${profile.fcType} has no pressure set point.`);
    const register = getRegister(profile, pressure.register);
    const share = bar / sensorMaxBar;
    const word =
      share >= 0 && share <= 1 ? toWord(register, register.unit === '%' ? 100 * share : bar) : undefined;
    if (word === undefined) throw new DriveError('exception', `${bar} bar is outside the sensor's range.`);
    await writeTarget(pressure, word, deadline);
  }

  async function setPressureControl(source: number, deadline?: Deadline): Promise<void> {
    const target = operations.setPressureSource;
    if (!target) throw new DriveError('not_supported', `A ${profile.fcType} has no choice of the set point.`);
    await writeTarget(target, source, deadline);
  }

  return {
    profile,
    identify,
    read: () => readState(readRanges, ranges, { ...options, sensorMaxBar }),
    start: (terms) => run('start', { ...terms, isOnce: true }),
    stop: (deadline) => run('stop', deadline),
    resetFault: (deadline) => run('resetFault', deadline),
    setRequiredPressure,
    setLock: (isLocked, deadline) => run(isLocked ? 'lock' : 'unlock', deadline),
    setPressureControl,
    readRegisters: readWords,
    writeRegister,
    setSensorMax(bar) {
      if (options.sensorMaxBar === undefined) sensorMaxBar = bar;
    },
    close: () => port.close(),
  };
}
