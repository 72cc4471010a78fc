import { beforeEach, expect, it } from 'vitest';
import type { DeviceKey } from '../db/device-key.ts';
import type { Board, Flood } from './link.ts';
import { createMessageLimit } from './message-limit.ts';

const [board, other]: Board[] = [1, 2].map((deviceKey) => ({
  deviceKey: deviceKey as DeviceKey,
  deviceId: `MNB-${deviceKey}`,
}));
let nowMs = 0;
let floods: (Flood & { deviceId: string })[] = [];
beforeEach(() => {
  nowMs = 0;
  floods = [];
});

const createLimit = () =>
  createMessageLimit({
    limits: { eventsPerMinute: 60, framesPerSecond: 1000 },
    elapsedMs: () => nowMs,
    onFlood: ({ deviceId }, flood) => floods.push({ deviceId, ...flood }),
  });

function flood(limit: ReturnType<typeof createLimit>, count: number): number {
  let accepted = 0;
  for (let n = 0; n < count; n++) if (limit.accept(board as Board, 'event')) accepted++;
  return accepted;
}

it('13,000 alarms of one board: the burst is accepted, the others are one flood with their number', () => {
  const limit = createLimit();
  expect(flood(limit, 13_000)).toBe(300);
  expect(floods).toEqual([{ deviceId: 'MNB-1', held: 1, isOver: false }]);
  limit.sweep();
  nowMs = 60_000;
  limit.sweep();
  limit.sweep();
  expect(floods.slice(1)).toEqual([
    { deviceId: 'MNB-1', held: 12_700, isOver: false },
    { deviceId: 'MNB-1', held: 12_700, isOver: true },
  ]);
});

it('other kinds of messages and other boards are not limited by a flood', () => {
  const limit = createLimit();
  flood(limit, 13_000);
  for (const name of ['tele', 'ack', 'status', 'info'] as const)
    expect(limit.accept(board as Board, name)).toBe(true);
  expect(limit.accept(other as Board, 'event')).toBe(true);
});

it('a second flood is reported again', () => {
  const limit = createLimit();
  flood(limit, 301);
  nowMs = 60_000;
  limit.sweep();
  nowMs = 600_000;
  flood(limit, 301);
  expect(floods.map(({ held, isOver }) => `${held} ${isOver}`)).toEqual(['1 false', '1 true', '1 false']);
});

it('a day of frames that were queued during an outage is accepted at once', () => {
  const limit = createLimit();
  const accepted = Array.from({ length: 17_280 }, () => limit.accept(board as Board, 'tele'));
  expect(accepted.every(Boolean)).toBe(true);
});
