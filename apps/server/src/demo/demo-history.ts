import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { REACH_MS } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import { dayOf, isExpiredDay } from '@manoboard/domain/telemetry/frame-days';
import { HOUR_MS } from '@manoboard/domain/time';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { ensureHistoryPartitions } from '../wings/history/history-partitions.ts';
import { insertFrames } from '../wings/history/store/append.repo.ts';
import { ensurePartitions } from '../wings/history/store/partition.repo.ts';
import { findBoard } from './demo.repo.ts';

/** Boot number of the simulated past, lower than that of any real boot. */
const BOOT = 0;
/** Frames per SQL statement. */
const SLICE = 500;
/** A run ends after this time; the job runs again every minute, and other jobs wait for it. */
const LONGEST_RUN_MS = 40_000;

interface Needs {
  db: Db;
  now: () => number;
  /** Has a folder for each board, where `board past` writes its past as a file for each day. */
  boardsDir: string;
  /** `RETENTION_RAW_DAYS`: of older days only the rollups are stored. */
  rawDays: number;
  rollUp: () => Promise<void>;
  storePast: (tx: Db, deviceKey: DeviceKey, hourMs: number, frames: readonly Frame[]) => Promise<void>;
}

type PastFrame = Frame & Pick<Tele, 'fc' | 'd'>;
interface PastOfBoard {
  deviceKey: DeviceKey;
  frames: readonly PastFrame[];
}

/** One frame per line; its time in seconds is also its sequence number. */
function parsePast(text: string): PastFrame[] {
  return text.split('\n').map((line) => {
    const [ts, fc, d, na] = JSON.parse(line);
    return { tsMs: ts * 1000, boot: BOOT, seq: ts, fc, d, na };
  });
}

const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);

/**
 * Stores the past of the demo's boards, which the simulator writes after the first start, so that graphs, energy and
 * rehearsals have something to show on the first day: a day at a time, the newest first.
 */
export function createDemoHistory({ db, now, boardsDir, rawDays, rollUp, storePast }: Needs) {
  let isStopping = false;

  /** The files of the newest day; some boards may have none of it yet. */
  async function findNewestDay() {
    const ofBoards = (await namesIn(boardsDir)).map(async (deviceId) => {
      const dir = join(boardsDir, deviceId, 'past');
      const days = (await namesIn(dir)).filter((name) => name.endsWith('.jsonl'));
      return days.map((day) => ({ deviceId, day, file: join(dir, day) }));
    });
    const files = (await Promise.all(ofBoards)).flat().sort((a, b) => b.day.localeCompare(a.day));
    return files.filter(({ day }) => day === files[0]?.day);
  }

  async function readPast(files: Awaited<ReturnType<typeof findNewestDay>>): Promise<PastOfBoard[]> {
    const pasts: PastOfBoard[] = [];
    for (const { deviceId, file } of files) {
      const deviceKey = await findBoard(db, deviceId);
      if (deviceKey !== undefined) pasts.push({ deviceKey, frames: parsePast(await readFile(file, 'utf8')) });
    }
    return pasts;
  }

  /** Marks the hours like those of late frames, in time order, so that all boards are rolled up together. */
  async function storeFrames(pasts: readonly PastOfBoard[]): Promise<void> {
    const placed = pasts.flatMap(({ deviceKey, frames }) =>
      frames.map(({ tsMs, boot, seq, fc, d, na }) => ({
        deviceKey,
        tsMs,
        receivedAtMs: tsMs,
        isPlacedByArrival: false,
        frame: { v: 1 as const, boot, seq, ts: tsMs / 1000, fc, d, na: [...na] },
      })),
    );
    placed.sort((a, b) => a.tsMs - b.tsMs);
    await ensurePartitions(db, [...new Set(placed.map(({ tsMs }) => dayOf(tsMs)))]);
    for (let at = 0; at < placed.length; at += SLICE) {
      await insertFrames(db, placed.slice(at, at + SLICE));
      await nextTurn();
    }
    await rollUp();
  }

  async function storeRollups({ deviceKey, frames }: PastOfBoard): Promise<void> {
    const hours = [...new Set(frames.map(({ tsMs }) => Math.floor(tsMs / HOUR_MS) * HOUR_MS))];
    await db.transaction().execute(async (tx) => {
      await ensureHistoryPartitions(tx, hours);
      for (const hourMs of hours) {
        const near = frames.filter(({ tsMs }) => tsMs >= hourMs - REACH_MS && tsMs < hourMs + HOUR_MS);
        await storePast(tx, deviceKey, hourMs, near);
        await nextTurn();
      }
    });
  }

  async function storeDay(pasts: readonly PastOfBoard[]): Promise<void> {
    const isExpired = isExpiredDay(dayOf(pasts[0]?.frames[0]?.tsMs ?? 0), now(), rawDays);
    if (!isExpired) return storeFrames(pasts);
    for (const past of pasts) await storeRollups(past);
  }

  return {
    async run(): Promise<void> {
      const startMs = performance.now();
      while (!isStopping && performance.now() - startMs < LONGEST_RUN_MS) {
        const files = await findNewestDay();
        if (files.length === 0) return;
        await storeDay(await readPast(files));
        for (const { file } of files) await rm(file);
      }
    },
    /** Ends a running import after its current day. */
    stop() {
      isStopping = true;
    },
  };
}
