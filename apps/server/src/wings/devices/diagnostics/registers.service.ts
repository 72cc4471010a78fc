import type {
  RegisterList,
  RegisterRow,
  RegistersRead,
  RegistersToRead,
} from '@manoboard/contract/device/diagnostics';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { MAX_WORDS } from '@manoboard/contract/mqtt/wire';
import { addressLabel, type FcProfile, findRegister } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { fromWord, type Register } from '@manoboard/domain/fc/register';
import { canRead, type RegisterRange, toRegisterRanges } from '@manoboard/domain/fc/register-ranges';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Board } from '../../../link/link.ts';
import type { Server } from '../../../server.ts';
import { listWords } from '../../commands/register-word.repo.ts';
import { getFacts } from './diagnostics.repo.ts';
import type { Outcome, RegisterReader } from './register-reader.ts';

interface Neighbours extends Pick<Server, 'db'> {
  isOnline: (deviceId: string) => boolean;
  /** Reads words from the board, as a command of this user; `what` is its name in the log. */
  readFromBoard: (
    user: SessionUser,
    device: AllowedDevice,
    range: RegisterRange,
    what: string,
  ) => Promise<Ack>;
  reader: RegisterReader;
}

const nameOf = (profile: FcProfile, { address, count }: RegisterRange) =>
  [...new Set([address, address + count - 1])].map((at) => addressLabel(profile, at)).join(' – ');

/** R4.12: the register map of the converter's type, and the words that were read. */
export function createRegisters({ db, isOnline, readFromBoard, reader }: Neighbours) {
  return {
    async list({ deviceKey }: Board): Promise<RegisterList> {
      const { fcId, fcType } = await getFacts(db, deviceKey);
      const profile = profileOf(fcType ?? '');
      if (!profile) return { fc_type: fcType, is_known: false, registers: [] };
      const words = new Map((await listWords(db, deviceKey, fcId ?? '')).map((row) => [row.address, row]));
      return {
        fc_type: fcType,
        is_known: true,
        registers: profile.registers.map((register) => toRow(profile, register, words.get(register.address))),
      };
    },

    async read(
      user: SessionUser,
      board: AllowedDevice,
      { registers }: RegistersToRead,
    ): Promise<RegistersRead> {
      const { fcId, fcType } = await getFacts(db, board.deviceKey);
      const profile = profileOf(fcType ?? '');
      if (!profile) throw new ProblemError('FC_TYPE_UNKNOWN');
      if (!registers.every((address) => canRead(profile, address)))
        throw new ProblemError('REGISTER_NOT_READABLE');
      if (!isOnline(board.deviceId)) throw new ProblemError('DEVICE_OFFLINE');
      const ranges = toRegisterRanges(profile, registers, MAX_WORDS);
      const { deviceKey, deviceId } = board;
      const converter = { deviceKey, deviceId, fcId: fcId ?? '', fcType: profile.fcType };
      const outcomes = await reader.read(converter, ranges, (range) =>
        readFromBoard(user, board, range, nameOf(profile, range)),
      );
      const wanted = [...new Set(registers)];
      return { registers: wanted.map((address) => toAnswer(profile, address, outcomes.get(address))) };
    },
  };
}
export type Registers = ReturnType<typeof createRegisters>;

type WordRow = Awaited<ReturnType<typeof listWords>>[number];

const toRow = (profile: FcProfile, register: Register, last: WordRow | undefined): RegisterRow => ({
  address: register.address,
  label: register.label,
  name: register.name,
  unit: register.unit,
  access: register.access,
  is_verified: register.isVerified,
  is_writable: Object.hasOwn(profile.writable, register.address),
  word: last?.word ?? null,
  value: last ? fromWord(register, last.word) : null,
  ts: last ? Math.floor(last.readAt.getTime() / 1000) : null,
  previous_word: last?.previousWord ?? null,
});

function toAnswer(profile: FcProfile, address: number, outcome: Outcome | undefined) {
  const register = findRegister(profile, address);
  if (outcome && 'word' in outcome)
    return { address, ...outcome, value: register ? fromWord(register, outcome.word) : null };
  return { address, word: null, value: null, ts: null, ...outcome };
}
