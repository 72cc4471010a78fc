import { MAX_WORDS } from '@manoboard/contract/mqtt/wire';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { type FcProfile, findRegister, getRegister } from '@manoboard/domain/fc/profile';
import { fromWord } from '@manoboard/domain/fc/register';
import type { LivePlant } from '../../plant/live-plant.ts';
import { cutPower, type Plant, resetPlant, switchPlant } from '../../plant/plant.ts';
import { RunChannel } from '../drive.ts';
import { createFaultLog } from './fault-log.ts';
import { createGd10Keypad, type Gd10Keypad } from './gd10-keypad.ts';
import { DEFAULTS, HIGHEST, MEASURED } from './gd10-values.ts';
import { RegisterException } from './register-exception.ts';

/** Registers of a drive as seen on the line. The methods throw `RegisterException`. */
export interface RegisterBank {
  /** Function codes that it answers; those of the GD10 by default. */
  functions?: readonly number[];
  read(address: number, count: number): number[];
  write(address: number, word: number): void;
  /** Function 16; word by word by default. */
  writeMany?(address: number, words: readonly number[]): void;
}

/** Written registers as pairs of address and value. */
export interface Gd10Words {
  stored: [number, number][];
  volatile: [number, number][];
}

export interface SimulatedGd10 extends RegisterBank {
  keypad: Gd10Keypad;
  /** Written registers, in EEPROM and in RAM. */
  words(): Gd10Words;
  /** Restores the registers of an earlier run. */
  restore(words: Gd10Words): void;
  /** Mains off and on: RAM-only values are lost, and the motor is stopped unless P01.21 starts it. */
  powerCycle(): void;
}

/** Register 2000H. */
const RunCommand = { forward: 1, stop: 5, coast: 6, faultReset: 7 } as const;
/** Address bit of RAM-only writes; reading such an address is an error. */
const RAM_BIT = 0x8000;
const LAST_PARAMETER = 0x1fff;
const RUN_CHANNEL = 0x0001;
const COMMUNICATION_CHANNEL = 0x0002;
const REFERENCE_SOURCE = 0x0900;
const PRESET = 0x0901;
const RESTART = { isOn: 0x0115, delay: 0x0116 };
const FAULT_RESET = { times: 0x081c, delay: 0x081d };
const LOST_FEEDBACK_LEVEL = 0x090b;
const LOST_FEEDBACK_TIME = 0x090c;
const RUN_COMMAND = 0x2000;
const PID_REFERENCE = 0x2002;
const BY_MODBUS = 6;
/** P29 is reserved for the maker. */
const FACTORY_GROUP = 29;

const isParameter = (address: number) => address <= LAST_PARAMETER;
const isFactory = (address: number) => isParameter(address) && address >> 8 === FACTORY_GROUP;

/** Reference of the PID by its source; an analog input is a fixed value. */
function followReference(plant: Plant, source: number, wordAt: (address: number) => number): void {
  const from = source === 0 ? PRESET : PID_REFERENCE;
  if (source !== 0 && source !== BY_MODBUS) return;
  const percent = fromWord({ scale: 0.1, type: 'i16' }, wordAt(from));
  plant.setPointBar = Math.max(0, (percent * plant.installation.sensorMaxBar) / 100);
}

/** P09.11 and P09.12: when the feedback counts as lost. */
function watchFeedback(plant: Plant, wordAt: (address: number) => number): void {
  plant.lostFeedback.levelPercent = wordAt(LOST_FEEDBACK_LEVEL) / 10;
  plant.lostFeedback.afterS = wordAt(LOST_FEEDBACK_TIME) / 10;
}

/** P01.21, P01.22, P08.28, P08.29. */
function watchSelfStart({ selfStart }: Plant, wordAt: (address: number) => number): void {
  selfStart.restartS = wordAt(RESTART.isOn) === 1 ? wordAt(RESTART.delay) / 10 : undefined;
  selfStart.resets = wordAt(FAULT_RESET.times);
  selfStart.resetS = wordAt(FAULT_RESET.delay) / 10;
}

/** The exception for a refused write (`domain.md` 1.8). */
function checkWrite(
  profile: FcProfile,
  { address, word, isRam }: { address: number; word: number; isRam: boolean },
  isTurning: boolean,
): void {
  if (isFactory(address)) throw new RegisterException('password_protected');
  const register = findRegister(profile, address);
  if (!register) throw new RegisterException('illegal_address');
  if (register.access === 'ro') throw new RegisterException('read_only');
  if (isRam && !register.hasRamWrite) throw new RegisterException('illegal_address');
  if (register.isForStandstill && isTurning) throw new RegisterException('not_while_running');
  const whole = fromWord({ scale: 1, type: register.type }, word);
  if (Math.abs(whole) > (HIGHEST[address] ?? 0xffff)) throw new RegisterException('operation_failed');
}

/**
 * A GD10 on a simulated pump, at register level: the same map, the same refusals. Like the real one it confirms a start
 * under keypad control and does nothing. Another model of the family differs by its profile.
 */
export function createSimulatedGd10(
  world: LivePlant,
  runChannel: number,
  profile: FcProfile = gd10,
): SimulatedGd10 {
  const { setPointBar, installation } = world.now();
  const identity = profile.identities[0] ?? 0;
  const identities = ['identity', 'identity_copy'].map((name) => getRegister(profile, name).address);
  const stored = new Map<number, number>([
    [RUN_CHANNEL, runChannel],
    [PRESET, Math.round((1000 * setPointBar) / installation.sensorMaxBar)],
    ...identities.map((address): [number, number] => [address, identity]),
  ]);
  const volatile = new Map<number, number>();
  const faultLog = createFaultLog();
  let selfStartFault: Plant['faults']['self_start'];

  const wordAt = (address: number) =>
    volatile.get(address) ?? stored.get(address) ?? DEFAULTS[address] ?? faultLog.wordAt(address) ?? 0;

  /** Somebody has set the drive at its keypad; without the fault it is set back. */
  function followFault(plant: Plant): void {
    const { self_start } = plant.faults;
    if (self_start === selfStartFault) return;
    selfStartFault = self_start;
    const words: [number, number | undefined][] = [
      [RESTART.isOn, self_start?.restart],
      [RESTART.delay, self_start && Math.round(10 * self_start.restart_s)],
      [FAULT_RESET.times, self_start?.resets],
      [FAULT_RESET.delay, self_start && Math.round(10 * self_start.reset_s)],
    ];
    for (const [address, word] of words) {
      if (word === undefined) stored.delete(address);
      else stored.set(address, word);
    }
    watchSelfStart(plant, wordAt);
  }

  function current(): Plant {
    const plant = world.now();
    followFault(plant);
    faultLog.watch(plant);
    return plant;
  }

  function obey(command: number): void {
    const isRemote = wordAt(RUN_CHANNEL) === RunChannel.communication && wordAt(COMMUNICATION_CHANNEL) === 0;
    const plant = current();
    if (command === RunCommand.faultReset) resetPlant(plant);
    else if (!isRemote) return;
    else if (command === RunCommand.forward) switchPlant(plant, true);
    else if (command === RunCommand.stop || command === RunCommand.coast) switchPlant(plant, false);
  }

  function readOne(address: number, plant: Plant): number {
    if (isFactory(address)) throw new RegisterException('password_protected');
    const measure = MEASURED.get(address);
    if (measure) return measure(plant, wordAt(RUN_CHANNEL));
    if (!findRegister(profile, address) && !profile.reserved.includes(address))
      throw new RegisterException('illegal_address');
    return wordAt(address);
  }

  function write(address: number, word: number): void {
    const isRam = (address & RAM_BIT) !== 0;
    const target = address & ~RAM_BIT;
    const plant = current();
    checkWrite(profile, { address: target, word, isRam }, plant.frequencyHz > 0);
    if (target === RUN_COMMAND) {
      obey(word);
      return;
    }
    if (isRam || !isParameter(target)) volatile.set(target, word);
    else {
      stored.set(target, word);
      volatile.delete(target);
    }
    followReference(plant, wordAt(REFERENCE_SOURCE), wordAt);
    watchFeedback(plant, wordAt);
    watchSelfStart(plant, wordAt);
  }

  return {
    keypad: createGd10Keypad({ now: current }, () => wordAt(RUN_CHANNEL), write),
    read(address, count) {
      if (count < 1 || count > MAX_WORDS) throw new RegisterException('illegal_value');
      const plant = current();
      return Array.from({ length: count }, (_, offset) => readOne(address + offset, plant));
    },
    write,
    words: () => ({ stored: [...stored], volatile: [...volatile] }),
    restore(words) {
      for (const [address, word] of words.stored)
        if (!identities.includes(address)) stored.set(address, word);
      for (const [address, word] of words.volatile) volatile.set(address, word);
      followReference(world.now(), wordAt(REFERENCE_SOURCE), wordAt);
      watchFeedback(world.now(), wordAt);
      watchSelfStart(world.now(), wordAt);
    },
    powerCycle() {
      volatile.clear();
      const plant = current();
      followReference(plant, wordAt(REFERENCE_SOURCE), wordAt);
      watchFeedback(plant, wordAt);
      watchSelfStart(plant, wordAt);
      cutPower(plant);
    },
  };
}
