import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createUsageRecorder } from '../wings/history/energy/usage.service.ts';
import { createRollups } from '../wings/history/rollup.service.ts';
import { findOldestFrameMs, listArrivedFrames } from '../wings/history/store/stored-frames.repo.ts';
import { enrolBoard } from './demo.repo.ts';
import { createDemoHistory } from './demo-history.ts';

const DAYS = 32;
const RAW_DAYS = 30;
const ID = 'MNB-DE0001';
/** The rollups go by the clock of the database. */
const NOW_MS = Date.now();
const TODAY_MS = Math.floor(NOW_MS / DAY_MS) * DAY_MS;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let boardsDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  boardsDir = mkdtempSync(join(tmpdir(), 'demo-boards-'));
});
afterAll(async () => {
  rmSync(boardsDir, { recursive: true });
  await database.remove();
});

/** A frame a minute in an hour of each day, as `board past` writes them: 1.2 kWh. */
function writePast(): void {
  const dir = join(boardsDir, ID, 'past');
  mkdirSync(dir, { recursive: true });
  for (let day = DAYS; day > 0; day -= 1) {
    const startS = (TODAY_MS - day * DAY_MS) / 1000;
    const lines = Array.from({ length: 60 }, (_, at) => {
      const seq = (DAYS - day) * 60 + at + 1;
      const d = {
        electro_meter: Number((100 + seq / 50).toFixed(1)),
        pressure: 4,
        frequency_fc: 41,
        on_off_state_r: 1,
      };
      return JSON.stringify([startS + 7200 + 60 * at, 1, d, []]);
    });
    writeFileSync(join(dir, `${new Date(1000 * startS).toISOString().slice(0, 10)}.jsonl`), lines.join('\n'));
  }
}

it('a board of the demo has frames of 30 days for rehearsals, and rollups and energy of all its days', async () => {
  const { db } = database;
  const hash = Buffer.alloc(32);
  const { id } = await enrolBoard(db, { deviceId: ID, alias: null, secretHash: hash, claimHash: hash });
  const usage = createUsageRecorder({ db, now: () => NOW_MS, retentionDays: 3650 });
  const { run: rollUp, storePast } = createRollups({ db, rawDays: RAW_DAYS, collectUsage: usage.collect });
  const history = createDemoHistory({
    db,
    now: () => NOW_MS,
    boardsDir,
    rawDays: RAW_DAYS,
    rollUp,
    storePast,
  });

  await history.run();
  expect(await findOldestFrameMs(db, id)).toBeUndefined();

  writePast();
  await history.run();
  expect(await findOldestFrameMs(db, id)).toBe(TODAY_MS - RAW_DAYS * DAY_MS + 2 * HOUR_MS);
  const frames = await listArrivedFrames(db, id, TODAY_MS - DAY_MS, TODAY_MS);
  expect(frames).toHaveLength(60);
  const rollups = await db.selectFrom('history_hour').select('start').orderBy('start').execute();
  expect(rollups).toHaveLength(DAYS);
  expect(rollups[0]?.start.getTime()).toBe(TODAY_MS - DAYS * DAY_MS);
  const energy = await db
    .selectFrom('energy_day')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirst();
  expect(Number(energy?.n)).toBe(DAYS);
  expect(readdirSync(join(boardsDir, ID, 'past'))).toEqual([]);
});
