import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { SelfStartInput } from '@manoboard/domain/alerts/rules/inputs';
import { watchedValues } from '@manoboard/domain/fc/parameters';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { type RegisterRange, splitRange } from '@manoboard/domain/fc/register-ranges';
import { selfStartsAt } from '@manoboard/domain/fc/self-start';
import { measuredAt } from '@manoboard/domain/telemetry/last-data';
import type { Core } from '../../../core.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { Board } from '../../../link/link.ts';
import { type ReadWord, upsertWords } from '../../commands/register-word.repo.ts';

/** Parameters of a converter, as they were read or written. */
interface ParameterNews {
  deviceId: string;
  /** The ID of the converter. */
  converter: string;
  isWritten: boolean;
  values: [register: number, value: number][];
  selfStarts: SelfStartInput[];
}

/** A board with its converter, whose profile is known. */
export interface Converter extends Board {
  fcId: string;
  profile: FcProfile;
}

interface Needs extends Pick<Core, 'db' | 'now'> {
  onParameters: (news: ParameterNews) => void;
}

/** A word that was read, or the reason why it was not. */
export type Outcome = { word: number; ts: number } | { reason: AckError };

/** Reads one range from the board; a board that refuses is a `ProblemError` with its reason. */
type ReadRange = (range: RegisterRange) => Promise<Ack>;

/** Errors of single registers; any other error would repeat for the next range, so it ends the read. */
const RANGE_ERRORS: readonly (AckError | undefined)[] = ['modbus_exception', 'not_allowed'];

/** Reads registers from boards, stores their words and reports parameters. */
export function createRegisterReader({ db, now, onParameters }: Needs) {
  /** One read at a time for each board: its serial line is slow. */
  const reading = new Set<number>();

  /** Without words: this converter has no watched parameter, so what was known of another one is over. */
  function report({ deviceId, fcId, profile }: Converter, words: readonly ReadWord[], isWritten = false) {
    const values = watchedValues(profile, words);
    const selfStarts = selfStartsAt(profile, words).flatMap(
      ({ register, value, after, isOn }): SelfStartInput[] =>
        register && value !== undefined && isOn !== undefined ? [[register.address, value, after, isOn]] : [],
    );
    if (words.length === 0 || values.length > 0 || selfStarts.length > 0)
      onParameters({ deviceId, converter: fcId, isWritten, values, selfStarts });
  }

  async function readRange(
    board: Converter,
    range: RegisterRange,
    send: ReadRange,
  ): Promise<[number, Outcome][]> {
    const ack = await send(range);
    const words = [ack.d?.val ?? []].flat();
    if (words.length !== range.count) throw new ProblemError('FAILED');
    const { at: ts } = measuredAt(ack.ts, Math.floor(now() / 1000));
    const read = words.map((word, i) => ({ address: range.address + i, word }));
    const { deviceKey, fcId } = board;
    await upsertWords(db, { deviceKey, fcId, readAt: new Date(ts * 1000) }, read);
    report(board, read);
    return read.map(({ address, word }) => [address, { word, ts }]);
  }

  /** Splits a refused range in halves until the refused registers are found. */
  async function readHalves(
    board: Converter,
    range: RegisterRange,
    send: ReadRange,
  ): Promise<[number, Outcome][]> {
    try {
      return await readRange(board, range, send);
    } catch (error) {
      const reason = error instanceof ProblemError ? error.body.reason : undefined;
      if (!reason || !RANGE_ERRORS.includes(reason)) throw error;
      const parts = splitRange(range);
      if (!parts) return [[range.address, { reason }]];
      const [first, second] = parts;
      return [...(await readHalves(board, first, send)), ...(await readHalves(board, second, send))];
    }
  }

  return {
    report,

    async read(
      board: Converter,
      ranges: readonly RegisterRange[],
      send: ReadRange,
    ): Promise<Map<number, Outcome>> {
      if (reading.has(board.deviceKey)) throw new ProblemError('TOO_MANY_REQUESTS');
      reading.add(board.deviceKey);
      try {
        const outcomes = new Map<number, Outcome>();
        for (const range of ranges)
          for (const [address, outcome] of await readHalves(board, range, send))
            outcomes.set(address, outcome);
        return outcomes;
      } finally {
        reading.delete(board.deviceKey);
      }
    },
  };
}
export type RegisterReader = ReturnType<typeof createRegisterReader>;
