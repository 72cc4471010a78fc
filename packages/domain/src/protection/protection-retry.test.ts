import { broken, burst, dry, high, regulating, stopped, watchPump } from '@manoboard/testkit/protected-pump';
import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../time.ts';

describe('automatic retries of a tripped pump (domain.md 2.4)', () => {
  it('DRY_RUN is retried after 1, 5 and 20 hours, then only a person can start the pump', () => {
    const board = watchPump().see(dry, 11);
    for (const pauseS of [1 * HOUR_S, 5 * HOUR_S, 20 * HOUR_S]) {
      board.actions();
      board.see(stopped, pauseS);
      expect(board.actions()).toEqual([]);
      board.see(stopped, 1);
      expect(board.actions()).toEqual([expect.stringMatching(/ start$/)]);
      board.see(dry, 11);
      expect(board.actions()).toEqual([
        expect.stringMatching(/ stop$/),
        expect.stringMatching(/ raise DRY_RUN$/),
      ]);
    }
    board.see(stopped, 100 * HOUR_S);
    expect(board.actions()).toEqual([]);
  });

  it('a retry is repeated until the drive is on', () => {
    const board = watchPump()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1);
    const [at = ''] = board.actions().slice(-1);
    const atS = Number.parseInt(at, 10);
    board.see(stopped, 61);
    expect(board.actions()).toEqual([`${atS + 30} start`, `${atS + 60} start`]);
    board.see(undefined, 300).see(stopped, 1);
    expect(board.actions()).toEqual([expect.stringMatching(/ start$/)]);
    expect(board.see(regulating, 61).actions()).toEqual([expect.stringMatching(/ clear DRY_RUN$/)]);
  });

  it('a retry that has no effect ends, and the next one follows after the next pause', () => {
    const board = watchPump().see(dry, 11);
    board.see(stopped, HOUR_S + 1).actions();
    const starts = board.see(stopped, HOUR_S).actions();
    expect(starts).toHaveLength(19);
    board.see(stopped, 3 * HOUR_S);
    expect(board.actions()).toEqual([]);
    expect(board.see(stopped, 2 * HOUR_S).actions().length).toBeGreaterThan(0);
  });

  it('a retry due under keypad control is skipped', () => {
    const board = watchPump().see(dry, 11).see(stopped, 60);
    board.actions();
    board.see({ ...stopped, canCommand: false }, 2 * HOUR_S).see(stopped, 30 * HOUR_S);
    expect(board.actions()).toEqual([]);
  });

  it('a retry stopped by a person is not repeated', () => {
    const board = watchPump()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1)
      .see(stopped, 5)
      .personStops();
    board.actions();
    expect(board.see(stopped, 30 * HOUR_S).actions()).toEqual([]);
  });

  it('a minute with water after a retry clears the event, and the next trip starts with the one-hour pause', () => {
    const board = watchPump()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1)
      .see(regulating, 61);
    expect(board.actions().slice(2)).toEqual([
      expect.stringMatching(/ start$/),
      expect.stringMatching(/ clear DRY_RUN$/),
    ]);
    board.see(dry, 11).actions();
    expect(board.see(stopped, HOUR_S + 1).actions()).toEqual([expect.stringMatching(/ start$/)]);
  });

  it.each([
    ['OVER_PRESSURE', high],
    ['SENSOR_BREAK', broken],
    ['PIPE_BURST', burst],
  ])('%s is not retried', (code, sample) => {
    const board = watchPump().see(sample, code === 'PIPE_BURST' ? 61 : 5);
    board.actions();
    expect(board.see(stopped, 48 * HOUR_S).actions()).toEqual([]);
  });

  it('a pump stopped by a person is not started by a retry', () => {
    const board = watchPump().see(dry, 11).see(stopped, 60).personStops();
    board.actions();
    expect(board.see(stopped, 30 * HOUR_S).actions()).toEqual([]);
  });

  it('another trip during a retry replaces the first', () => {
    const board = watchPump()
      .see(dry, 11)
      .see(stopped, HOUR_S + 1);
    board.actions();
    const recent = board.see(high, 3).actions();
    expect(recent.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'clear DRY_RUN',
      'stop',
      'raise OVER_PRESSURE',
    ]);
  });
});
