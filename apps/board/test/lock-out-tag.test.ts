import { HOUR_S } from '@manoboard/domain/time';
import { describe, expect, it } from 'vitest';
import { createMemoryDisk } from '../src/disk/memory-disk.ts';
import { opAt } from './parts.ts';
import { watchBoard } from './watched-board.ts';

/** P00.01 */
const RUN_CHANNEL = 1;

const TAG = { until: null, by: 'u:7' };

/** A pump that the board has stopped, since its well is dry; it plans to start it again after an hour. */
async function aDryPump(more: Parameters<typeof watchBoard>[0] = {}) {
  const board = watchBoard(more);
  board.switches.on('dry_run');
  await board.run(60);
  expect(board.isOn()).toBe(false);
  return board;
}
type Watched = ReturnType<typeof watchBoard>;

const planOf = (board: Watched) =>
  board.sent('tele').reduce<number | undefined>((plan, { d, na }) => {
    if (na?.includes('next_try')) return undefined;
    return d.next_try ?? plan;
  }, undefined);
const starts = (board: Watched) =>
  board
    .sent('event')
    .filter(({ code }) => code === 'STARTED')
    .map(({ d }) => d.by);
const lastAck = (board: Watched) => {
  const { st, err } = board.sent('ack').at(-1) ?? {};
  return [st, err];
};

describe('R5.11 planned starts', () => {
  it('a dry pump reports its next start and its reason, and the start itself with its origin', async () => {
    const board = await aDryPump();
    const tripS = board.sent('event').find(({ code }) => code === 'DRY_RUN')?.ts ?? 0;
    expect(Math.abs((planOf(board) ?? 0) - tripS - HOUR_S)).toBeLessThanOrEqual(3);
    expect(board.sent('tele').findLast(({ d }) => d.stopped_for)?.d.stopped_for).toBe('DRY_RUN');
    board.switches.off('dry_run');
    await board.run(HOUR_S);
    expect(board.isOn()).toBe(true);
    expect(starts(board)).toEqual(['retry']);
    expect(planOf(board)).toBeUndefined();
    expect(board.open()).not.toContain('started_itself');
    await board.stop();
  });

  it('end_retries keeps the pump off, also without a clock and while the drive is silent', async () => {
    const board = await aDryPump();
    board.send(opAt(board.clock, 'end_retries', {}));
    await board.run(2);
    expect(lastAck(board)).toEqual(['done', undefined]);
    expect(planOf(board)).toBeUndefined();
    await board.run(HOUR_S + 60);
    expect(board.isOn()).toBe(false);
    await board.stop();
  });

  it('a start now is a command, and ends the plan', async () => {
    const board = await aDryPump();
    board.switches.off('dry_run');
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(10);
    expect([board.isOn(), planOf(board), starts(board)]).toEqual([true, undefined, ['command']]);
    await board.stop();
  });
});

describe('R5.10 a lock-out tag on the board', () => {
  it('ends planned starts, refuses commands that start, and permits stop', async () => {
    const board = await aDryPump();
    board.setTag(TAG);
    await board.run(2);
    expect(board.sent('cfg/reported').at(-1)).toMatchObject({ st: 'applied', tag: TAG });
    expect(planOf(board)).toBeUndefined();
    board.switches.off('dry_run');
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(2);
    expect(lastAck(board)).toEqual(['rejected', 'locked']);
    board.send(opAt(board.clock, 'fault_reset', { val: true }));
    await board.run(2);
    expect(lastAck(board)).toEqual(['rejected', 'locked']);
    board.send(opAt(board.clock, 'start_stop', { val: false }));
    await board.run(2);
    expect(lastAck(board)).toEqual(['done', undefined]);
    await board.run(HOUR_S + 60);
    expect([board.isOn(), starts(board)]).toEqual([false, []]);
    board.setTag(null);
    await board.run(HOUR_S + 60);
    expect(board.isOn()).toBe(false);
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(5);
    expect(board.isOn()).toBe(true);
    await board.stop();
  });

  it('that is set before the pump runs dry leaves it off for good', async () => {
    const board = watchBoard();
    await board.run(5);
    board.setTag(TAG);
    board.switches.on('dry_run');
    await board.run(60);
    expect([board.isOn(), planOf(board)]).toEqual([false, undefined]);
    expect(board.sent('event').find(({ code }) => code === 'DRY_RUN')?.retry_in).toBe(0);
    await board.run(HOUR_S + 60);
    expect(starts(board)).toEqual([]);
    await board.stop();
  });

  it('survives a power cut, and ends at its time', async () => {
    const disk = createMemoryDisk();
    const before = watchBoard({ disk });
    await before.run(5);
    const untilS = before.nowMs() / 1000 + 600;
    before.setTag({ until: untilS, by: 'u:7' });
    await before.run(2);
    await before.stop();
    const board = watchBoard({ disk });
    await board.run(5);
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(2);
    expect(lastAck(board)).toEqual(['rejected', 'locked']);
    await board.run(600);
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(2);
    expect(lastAck(board)).toEqual(['done', undefined]);
    await board.stop();
  });

  it('that cannot be saved is in force, and is reported as not saved', async () => {
    const memory = createMemoryDisk();
    const disk = {
      ...memory,
      write(name: string, bytes: Uint8Array) {
        if (name.startsWith('tag.json')) throw new Error('the disk is full');
        memory.write(name, bytes);
      },
    };
    const board = watchBoard({ disk });
    await board.run(2);
    board.setTag(TAG);
    await board.run(2);
    expect(board.sent('cfg/reported').at(-1)).toMatchObject({
      st: 'rejected',
      reason: 'not_saved',
      tag: null,
    });
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(2);
    expect(lastAck(board)).toEqual(['rejected', 'locked']);
    await board.stop();
  });

  it('comes with a configuration of any version, and a message without it changes nothing', async () => {
    const board = watchBoard();
    await board.run(2);
    board.configure({ tele_s: 5 });
    board.setTag(TAG);
    board.configure({ tele_s: 9 });
    await board.run(2);
    expect(board.sent('cfg/reported').map(({ ver, tag }) => [ver, tag])).toEqual([
      [1, null],
      [1, TAG],
      [1, TAG],
    ]);
    await board.stop();
  });
});

describe('R5.11 a start at the drive', () => {
  it('at the keypad, also for some seconds and back to remote, is reported and is an alert', async () => {
    const board = watchBoard();
    await board.run(5);
    // Neither a start of a pump that is on nor one before the stop explains it.
    board.send(opAt(board.clock, 'start_stop', { val: true }));
    await board.run(2);
    board.send(opAt(board.clock, 'start_stop', { val: false }));
    await board.run(5);
    board.keypad.set(RUN_CHANNEL, 0);
    board.keypad.press('run');
    await board.run(3);
    board.keypad.set(RUN_CHANNEL, 2);
    await board.run(3);
    expect(board.isOn()).toBe(true);
    expect(starts(board)).toEqual(['keypad']);
    expect(board.open()).toContain('started_itself');
    await board.stop();
  });

  it('waking up from the sleep of the drive is no start', async () => {
    const board = watchBoard();
    await board.run(600);
    expect(starts(board)).toEqual([]);
    await board.stop();
  });
});
