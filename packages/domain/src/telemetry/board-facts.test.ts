import type { LastData } from '@manoboard/contract/device/device';
import type { Reading, ReadingField } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import { boardFacts } from './board-facts.ts';
import { applyFrame, emptyLastData } from './last-data.ts';

const T0 = 1_800_000_000;
const running: Partial<Reading> = {
  on_off_state_r: 1,
  frequency_fc: 40,
  pressure: 4,
  motor_current: 3,
  fault: 0,
  temperature_mnb: 30,
};
const OF_THE_CONVERTER: ReadingField[] = [
  'on_off_state_r',
  'frequency_fc',
  'pressure',
  'motor_current',
  'fault',
];

/** The last values after a whole frame at T0 and one every 5 s until `untilS` without these fields. */
function pump(d: Partial<Reading>, na: ReadingField[] = [], untilS = 15): LastData {
  let last = applyFrame(emptyLastData('MNB-TE0001'), { v: 1, boot: 1, seq: 1, ts: T0, fc: 1, d }, T0);
  for (let s = 5; s <= untilS; s += 5)
    last = applyFrame(last, { v: 1, boot: 1, seq: 1 + s, ts: T0 + s, fc: 1, d: {}, na }, T0 + s);
  return last;
}
const known = (last: LastData, atS: number) => boardFacts(last, true, T0 + atS);

it('R4.5 a board without any data has unknown facts', () => {
  expect(boardFacts(undefined, undefined, T0)).toEqual({
    isBoardOnline: undefined,
    isBoardSilent: false,
    isBoardLate: false,
    clock: undefined,
    fcLink: 'unknown',
    hasFault: undefined,
    unmeasured: [],
  });
});

it('R4.5 a running pump has no broken hop', () => {
  expect(known(pump(running), 15)).toEqual({
    isBoardOnline: true,
    isBoardSilent: false,
    isBoardLate: false,
    clock: 'ok',
    fcLink: 'ok',
    hasFault: false,
    unmeasured: [],
  });
});

describe('R4.5 a field that cannot be measured', () => {
  it('is listed when its value is two frames old, not earlier', () => {
    const last = pump(running, ['pressure'], 5);
    expect(known(last, 9).unmeasured).toEqual([]);
    expect(known(last, 10).unmeasured).toEqual(['pressure']);
  });

  it('is no longer listed when it is measured again', () => {
    const back = { v: 1 as const, boot: 1, seq: 99, ts: T0 + 20, fc: 1 as const, d: { pressure: 4.1 } };
    expect(known(applyFrame(pump(running, ['pressure']), back, T0 + 20), 20).unmeasured).toEqual([]);
  });

  it('motor fields of a stopped drive are not listed', () => {
    const na: ReadingField[] = ['frequency_fc', 'motor_current', 'pressure'];
    const off = { ...running, on_off_state_r: 3 };
    expect(known(pump(off, na), 15).unmeasured).toEqual(['pressure']);
    expect(known(pump(running, na), 15).unmeasured).toEqual(['frequency_fc', 'pressure', 'motor_current']);
  });

  it('motor fields are listed when the stopped state itself cannot be read', () => {
    const off = { ...running, on_off_state_r: 3 };
    expect(known(pump(off, ['on_off_state_r', 'motor_current']), 15).unmeasured).toEqual([
      'on_off_state_r',
      'motor_current',
    ]);
  });

  it('a converter without any readable field counts as a link error', () => {
    expect(known(pump(running, OF_THE_CONVERTER, 5), 9).fcLink).toBe('ok');
    expect(known(pump(running, OF_THE_CONVERTER, 5), 10).fcLink).toBe('error');
    expect(known(pump(running, OF_THE_CONVERTER.slice(1)), 15).fcLink).toBe('ok');
  });

  it('a fault that can no longer be read is unknown', () => {
    const faulty = { ...running, fault: 10 };
    expect(known(pump(faulty), 15).hasFault).toBe(true);
    expect(known(pump(faulty, ['fault']), 15).hasFault).toBeUndefined();
    expect(known(pump({ ...running, on_off_state_r: 4 }, ['on_off_state_r']), 15).hasFault).toBe(false);
  });
});

describe('R4.5 a board whose clock is behind', () => {
  const behind = (byS: number) => {
    let last = emptyLastData('MNB-TE0001');
    for (let s = 0; s <= 15; s += 5)
      last = applyFrame(last, { v: 1, boot: 1, seq: s, ts: T0 + s - byS, fc: 1, d: running }, T0 + s);
    return known(last, 15);
  };

  it('by two frames counts as late, not silent', () => {
    expect(behind(10)).toMatchObject({ isBoardLate: true, isBoardSilent: false, unmeasured: [] });
  });

  it('by less than two frames counts as neither late nor silent', () => {
    expect(behind(9)).toMatchObject({ isBoardLate: false, isBoardSilent: false, unmeasured: [] });
  });
});

it('R4.5 the converter behind a silent board is unknown', () => {
  expect(known(pump(running), 24)).toMatchObject({ isBoardSilent: false, fcLink: 'ok' });
  expect(known(pump(running), 25)).toMatchObject({ isBoardSilent: true, fcLink: 'unknown' });
});
