import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createUsageRecorder } from '../features/energy/usage.service.ts';
import { createRollups } from '../features/history/rollup.service.ts';
import { enrolBoard } from './demo.repo.ts';
import { createDemoHistory } from './demo-history.ts';
import { insertAway } from './demo-past.ts';
import { listPastFrames } from './past-frames.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-11-16T10:20:00Z');
const LAST = someLastValues({ electro_meter: 812.3, motor_operating_hours: 1500 });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

it('the meters of the past rise to the values that the board reported', () => {
  const frames = listPastFrames('household', LAST, 1, NOW_MS - 7 * DAY_MS, NOW_MS);
  const meters = frames.map(({ d }) => d.electro_meter ?? Number.NaN);
  expect(meters).toEqual(meters.toSorted((a, b) => a - b));
  expect(meters.at(-1)).toBeCloseTo(812.3, 1);
  expect(frames.at(-1)?.d.motor_operating_hours).toBe(1499);
  expect(frames).toHaveLength(7 * 1440);
});

it('a board of the demo gets its past once, when its first frame has arrived', async () => {
  const { db } = database;
  const board = { deviceId: 'MNB-DE0001', fcId: 'FC-DE0001' };
  const hash = Buffer.alloc(32);
  const { id } = await enrolBoard(db, { ...board, alias: null, secretHash: hash, claimHash: hash });
  const usage = createUsageRecorder({ db, now: () => NOW_MS, retentionDays: 3650 });
  const rollups = createRollups({ db, rawDays: 30, collectUsage: usage.collect });
  const run = createDemoHistory({
    ...{ db, boards: 1, days: 3, storePast: rollups.storePast },
    lastData: (device_id) => aLastData({ device_id, data: LAST }),
  });
  const count = async (table: 'history_minute' | 'history_hour' | 'frame') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirst()
      )?.n,
    );

  await run();
  expect(await count('frame')).toBe(0);

  await insertAway(db, { id, ...board }, NOW_MS);
  const before = await count('frame');
  await run();
  const stored = { minutes: await count('history_minute'), frames: (await count('frame')) - before };
  expect(stored.minutes).toBeGreaterThan(48);
  expect(stored.frames).toBeGreaterThan(1440);
  await run();
  expect(await count('history_minute')).toBe(stored.minutes);
});
