import type { ProfileFile, ProfileVariant } from '@manoboard/contract/converter/profile-file';
import { labelOf } from './address-label.ts';
import type { Condition, Test } from './conditions.ts';
import type { FcProfile, Operations, ProfileValues, SelfStart, Step } from './profile.ts';
import type { Register } from './register.ts';

type Row = ProfileFile['registers'][number];
type Word = number | string;

const hasNumber = (value: Word | undefined) => (value === undefined ? undefined : Number(value));

/** Rows of a variant replace rows of the same name and are added otherwise. */
function mergeRows(base: readonly Row[], more: readonly Row[] = []): Row[] {
  const names = more.map(({ name }) => name);
  return [...base.filter(({ name }) => !names.includes(name)), ...more];
}

/** A sister: nothing is confirmed for it, whatever confirms it for the first one. */
const unconfirmed = (file: ProfileFile, isConfirmed: boolean | undefined): ProfileFile['sources'] =>
  isConfirmed === false
    ? Object.fromEntries(
        Object.entries(file.sources).map(([key, source]) => [key, { ...source, isVerified: false }]),
      )
    : file.sources;

/** A variant as a whole file. */
export function extendFile(base: ProfileFile, { extends: _, ...variant }: ProfileVariant): ProfileFile {
  const registers = mergeRows(base.registers, variant.registers);
  const addresses = registers.map(({ address }) => Number(address));
  const merged: ProfileFile = {
    ...base,
    ...Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined)),
    registers,
    reserved: (variant.reserved ?? base.reserved ?? []).filter((at) => !addresses.includes(Number(at))),
    faults: { ...base.faults, ...variant.faults },
    sources: { ...base.sources, ...variant.sources },
  };
  return { ...merged, sources: unconfirmed(merged, variant.isConfirmed) };
}

function toRegister(file: ProfileFile, row: Row, labels: FcProfile['labels']): Register {
  const address = Number(row.address);
  const source = file.sources[row.source];
  return {
    address,
    name: row.name,
    unit: row.unit ?? '',
    scale: row.scale ?? 1,
    type: row.type ?? 'u16',
    isLowFirst: file.line.wordOrder === 'low-first',
    mask: hasNumber(row.mask),
    access: row.access ?? 'ro',
    hasRamWrite: row.ram ?? false,
    isForStandstill: row.standstill ?? false,
    label: row.label ?? labelOf(labels, address),
    text: row.text,
    source: row.source,
    isVerified: source?.isVerified ?? false,
    isOptIn: source?.isOptIn ?? false,
  };
}

type FileCondition = ProfileFile['state'][number]['when'];

const toCondition = (condition: FileCondition): Condition =>
  Object.entries(condition).map(
    ([register, { mask, is, isNot }]): Test => ({
      register,
      mask: hasNumber(mask),
      is: hasNumber(is),
      isNot: hasNumber(isNot),
    }),
  );

const toRules = <T>(rules: readonly { when: FileCondition; is: T }[]) =>
  rules.map((rule) => ({ when: toCondition(rule.when), is: rule.is }));

function toValues({ faultCode, requiredPressure, ...values }: ProfileFile['values']): ProfileValues {
  const code = typeof faultCode === 'string' ? { register: faultCode } : faultCode;
  const choices =
    typeof requiredPressure === 'string' ? [{ when: undefined, read: requiredPressure }] : requiredPressure;
  return {
    ...(values as Omit<ProfileValues, 'faultCode' | 'requiredPressure'>),
    ...(code && { faultCode: code }),
    ...(choices && {
      requiredPressure: choices.map((choice) => ({
        when: toCondition(choice.when ?? {}),
        read: choice.read,
      })),
    }),
  };
}

const toSteps = (steps: NonNullable<ProfileFile['do']['start']>): Step[] =>
  steps.map((step) =>
    'pauseMs' in step ? step : { register: step.write, word: Number(step.word), store: step.store },
  );

function toOperations({ setPressure, setPressureSource, ...sequences }: ProfileFile['do']): Operations {
  const named = Object.entries(sequences).map(([name, steps]) => [name, steps && toSteps(steps)]);
  return {
    ...Object.fromEntries(named.filter(([, steps]) => steps !== undefined)),
    ...(setPressure && { setPressure: { register: setPressure.register, store: setPressure.store } }),
    ...(setPressureSource && {
      setPressureSource: { register: setPressureSource.register, store: setPressureSource.store },
    }),
  };
}

function toLabels({ parameters, others }: ProfileFile['label']): FcProfile['labels'] {
  return {
    parameters: parameters && { ...parameters, from: Number(parameters.from), to: Number(parameters.to) },
    others,
  };
}

function toSelfStarts({ selfStart = [] }: ProfileFile, registers: readonly Register[]): SelfStart[] {
  const find = (name: string | undefined) => registers.find((register) => register.name === name);
  return selfStart.map((row) => {
    if ('keypad' in row)
      return {
        after: row.after,
        label: row.keypad,
        register: undefined,
        wanted: undefined,
        delay: undefined,
      };
    const register = find(row.register);
    return {
      after: row.after,
      label: register?.label ?? row.register,
      register,
      wanted: Number(row.wanted),
      delay: find(row.delay),
    };
  });
}

/** A checked file as the profile that the programs use. */
export function resolveProfile(file: ProfileFile): FcProfile {
  const { line, identity, ram } = file;
  const labels = toLabels(file.label);
  const registers = file.registers
    .map((row) => toRegister(file, row, labels))
    .sort((one, other) => one.address - other.address);
  const addressOf = (name: string) => registers.find((register) => register.name === name)?.address ?? -1;
  return {
    fcType: file.type,
    maker: file.maker,
    line: {
      ...line,
      probe: { address: Number(line.probe.address), words: line.probe.words },
    },
    identityRegister: identity.register,
    identities: (identity.words ?? []).map(Number),
    canSkipIdentity: identity.whenRefused === 'ask',
    labels,
    ramBit: ram?.by === 'bit' ? Number(ram.bit) : undefined,
    registers,
    reserved: (file.reserved ?? []).map(Number),
    values: toValues(file.values),
    state: toRules(file.state),
    control: toRules(file.control ?? []),
    operations: toOperations(file.do),
    selfStarts: toSelfStarts(file, registers),
    faults: Object.fromEntries(
      Object.entries(file.faults).map(([code, { name, kind }]) => [code, { name, kind }]),
    ),
    exceptions: file.exceptions,
    writable: Object.fromEntries(
      Object.entries(file.writable ?? {}).map(([name, [least, most]]) => [
        addressOf(name),
        { least: Number(least), most: Number(most) },
      ]),
    ),
    capabilities: file.capabilities,
    file,
  };
}
