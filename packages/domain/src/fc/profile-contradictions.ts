import type { ProfileFile } from '@manoboard/contract/converter/profile-file';

/** What the schema cannot see: names that refer to nothing, and claims that nothing supports. */
export interface Contradiction {
  path: readonly (string | number)[];
  reason: string;
}

type Path = Contradiction['path'];
type Row = ProfileFile['registers'][number];

const isWide = ({ type }: Row) => type === 'u32' || type === 'i32';
const isCondition = (value: unknown): value is object => typeof value === 'object' && value !== null;

function* selfStartUses({ selfStart = [] }: ProfileFile): Generator<{ path: Path; name: string }> {
  for (const [index, row] of selfStart.entries()) {
    if ('keypad' in row) continue;
    yield { path: ['selfStart', index, 'register'], name: row.register };
    if (row.delay !== undefined) yield { path: ['selfStart', index, 'delay'], name: row.delay };
  }
}

/** Every place that names a register, with the use it makes of it. */
function* registerUses(file: ProfileFile): Generator<{ path: Path; name: string; use: 'read' | 'write' }> {
  for (const [key, value] of Object.entries(file.values)) {
    const names = [value].flat().flatMap((item): [string, Path][] => {
      if (typeof item === 'string') return [[item, ['values', key]]];
      if (item && 'register' in item) return [[item.register, ['values', key, 'register']]];
      return item && 'read' in item ? [[item.read, ['values', key]]] : [];
    });
    for (const [name, path] of names) yield { path, name, use: 'read' };
  }
  for (const list of ['state', 'control'] as const)
    for (const [index, rule] of (file[list] ?? []).entries())
      for (const name of Object.keys(rule.when))
        yield { path: [list, index, 'when', name], name, use: 'read' };
  for (const { path, name } of selfStartUses(file)) yield { path, name, use: 'read' };
  for (const [operation, steps] of Object.entries(file.do)) {
    if (!Array.isArray(steps)) {
      if (steps) yield { path: ['do', operation, 'register'], name: steps.register, use: 'write' };
      continue;
    }
    for (const [index, step] of steps.entries())
      if ('write' in step) yield { path: ['do', operation, index, 'write'], name: step.write, use: 'write' };
  }
  for (const name of Object.keys(file.writable ?? {})) yield { path: ['writable', name], name, use: 'write' };
  const { register } = file.identity;
  if (register !== undefined) yield { path: ['identity', 'register'], name: register, use: 'read' };
}

function* wrongUses(file: ProfileFile): Generator<Contradiction> {
  const rows = new Map(file.registers.map((row) => [row.name, row]));
  for (const { path, name, use } of registerUses(file)) {
    const row = rows.get(name);
    const access = row?.access ?? 'ro';
    if (!row) yield { path, reason: `names the register "${name}", which "registers" does not list` };
    else if (use === 'write' && access === 'ro')
      yield { path, reason: `writes the register "${name}", whose access is "ro"` };
    else if (use === 'read' && access === 'wo')
      yield { path, reason: `reads the register "${name}", whose access is "wo"` };
  }
}

function* wrongRegisters({ registers, sources, line }: ProfileFile): Generator<Contradiction> {
  const owners = new Map<number, string>();
  const names = new Set<string>();
  for (const [index, row] of registers.entries()) {
    const first = Number(row.address);
    if (names.has(row.name)) yield { path: ['registers', index, 'name'], reason: `repeats "${row.name}"` };
    names.add(row.name);
    if (!Object.hasOwn(sources, row.source))
      yield {
        path: ['registers', index, 'source'],
        reason: `names "${row.source}", which "sources" does not list`,
      };
    for (const address of isWide(row) ? [first, first + 1] : [first]) {
      const owner = owners.get(address);
      if (owner !== undefined)
        yield { path: ['registers', index, 'address'], reason: `overlaps the register "${owner}"` };
      owners.set(address, row.name);
    }
    if (isWide(row) && line.readWords < 2)
      yield { path: ['registers', index, 'type'], reason: 'needs "line.readWords" of at least 2' };
  }
}

function* wrongSelfStarts(file: ProfileFile): Generator<Contradiction> {
  for (const { path, name } of selfStartUses(file)) {
    const row = file.registers.find((register) => register.name === name);
    if (row && isWide(row)) yield { path, reason: 'has two words; only registers of one word are watched' };
  }
}

function* wrongWrites(file: ProfileFile): Generator<Contradiction> {
  const rows = new Map(file.registers.map((row) => [row.name, row]));
  for (const [name, [least, most]] of Object.entries(file.writable ?? {})) {
    if (Number(least) > Number(most))
      yield { path: ['writable', name], reason: 'has its limits in the wrong order' };
    const row = rows.get(name);
    if (row && isWide(row))
      yield { path: ['writable', name], reason: 'has two words; a command writes one word of 16 bits' };
  }
  for (const operation of ['setPressure', 'setPressureSource'] as const) {
    const target = file.do[operation];
    if (target?.store === 'ram' && !file.ram)
      yield { path: ['do', operation, 'store'], reason: 'needs "ram": how this drive writes to RAM only' };
  }
}

/** Without one of them the board cannot tell a pump that runs from one that stands. */
const NEEDED_STATES = ['forward', 'stopped'] as const;

function* wrongClaims({
  state,
  capabilities,
  registers,
  values,
  ...file
}: ProfileFile): Generator<Contradiction> {
  for (const needed of NEEDED_STATES)
    if (!state.some(({ is }) => is === needed))
      yield { path: ['state'], reason: `has no rule for "${needed}"` };
  for (const [index, { when }] of state.entries())
    if (!isCondition(when) || Object.keys(when).length === 0)
      yield { path: ['state', index, 'when'], reason: 'must name a register: a state is never assumed' };
  if (file.do.start && !file.do.stop) yield { path: ['do', 'start'], reason: 'needs "stop" beside it' };
  const { lock, unlock, setPressure, setPressureSource } = file.do;
  const claims = {
    hasPressureControl: setPressure !== undefined,
    hasPressureSource: setPressureSource !== undefined && values.setPointSource !== undefined,
    hasLock: lock !== undefined && unlock !== undefined && file.control !== undefined,
    hasFaultLog: registers.some(({ name }) => name === 'present_fault'),
  };
  for (const [name, isSo] of Object.entries(claims))
    if (capabilities[name as keyof typeof claims] && !isSo)
      yield {
        path: ['capabilities', name],
        reason: 'must be false: the rest of the file has nothing for it',
      };
}

export const findContradictions = (file: ProfileFile): Contradiction[] => [
  ...wrongRegisters(file),
  ...wrongUses(file),
  ...wrongSelfStarts(file),
  ...wrongWrites(file),
  ...wrongClaims(file),
];
