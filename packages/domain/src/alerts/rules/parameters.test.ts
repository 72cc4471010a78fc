import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { describe, expect, it } from 'vitest';
import type { RuleInput, SelfStartInput } from './inputs.ts';
import { isMuted } from './mute.ts';
import { createReplay } from './replay.ts';

const WAKE_DELAY = 0x0114;
const GAIN = 0x0904;

/** A converter whose parameters are read and written; times in seconds. */
function converter(card: PumpValues = {}) {
  const { input, alerts } = createReplay({ card });
  const pass = (next: RuleInput) => input(JSON.parse(JSON.stringify(next)));
  const parameters =
    (isWritten: boolean) =>
    (s: number, values: [number, number][], id = 'FC-1') =>
      pass({ kind: 'parameters', atMs: 1000 * s, converter: id, isWritten, values, selfStarts: [] });
  return {
    alerts,
    read: parameters(false),
    write: parameters(true),
    /** Parameters that start the drive are read. */
    readStarts: (s: number, selfStarts: SelfStartInput[], id = 'FC-1') =>
      pass({ kind: 'parameters', atMs: 1000 * s, converter: id, isWritten: false, values: [], selfStarts }),
    accept: (s: number) => pass({ kind: 'accept_parameters', atMs: 1000 * s }),
    /** When alerts were raised and cleared. */
    spans: () =>
      alerts.map(({ kind, atMs: raisedMs, clearedMs }) => [
        kind,
        raisedMs / 1000,
        clearedMs && clearedMs / 1000,
      ]),
  };
}

describe('register drift: a parameter that was changed at the keypad', () => {
  it('is raised with the old and the new value, and clears when the old value is back', () => {
    const { read, alerts, spans } = converter();
    read(1, [
      [WAKE_DELAY, 2],
      [GAIN, 1.5],
    ]);
    read(10, [
      [WAKE_DELAY, 30],
      [GAIN, 1.5],
    ]);
    const numbers = { group: 1, index: 20, expected: 2, found: 30, others: 0 };
    expect(alerts).toMatchObject([{ severity: 'warning', numbers }]);
    read(20, [[GAIN, 1.5]]);
    read(30, [[WAKE_DELAY, 2]]);
    expect(spans()).toEqual([['register_drift', 10, 30]]);
  });

  it('clears when the server writes a value, which is expected from then on', () => {
    const { read, write, spans } = converter();
    read(1, [[GAIN, 1]]);
    read(10, [[GAIN, 2]]);
    write(20, [[GAIN, 3]]);
    read(30, [[GAIN, 3]]);
    read(40, [[GAIN, 1]]);
    expect(spans()).toEqual([
      ['register_drift', 10, 20],
      ['register_drift', 40, undefined],
    ]);
  });

  it('clears when a person accepts what was found, which is expected from then on', () => {
    const { read, accept, spans } = converter();
    read(1, [[GAIN, 1]]);
    read(10, [[GAIN, 2]]);
    accept(20);
    read(30, [[GAIN, 2]]);
    expect(spans()).toEqual([['register_drift', 10, 20]]);
  });

  it('names the first parameter and counts the others', () => {
    const { read, alerts } = converter();
    read(1, [
      [WAKE_DELAY, 2],
      [GAIN, 1],
    ]);
    read(10, [
      [WAKE_DELAY, 0],
      [GAIN, 0],
    ]);
    expect(alerts).toMatchObject([{ numbers: { group: 1, index: 20, others: 1 } }]);
  });

  it('another converter has parameters of its own', () => {
    const { read, spans } = converter();
    read(1, [[GAIN, 1]]);
    read(10, [[GAIN, 2]]);
    read(20, [[GAIN, 7]], 'FC-2');
    expect(spans()).toEqual([['register_drift', 10, 20]]);
  });
});

const RESTART = 0x0115;
const RESETS = 0x081c;
const restart = (value: number): SelfStartInput => [RESTART, value, 'power_cut', value !== 0];
const resets = (value: number): SelfStartInput => [RESETS, value, 'fault', value !== 0];

describe('a drive that starts by itself', () => {
  it('is found at the first read, with parameter and value, and clears with the wanted value', () => {
    const { readStarts, alerts, spans } = converter();
    readStarts(1, [restart(1), resets(0)]);
    const numbers = { group: 1, index: 21, found: 1, afterFault: 0, others: 0 };
    expect(alerts).toMatchObject([{ kind: 'self_start_enabled', severity: 'warning', numbers }]);
    readStarts(10, [resets(0)]);
    readStarts(20, [restart(0)]);
    expect(spans()).toEqual([['self_start_enabled', 1, 20]]);
  });

  it('is not raised for wanted values, nor before a read', () => {
    const { readStarts, read, spans } = converter();
    read(1, [[GAIN, 1]]);
    readStarts(2, [restart(0), resets(0)]);
    expect(spans()).toEqual([]);
  });

  it('after a fault has a sentence of its own, and counts the other parameters', () => {
    const { readStarts, alerts } = converter();
    readStarts(1, [resets(3), restart(1)]);
    expect(alerts).toMatchObject([{ numbers: { group: 8, index: 28, found: 3, afterFault: 1, others: 1 } }]);
  });

  it('is permitted after a power cut by the card, after a fault by nothing', () => {
    const { readStarts, alerts } = converter({ self_start: 'after_power_cut' });
    readStarts(1, [restart(1)]);
    expect(alerts).toEqual([]);
    readStarts(2, [resets(1)]);
    expect(alerts).toMatchObject([{ numbers: { group: 8, index: 28, others: 0 } }]);
  });

  it('without an answer, or with "no", is not permitted', () => {
    for (const card of [{}, { self_start: 'never' }] as const) {
      const { readStarts, spans } = converter(card);
      readStarts(1, [restart(1)]);
      expect(spans()).toEqual([['self_start_enabled', 1, undefined]]);
    }
  });

  it('cannot be accepted by a person who resolves an alert about changed parameters', () => {
    const { readStarts, accept, spans } = converter();
    readStarts(1, [restart(1)]);
    accept(2);
    readStarts(3, [restart(1)]);
    expect(spans()).toEqual([['self_start_enabled', 1, undefined]]);
  });

  it('ends with its converter, also if the next one has no such parameter', () => {
    const { readStarts, spans } = converter();
    readStarts(1, [restart(1)]);
    readStarts(2, [], 'FC-2');
    expect(spans()).toEqual([['self_start_enabled', 1, 2]]);
  });

  it('R5.10 is muted neither by a tag nor by an update', () =>
    expect(isMuted('self_start_enabled', ['lock_out', 'update'])).toBe(false));
});
