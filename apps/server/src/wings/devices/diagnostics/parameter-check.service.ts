import type { Command } from '@manoboard/contract/command/command';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { MAX_WORDS } from '@manoboard/contract/mqtt/wire';
import { watchedParameters } from '@manoboard/domain/fc/parameters';
import { type RegisterRange, toRegisterRanges } from '@manoboard/domain/fc/register-ranges';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Core } from '../../../core.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { ConvertersWing } from '../../converters/index.ts';
import type { RegisterReader } from './register-reader.ts';
import { listConverters } from './registers.repo.ts';

interface Needs extends Pick<Core, 'db' | 'quietWarn' | 'now'> {
  /** Boards that are connected to this server. */
  listOnline: () => readonly string[];
  /** A read without a user, which is not logged. */
  readFromBoard: (deviceId: string, range: RegisterRange) => Promise<Ack>;
  reader: RegisterReader;
  profileOf: ConvertersWing['profileOf'];
}

type ConverterRow = Awaited<ReturnType<typeof listConverters>>[number];

/** Each board is read about once an hour, a slice of them at a time. */
const ROUND_MS = HOUR_MS;
const SLICE_EVERY_MS = 300_000;
const SLICES = ROUND_MS / SLICE_EVERY_MS;
/** Boards that are read at the same time. */
const AT_ONCE = 4;

/**
 * Reads the parameters of converters: the board does not report that someone has changed one at the keypad. Reads are not
 * stored as commands. A board that does not answer is read again in the next round.
 */
export function createParameterCheck(needs: Needs) {
  const { db, quietWarn, now, listOnline, readFromBoard, reader, profileOf } = needs;
  const checkedMs = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = false;

  async function check(row: ConverterRow): Promise<void> {
    const profile = await profileOf(db, row);
    if (!profile) return;
    const converter = { ...row, profile };
    const ranges = toRegisterRanges(profile, watchedParameters(profile), MAX_WORDS);
    if (ranges.length === 0) reader.report(converter, []);
    try {
      await reader.read(converter, ranges, (range) => readFromBoard(converter.deviceId, range));
    } catch (err) {
      if (!(err instanceof ProblemError))
        quietWarn('parameters', { err, board: converter.deviceId }, 'parameters could not be read');
    }
  }

  /** Those that were never read come first. */
  function nextSlice(): string[] {
    const online = listOnline();
    const dueMs = now() - ROUND_MS;
    return online
      .filter((deviceId) => (checkedMs.get(deviceId) ?? Number.NEGATIVE_INFINITY) <= dueMs)
      .sort((a, b) => (checkedMs.get(a) ?? 0) - (checkedMs.get(b) ?? 0))
      .slice(0, Math.ceil(online.length / SLICES));
  }

  async function checkAll(deviceIds: readonly string[]): Promise<void> {
    for (const deviceId of deviceIds) checkedMs.set(deviceId, now());
    const waiting = await listConverters(db, deviceIds);
    const work = async () => {
      for (let next = waiting.pop(); next && !isStopped; next = waiting.pop()) await check(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** A slow slice delays the next one. */
  function runSlice(): void {
    if (isRunning) return;
    isRunning = true;
    checkAll(nextSlice())
      .catch((err) => quietWarn('parameters', { err }, 'parameters could not be read'))
      .finally(() => {
        isRunning = false;
      });
  }

  return {
    /** Reads the parameters of all boards that are online now. */
    run: () => checkAll(listOnline()),

    /** A written value is expected from then on. */
    async noteCommand({ op, status, register, reported_value: word, device_id }: Command): Promise<void> {
      if (op !== 'reg_write' || register === undefined || typeof word !== 'number') return;
      try {
        const [converter] = await listConverters(db, [device_id]);
        const profile = converter && (await profileOf(db, converter));
        if (profile)
          reader.report({ ...converter, profile }, [{ address: register, word }], status === 'done');
      } catch (err) {
        quietWarn('parameters', { err, board: device_id }, 'a written parameter could not be noted');
      }
    },

    start() {
      timer = setInterval(runSlice, SLICE_EVERY_MS);
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
