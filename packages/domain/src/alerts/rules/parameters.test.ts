import { describe, expect, it } from 'vitest';
import type { RuleInput } from './inputs.ts';
import { createReplay } from './replay.ts';

const WAKE_DELAY = 0x0114;
const GAIN = 0x0904;

/** A converter whose parameters are read and written; times in seconds. */
function converter() {
  const { input, alerts } = createReplay();
  const pass = (next: RuleInput) => input(JSON.parse(JSON.stringify(next)));
  const parameters =
    (isWritten: boolean) =>
    (s: number, values: [number, number][], id = 'FC-1') =>
      pass({ kind: 'parameters', atMs: 1000 * s, converter: id, isWritten, values });
  return {
    alerts,
    read: parameters(false),
    write: parameters(true),
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
