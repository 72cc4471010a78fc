import type { ControlSource, PumpState } from '@manoboard/contract/converter/profile-file';
import {
  type Condition,
  firstForCertain,
  firstThatHolds,
  type Rule,
  type WordOf,
} from '@manoboard/domain/fc/conditions';
import {
  type FcProfile,
  findNamed,
  findRegister,
  getRegister,
  isReadable,
  type Step,
} from '@manoboard/domain/fc/profile';
import { fromWord, joinWords, masked, splitWord, toWord, wordsOf } from '@manoboard/domain/fc/register';
import { FunctionCode } from '../modbus/pdu.ts';
import { RegisterException } from './register-exception.ts';
import type { RegisterBank } from './simulated-gd10.ts';

/** What the slave measures, in the units of the registers: % of the sensor for pressures and of the rated power. */
const RUNNING = { frequencyHz: 42, motorCurrent: 3.5, motorSpeed: 2450, motorPower: 1, pressure: 40 };
const AT_REST = { busVoltage: 320, temperature: 36, operatingTime: 70_123, requiredPressure: 40 };
const LIMIT_HZ = 50;
const ENERGY_KWH = 1284;

/** A converter made from its profile: it knows no more than the file says. */
export interface ProfileSlave extends RegisterBank {
  state(): PumpState | undefined;
  /** Trips with this code, as at the real drive: only a reset ends it. */
  trip(code: number): void;
  setControl(source: ControlSource): void;
  /** What it measures until the next start, stop or trip, in the units of the registers. */
  measure(values: Partial<typeof RUNNING>): void;
  wordOf: WordOf;
}

/** Raw words of registers by name. */
function createWords(profile: FcProfile) {
  const words = new Map<number, number>();
  const wordOf: WordOf = (name) => {
    const register = findNamed(profile, name);
    if (!register) return undefined;
    const parts = Array.from({ length: wordsOf(register) }, (_, at) => words.get(register.address + at) ?? 0);
    return joinWords(register, parts);
  };
  function setWord(name: string, word: number): void {
    const register = getRegister(profile, name);
    for (const [at, part] of splitWord(register, word).entries()) words.set(register.address + at, part);
  }
  function setValue(name: string | undefined, value: number): void {
    if (name !== undefined) setWord(name, toWord(getRegister(profile, name), value) ?? 0);
  }
  return { words, wordOf, setWord, setValue };
}
type Words = ReturnType<typeof createWords>;

const ALL_BITS = 0xffff_ffff;

/** Changes words until a condition holds. */
function fulfil(condition: Condition, { wordOf, setWord }: Words): void {
  for (const { register, mask = ALL_BITS, is, isNot = 0 } of condition) {
    const others = masked(wordOf(register) ?? 0, ~mask);
    const lowestBit = masked(mask, -mask);
    setWord(register, others + (is ?? masked(isNot ^ lowestBit, mask)));
  }
}

/** Clears the bits that these rules look at, then fulfils the first rule that gives the wanted answer. */
function show<T>(
  rules: readonly Rule<T>[],
  wanted: T,
  held: Words,
  decide: (rules: readonly Rule<T>[]) => T | undefined,
) {
  for (const rule of rules.filter(({ is }) => is === wanted)) {
    for (const { register, mask = ALL_BITS } of rules.flatMap(({ when }) => when))
      held.setWord(register, masked(held.wordOf(register) ?? 0, ~mask));
    fulfil(rule.when, held);
    if (decide(rules) === wanted) return;
  }
  throw new RangeError(`no rule of this profile can show ${String(wanted)}`);
}

/** The last writes are exactly these steps. */
function isJustDone(
  profile: FcProfile,
  steps: readonly Step[] | undefined,
  written: readonly [number, number][],
) {
  const wanted = (steps ?? []).flatMap((step): [number, number][] =>
    'register' in step ? [[getRegister(profile, step.register).address, step.word]] : [],
  );
  const last = wanted.length > 0 ? written.slice(-wanted.length) : [];
  return wanted.length > 0 && JSON.stringify(last) === JSON.stringify(wanted);
}

function setMeasured({ values }: FcProfile, { setValue }: Words, isRunning: boolean): void {
  for (const [name, value] of Object.entries(RUNNING))
    setValue(values[name as keyof typeof RUNNING], isRunning || name === 'pressure' ? value : 0);
}

function setConstants(profile: FcProfile, { setValue, setWord }: Words): void {
  const { values, identities, identityRegister } = profile;
  if (identityRegister !== undefined) setWord(identityRegister, identities[0] ?? 0);
  for (const name of ['busVoltage', 'temperature', 'operatingTime'] as const)
    setValue(values[name], AT_REST[name]);
  for (const name of values.highestHz ?? []) setValue(name, LIMIT_HZ);
  for (const { read } of values.requiredPressure ?? []) setValue(read, AT_REST.requiredPressure);
  const [energy] = values.energy ?? [];
  setValue(energy, ENERGY_KWH);
  setMeasured(profile, { setValue, setWord } as Words, false);
}

/** Fault code to the word that shows it. */
function faultWord({ values }: FcProfile, code: number): number {
  const bit = Object.entries(values.faultCode?.bits ?? {}).find(([, known]) => known === code)?.[0];
  return bit === undefined ? code : 2 ** Number(bit);
}

/** Registers of two words are written by function 16, whatever writes the others. */
function functionsOf({ line, registers }: FcProfile): number[] {
  const hasWide = registers.some((register) => register.access !== 'ro' && wordsOf(register) > 1);
  return [line.read, line.write, ...(hasWide ? [FunctionCode.writeRegisters] : [])];
}

export function createProfileSlave(profile: FcProfile): ProfileSlave {
  const { line, values, operations, ramBit = 0 } = profile;
  const held = createWords(profile);
  const { words, wordOf, setWord } = held;
  const written: [number, number][] = [];
  const refuse = (name: ConstructorParameters<typeof RegisterException>[0]) =>
    new RegisterException(name, profile);

  const state = () => firstForCertain(profile.state, wordOf);
  const control = () => firstThatHolds(profile.control, wordOf);
  const setState = (wanted: PumpState) =>
    show(profile.state, wanted, held, (rules) => firstForCertain(rules, wordOf));
  /** Rules of state and control may share a word: the state is shown again. */
  function setControl(source: ControlSource): void {
    const before = state();
    show(profile.control, source, held, (rules) => firstThatHolds(rules, wordOf));
    if (before !== undefined && state() !== before) {
      setState(before);
      show(profile.control, source, held, (rules) => firstThatHolds(rules, wordOf));
    }
  }
  function turn(isRunning: boolean): void {
    setState(isRunning ? 'forward' : 'stopped');
    setMeasured(profile, held, isRunning);
  }
  function clearFault(): void {
    if (values.faultCode) setWord(values.faultCode.register, 0);
    turn(false);
  }

  /** Like a real drive it confirms a start under keypad control, and nothing turns. */
  function obey(): void {
    const isDone = (steps: readonly Step[] | undefined) => isJustDone(profile, steps, written);
    const isTripped = state() === 'fault';
    const isInCharge = profile.control.length === 0 || control() === 'line';
    if (isDone(operations.resetFault) && isTripped) clearFault();
    else if (isTripped || !isInCharge) return;
    else if (isDone(operations.start)) turn(true);
    else if (isDone(operations.stop)) turn(false);
  }

  function write(address: number, word: number): void {
    const target = address & ramBit && !findRegister(profile, address) ? address & ~ramBit : address;
    const register = findRegister(profile, target);
    if (!register) throw refuse('illegal_address');
    if (register.access === 'ro') throw refuse('read_only');
    if (target !== address && !register.hasRamWrite) throw refuse('illegal_address');
    words.set(target, word);
    written.push([target, word]);
    // The effective set point follows the written one.
    const { setPressure } = operations;
    if (setPressure?.register === register.name)
      for (const { read } of values.requiredPressure ?? [])
        if (read !== register.name) held.setValue(read, fromWord(register, word));
    obey();
  }

  setConstants(profile, held);
  setState('stopped');
  if (profile.control.length > 0) setControl('line');

  return {
    functions: functionsOf(profile),
    read(address, count) {
      if (count < 1 || count > line.readWords) throw refuse('illegal_value');
      if (!isReadable(profile, address, count)) throw refuse('illegal_address');
      return Array.from({ length: count }, (_, at) => words.get(address + at) ?? 0);
    },
    write,
    writeMany(address, many) {
      if (many.length > Math.max(line.writeWords, 2)) throw refuse('illegal_value');
      const register = findRegister(profile, address);
      if (!register) throw refuse('illegal_address');
      if (register.access === 'ro') throw refuse('read_only');
      if (many.length !== wordsOf(register)) throw refuse('illegal_value');
      if (many.length === 1) write(address, many[0] ?? 0);
      else for (const [at, word] of many.entries()) words.set(address + at, word);
    },
    state,
    wordOf,
    setControl,
    measure(measured) {
      for (const [name, value] of Object.entries(measured))
        held.setValue(values[name as keyof typeof RUNNING], value);
    },
    trip(code) {
      setState('fault');
      setMeasured(profile, held, false);
      if (values.faultCode) setWord(values.faultCode.register, faultWord(profile, code));
    },
  };
}
