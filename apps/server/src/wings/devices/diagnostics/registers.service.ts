import type {
  RegisterList,
  RegisterRow,
  RegistersRead,
  RegistersToRead,
} from '@manoboard/contract/device/diagnostics';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { MAX_WORDS } from '@manoboard/contract/mqtt/wire';
import { addressLabel, type FcProfile, findRegister } from '@manoboard/domain/fc/profile';
import { fromWord, joinWords, type Register, wordsOf } from '@manoboard/domain/fc/register';
import { canRead, type RegisterRange, toRegisterRanges } from '@manoboard/domain/fc/register-ranges';
import { describeRegister } from '@manoboard/domain/fc/register-row';
import type { Core } from '../../../core.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Board } from '../../../link/link.ts';
import { listWords } from '../../commands/register-word.repo.ts';
import type { ConvertersWing } from '../../converters/index.ts';
import { getFacts } from './diagnostics.repo.ts';
import type { Outcome, RegisterReader } from './register-reader.ts';

interface Needs extends Pick<Core, 'db'> {
  isOnline: (deviceId: string) => boolean;
  /** Reads words from the board, as a command of this user; `what` is its name in the log. */
  readFromBoard: (
    user: SessionUser,
    device: AllowedDevice,
    range: RegisterRange,
    what: string,
  ) => Promise<Ack>;
  reader: RegisterReader;
  profileOf: ConvertersWing['profileOf'];
}

const nameOf = (profile: FcProfile, { address, count }: RegisterRange) =>
  [...new Set([address, address + count - 1])].map((at) => addressLabel(profile, at)).join(' – ');

/** R4.12: the register map of the converter's type, and the words that were read. */
export function createRegisters({ db, isOnline, readFromBoard, reader, profileOf }: Needs) {
  return {
    async list({ deviceKey }: Board): Promise<RegisterList> {
      const facts = await getFacts(db, deviceKey);
      const { fcId, fcType } = facts;
      const profile = await profileOf(db, facts);
      if (!profile) return { fc_type: fcType, is_known: false, registers: [] };
      const words = new Map((await listWords(db, deviceKey, fcId ?? '')).map((row) => [row.address, row]));
      return {
        fc_type: fcType,
        is_known: true,
        registers: profile.registers.map((register) => toRow(profile, register, words)),
      };
    },

    async read(
      user: SessionUser,
      board: AllowedDevice,
      { registers }: RegistersToRead,
    ): Promise<RegistersRead> {
      const facts = await getFacts(db, board.deviceKey);
      const profile = await profileOf(db, facts);
      if (!profile) throw new ProblemError('FC_TYPE_UNKNOWN');
      if (!registers.every((address) => canRead(profile, address)))
        throw new ProblemError('REGISTER_NOT_READABLE');
      if (!isOnline(board.deviceId)) throw new ProblemError('DEVICE_OFFLINE');
      const ranges = toRegisterRanges(profile, registers, MAX_WORDS);
      const { deviceKey, deviceId } = board;
      const converter = { deviceKey, deviceId, fcId: facts.fcId ?? '', profile };
      const outcomes = await reader.read(converter, ranges, (range) =>
        readFromBoard(user, board, range, nameOf(profile, range)),
      );
      const wanted = [...new Set(registers)];
      return { registers: wanted.map((address) => toAnswer(profile, address, outcomes)) };
    },
  };
}
export type Registers = ReturnType<typeof createRegisters>;

type WordRow = Awaited<ReturnType<typeof listWords>>[number];

/** The word of a register, of 32 bits for two words; undefined unless both were read at the same time. */
function wholeWord<T extends { word: number }>(
  register: Register,
  at: (address: number) => T | undefined,
  isSameRead: (first: T, second: T) => boolean,
): number | undefined {
  const first = at(register.address);
  if (first === undefined || wordsOf(register) === 1) return first?.word;
  const second = at(register.address + 1);
  return second && isSameRead(first, second) ? joinWords(register, [first.word, second.word]) : undefined;
}

function toRow(profile: FcProfile, register: Register, words: ReadonlyMap<number, WordRow>): RegisterRow {
  const last = words.get(register.address);
  const isSameRead = (first: WordRow, second: WordRow) => first.readAt.getTime() === second.readAt.getTime();
  const word = wholeWord(register, (address) => words.get(address), isSameRead);
  return {
    ...describeRegister(profile, register),
    word: word ?? null,
    value: word === undefined ? null : fromWord(register, word),
    ts: last && word !== undefined ? Math.floor(last.readAt.getTime() / 1000) : null,
    previous_word: wordsOf(register) === 1 ? (last?.previousWord ?? null) : null,
  };
}

function toAnswer(profile: FcProfile, address: number, outcomes: ReadonlyMap<number, Outcome>) {
  const register = findRegister(profile, address);
  const outcome = outcomes.get(address);
  const read = (at: number) => {
    const found = outcomes.get(at);
    return found && 'word' in found ? found : undefined;
  };
  const word = register && wholeWord(register, read, ({ ts }, second) => ts === second.ts);
  if (register && outcome && 'word' in outcome && word !== undefined)
    return { address, word, ts: outcome.ts, value: fromWord(register, word) };
  const reason = outcome && 'reason' in outcome ? { reason: outcome.reason } : {};
  return { address, word: null, value: null, ts: null, ...reason };
}
