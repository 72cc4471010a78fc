import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { MAX_WORDS } from '@manoboard/contract/mqtt/wire';
import type {
  RegisterList,
  RegisterRow,
  RegistersRead,
  RegistersToRead,
} from '@manoboard/contract/nouns/diagnostics';
import { type FcProfile, findRegister } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { addressLabel, fromWord, type Register } from '@manoboard/domain/fc/register';
import {
  canRead,
  type RegisterRange,
  splitRange,
  toRegisterRanges,
} from '@manoboard/domain/fc/register-ranges';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import { getFacts } from './diagnostics.repo.ts';
import { listWords, type ReadWord, upsertWords } from './registers.repo.ts';

interface Neighbours {
  db: Db;
  now: () => number;
  isOnline: (deviceId: string) => boolean;
  /** Reads words from the board, as a command of this user; `what` is its name in the log. */
  readFromBoard: (
    user: SessionUser,
    device: AllowedDevice,
    range: RegisterRange,
    what: string,
  ) => Promise<Ack>;
}

/** A word that was read, or the reason why it was not. */
type Outcome = { word: number; ts: number } | { reason: AckError };

/** Errors of single registers; any other error would repeat for the next range, so it ends the read. */
const RANGE_ERRORS: readonly (AckError | undefined)[] = ['modbus_exception', 'not_allowed'];

const nameOf = ({ address, count }: RegisterRange) =>
  count === 1 ? addressLabel(address) : `${addressLabel(address)} – ${addressLabel(address + count - 1)}`;

/** R4.12: stores the value of a register after a write that was read back, as after a read. */
export async function recordWord(db: Db, deviceKey: DeviceKey, read: ReadWord, readAt: Date): Promise<void> {
  const { fcId } = await getFacts(db, deviceKey);
  await upsertWords(db, { deviceKey, fcId: fcId ?? '', readAt }, [read]);
}

/** R4.12: the register map of the converter's type, and the words that were read. */
export function createRegisters({ db, now, isOnline, readFromBoard }: Neighbours) {
  /** One read at a time for each board: its serial line is slow. */
  const reading = new Set<number>();

  async function wordsOf(user: SessionUser, board: AllowedDevice, fcId: string, range: RegisterRange) {
    const ack = await readFromBoard(user, board, range, nameOf(range));
    const words = [ack.d?.val ?? []].flat();
    if (words.length !== range.count) throw new ProblemError('FAILED');
    const { at: ts } = measuredAt(ack.ts, Math.floor(now() / 1000));
    const read = words.map((word, i) => ({ address: range.address + i, word }));
    await upsertWords(db, { deviceKey: board.deviceKey, fcId, readAt: new Date(ts * 1000) }, read);
    return read.map(({ address, word }): [number, Outcome] => [address, { word, ts }]);
  }

  /** Splits a refused range in halves until the refused registers are found. */
  async function readRange(
    user: SessionUser,
    board: AllowedDevice,
    fcId: string,
    range: RegisterRange,
  ): Promise<[number, Outcome][]> {
    try {
      return await wordsOf(user, board, fcId, range);
    } catch (error) {
      const reason = error instanceof ProblemError ? error.body.reason : undefined;
      if (!reason || !RANGE_ERRORS.includes(reason)) throw error;
      const parts = splitRange(range);
      if (!parts) return [[range.address, { reason }]];
      const [first, second] = parts;
      return [
        ...(await readRange(user, board, fcId, first)),
        ...(await readRange(user, board, fcId, second)),
      ];
    }
  }

  async function readAll(
    user: SessionUser,
    board: AllowedDevice,
    fcId: string,
    ranges: readonly RegisterRange[],
  ) {
    if (reading.has(board.deviceKey)) throw new ProblemError('TOO_MANY_REQUESTS');
    reading.add(board.deviceKey);
    try {
      const outcomes = new Map<number, Outcome>();
      for (const range of ranges)
        for (const [address, outcome] of await readRange(user, board, fcId, range))
          outcomes.set(address, outcome);
      return outcomes;
    } finally {
      reading.delete(board.deviceKey);
    }
  }

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
      const outcomes = await readAll(
        user,
        board,
        fcId ?? '',
        toRegisterRanges(profile, registers, MAX_WORDS),
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
  label: addressLabel(register.address),
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
