import type { FcProfile } from '@manoboard/domain/fc/profile';
import { findRegister } from '@manoboard/domain/fc/profile';
import { profileOfIdentity } from '@manoboard/domain/fc/profiles';
import { RAM_BIT } from '@manoboard/domain/fc/register';
import { type Deadline, type Drive, DriveError, RunChannel } from './drive.ts';
import { createRangeReader } from './range-reader.ts';
import { readState } from './read-state.ts';
import { MAX_WORDS, type RegisterPort, type WriteTerms } from './register-port.ts';

/** Register 2000H. */
export const RunCommand = { forward: 1, stop: 5, coast: 6, faultReset: 7 } as const;
const RUN_COMMAND = 0x2000;
const IDENTITY = 0x2103;
const RUN_CHANNEL = 0x0001;
const PRESSURE_CONTROL = 0x0900;
const USUAL_SENSOR_BAR = 10;

export interface RegisterDriveOptions {
  profile: FcProfile;
  /** Full scale of a known, fixed sensor; else 10 bar until configured. */
  sensorMaxBar?: number | undefined;
  /** Rated power of the drive; without it the power percentage cannot be converted to kilowatts. */
  ratedKw?: number | undefined;
  /** Also reads registers that are not documented for this drive (temperature, hours, energy). */
  hasUnverified?: boolean | undefined;
}

async function readInPieces(port: RegisterPort, address: number, count: number): Promise<number[]> {
  const words: number[] = [];
  while (words.length < count) {
    words.push(...(await port.read(address + words.length, Math.min(MAX_WORDS, count - words.length))));
  }
  return words;
}

/** A drive accessed through its registers, on any transport. */
export function createRegisterDrive(port: RegisterPort, options: RegisterDriveOptions): Drive {
  const { profile } = options;
  /** Registers whose value may be in RAM only. The required pressure may, whatever wrote it. */
  const inRam = new Set([profile.requiredPressure.address]);
  const readRanges = createRangeReader(port);
  let sensorMaxBar = options.sensorMaxBar ?? USUAL_SENSOR_BAR;

  async function readWord(address: number): Promise<number> {
    const [word] = await port.read(address, 1);
    if (word === undefined) throw new DriveError('garbage', 'The drive answered no word.');
    return word;
  }

  async function isStored(address: number, word: number): Promise<boolean> {
    try {
      return (await readWord(address)) === word;
    } catch (error) {
      if (error instanceof DriveError && error.reason === 'exception') return false;
      throw error;
    }
  }

  /** An EEPROM endures some hundred thousand writes: an unchanged value is not written. */
  async function writePersistent(address: number, word: number, terms?: WriteTerms): Promise<void> {
    if (!inRam.has(address) && (await isStored(address, word))) return;
    await port.write(address, word, terms);
    if (address !== profile.requiredPressure.address) inRam.delete(address);
  }

  async function writeRegister(
    address: number,
    word: number,
    { isRam = false, ...deadline }: Deadline & { isRam?: boolean } = {},
  ): Promise<number> {
    const isParameter = findRegister(profile, address)?.hasRamWrite === true;
    if (!isParameter) await port.write(address, word, deadline);
    else if (!isRam) await writePersistent(address, word, deadline);
    else {
      inRam.add(address);
      await port.write(address | RAM_BIT, word, deadline);
    }
    return readWord(address);
  }

  return {
    async identify() {
      const ident = await readWord(IDENTITY);
      return { ident, fcType: profileOfIdentity(ident)?.fcType };
    },
    read: () => readState(readRanges, { ...options, sensorMaxBar }),
    start: (deadline) => port.write(RUN_COMMAND, RunCommand.forward, { ...deadline, isOnce: true }),
    stop: (deadline) => port.write(RUN_COMMAND, RunCommand.stop, deadline),
    resetFault: (deadline) => port.write(RUN_COMMAND, RunCommand.faultReset, deadline),
    async setRequiredPressure(bar, deadline) {
      const { address, isRam } = profile.requiredPressure;
      const word = Math.round((1000 * bar) / sensorMaxBar);
      if (!(word >= 0 && word <= 1000))
        throw new DriveError('exception', `${bar} bar is outside the sensor's range.`);
      await port.write(isRam ? address | RAM_BIT : address, word, deadline);
    },
    setLock: (isLocked, deadline) =>
      writePersistent(RUN_CHANNEL, isLocked ? RunChannel.communication : RunChannel.keypad, deadline),
    setPressureControl: (source, deadline) => writePersistent(PRESSURE_CONTROL, source, deadline),
    readRegisters: (address, count) => readInPieces(port, address, count),
    writeRegister,
    setSensorMax(bar) {
      if (options.sensorMaxBar === undefined) sensorMaxBar = bar;
    },
    close: () => port.close(),
  };
}
