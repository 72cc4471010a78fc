import type { LastData, LastValues } from '@manoboard/contract/device/device';
import type { Reading, ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Tele } from '@manoboard/contract/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { DAY_S } from '../time.ts';
import {
  applyFrame,
  emptyLastData,
  fieldTime,
  isBoardField,
  isLaterFrame,
  measuredAt,
  shiftTimes,
} from './last-data.ts';

const T0 = 1_800_000_000;

/** A frame measured at a second after T0. */
const frame = (atS: number, d: Partial<Reading>, more: Partial<Tele> = {}): Tele => ({
  v: 1,
  boot: 1,
  seq: 1,
  ts: T0 + atS,
  fc: 1,
  d,
  ...more,
});

/** The last values after frames that arrive in this order, each with its second of arrival. */
const after = (...arrivals: [number, Tele][]): LastData =>
  arrivals.reduce((last, [atS, tele]) => applyFrame(last, tele, T0 + atS), emptyLastData('MNB-TE0001'));

const timesOf = (last: LastData) =>
  Object.fromEntries(
    (Object.keys(last.data) as ReadingField[]).flatMap((field) => {
      const time = fieldTime(last, field);
      return time === null ? [] : [[field, time - T0]];
    }),
  );

describe('measuredAt', () => {
  it.each([
    ['a right clock: the time of the board', T0 - 3, T0, { at: T0 - 3, byBoardClock: true }],
    [
      'a clock slightly ahead is trusted, but limited to the arrival',
      T0 + 1,
      T0,
      { at: T0, byBoardClock: true },
    ],
    ['R4.4 a clock 5 minutes ahead is the last one trusted', T0 + 300, T0, { at: T0, byBoardClock: true }],
    ['R4.4 a clock more than 5 minutes ahead: the arrival', T0 + 301, T0, { at: T0, byBoardClock: false }],
    ['R4.4 a clock a day ahead: the arrival', T0 + DAY_S, T0, { at: T0, byBoardClock: false }],
    ['a frame kept for a day keeps its time', T0 - DAY_S, T0, { at: T0 - DAY_S, byBoardClock: true }],
    ['an unset clock: the arrival', 0, T0, { at: T0, byBoardClock: false }],
    [
      'a clock exactly 30 days behind is the last one trusted',
      T0 - 30 * DAY_S,
      T0,
      { at: T0 - 30 * DAY_S, byBoardClock: true },
    ],
    [
      'a clock more than 30 days behind: the arrival',
      T0 - 30 * DAY_S - 1,
      T0,
      { at: T0, byBoardClock: false },
    ],
    ['a clock that restarted at 1970: the arrival', 1, T0, { at: T0, byBoardClock: false }],
  ])('%s', (_case, ts, receivedAt, expected) => expect(measuredAt(ts, receivedAt)).toEqual(expected));
});

describe('emptyLastData', () => {
  it('has only null values, which are neither 0 nor Off', () => {
    const none = emptyLastData('MNB-TE0001');
    expect(Object.values(none.data).every((value) => value === null)).toBe(true);
    expect(none).toMatchObject({ device_id: 'MNB-TE0001', ts: null, received_at: null, fc: null, older: {} });
    expect(timesOf(none)).toEqual({});
  });
});

describe('applyFrame, frames in order', () => {
  it('the first frame gives its values, its time and its arrival', () => {
    const last = after([2, frame(0, { frequency_fc: 40, pressure: 3.9 })]);
    expect(last.data).toMatchObject({ frequency_fc: 40, pressure: 3.9, on_off_state_r: null });
    expect(last).toMatchObject({ ts: T0, received_at: T0 + 2, fc: 1, older: {} });
  });

  it('a frame contains changed fields and confirms omitted ones', () => {
    const last = after([0, frame(0, { frequency_fc: 40, modbus: 2 })], [5, frame(5, { frequency_fc: 41 })]);
    expect(last.data).toMatchObject({ frequency_fc: 41, modbus: 2 });
    expect(timesOf(last)).toEqual({ frequency_fc: 5, modbus: 5 });
  });

  it('an empty frame confirms all fields', () =>
    expect(timesOf(after([0, frame(0, { modbus: 2 })], [30, frame(30, {})]))).toEqual({ modbus: 30 }));

  it('0 is stored as a value', () =>
    expect(
      after([0, frame(0, { frequency_fc: 40 })], [5, frame(5, { frequency_fc: 0 })]).data.frequency_fc,
    ).toBe(0));

  it('the same frame twice changes nothing', () => {
    const tele = frame(0, { frequency_fc: 40, rssi: -60 });
    const once = after([1, tele]);
    expect(applyFrame(once, tele, T0 + 1)).toEqual(once);
  });

  it('the arguments are not modified', () => {
    const before = after([0, frame(0, { modbus: 2 })]);
    const copy = structuredClone(before);
    applyFrame(before, frame(5, { modbus: 0 }, { fc: 0 }), T0 + 5);
    expect(before).toEqual(copy);
  });
});

describe('applyFrame, the converter does not answer (fc: 0)', () => {
  const running: [number, Tele] = [
    0,
    frame(0, { frequency_fc: 40, on_off_state_r: 1, rssi: -60, temperature_mnb: 30 }),
  ];

  it("confirms the board's own fields only", () =>
    expect(timesOf(after(running, [5, frame(5, { rssi: -70 }, { fc: 0 })]))).toEqual({
      frequency_fc: 0,
      on_off_state_r: 0,
      rssi: 5,
      temperature_mnb: 5,
    }));

  it('values never become zero, and cached values are not new measurements', () => {
    const last = after(running, [5, frame(5, { frequency_fc: 0, on_off_state_r: 1 }, { fc: 0 })]);
    expect(last.data).toMatchObject({ frequency_fc: 40, on_off_state_r: 1 });
    expect(last).toMatchObject({ fc: 0, ts: T0 + 5, older: { frequency_fc: T0, on_off_state_r: T0 } });
  });

  it('fields of a converter that never answered stay unknown', () =>
    expect(after([0, frame(0, { frequency_fc: 0, rssi: -60 }, { fc: 0 })]).data).toMatchObject({
      frequency_fc: null,
      rssi: -60,
    }));

  it('fields keep their time over many frames until the converter answers again', () => {
    const silent = after(running, ...[5, 10, 15].map((at): [number, Tele] => [at, frame(at, {}, { fc: 0 })]));
    expect(silent.older).toEqual({ frequency_fc: T0, on_off_state_r: T0 });
    const back = applyFrame(silent, frame(20, { frequency_fc: 38 }), T0 + 20);
    expect(back).toMatchObject({ fc: 1, older: {} });
    expect(timesOf(back)).toMatchObject({ frequency_fc: 20, on_off_state_r: 20 });
  });

  it.each([
    ['temperature_mnb', true],
    ['analog_input_2', true],
    ['analog_input_3', true],
    ['rssi', true],
    ['frequency_fc', false],
    ['on_off_state_r', false],
    ['pressure', false],
    ['temperature_fc', false],
  ] as const)('%s is measured by the board itself: %s', (field, expected) =>
    expect(isBoardField(field)).toBe(expected),
  );
});

describe('isLaterFrame', () => {
  it.each([
    ['the first frame', { boot: 1, seq: 1 }, undefined, true],
    ['the next frame', { boot: 1, seq: 2 }, { boot: 1, seq: 1 }, true],
    ['the same frame', { boot: 1, seq: 1 }, { boot: 1, seq: 1 }, false],
    ['a stored frame that arrives late', { boot: 1, seq: 1 }, { boot: 1, seq: 9 }, false],
    ['the first frame after a boot', { boot: 2, seq: 1 }, { boot: 1, seq: 9 }, true],
    ['a frame from before the boot', { boot: 1, seq: 9 }, { boot: 2, seq: 1 }, false],
  ])('%s', (_case, frame, known, expected) => expect(isLaterFrame(frame, known)).toBe(expected));
});

describe('applyFrame, clocks', () => {
  it('a frame with an unset clock is placed by its arrival', () => {
    const last = after([0, frame(0, { modbus: 2 })], [5, frame(0, { modbus: 0 }, { ts: 0 })]);
    expect(last).toMatchObject({ ts: T0 + 5, received_at: T0 + 5 });
    expect(last.data.modbus).toBe(0);
  });

  it('a clock that runs ahead does not block later frames', () => {
    const last = after([0, frame(3600, { modbus: 2 })], [5, frame(3605, { modbus: 0 })]);
    expect(last.data.modbus).toBe(0);
    expect(last).toMatchObject({ ts: T0 + 5, received_at: T0 + 5 });
  });

  it.each([
    [
      'of the board is set back by an hour',
      [0, frame(0, { modbus: 2 })],
      [5, frame(-3595, { modbus: 0 })],
      -3595,
    ],
    [
      'of the server is set back by an hour',
      [3600, frame(3600, { modbus: 2 })],
      [5, frame(5, { modbus: 0 })],
      5,
    ],
    [
      'of the board is corrected after being 4 minutes ahead',
      [0, frame(240, { modbus: 2 })],
      [5, frame(5, { modbus: 0 })],
      5,
    ],
  ] as [string, [number, Tele], [number, Tele], number][])(
    'R4.4 values keep changing when the clock %s',
    (_case, first, second, expected) => {
      const last = after(first, second);
      expect(last.data.modbus).toBe(0);
      expect(last).toMatchObject({ ts: T0 + expected, received_at: T0 + 5 });
    },
  );

  it('an unconfirmed value is never newer than the frame, also when a clock was set back', () => {
    const last = after(
      [100, frame(100, { pressure: 4, modbus: 2 })],
      [50, frame(50, {}, { na: ['pressure'] })],
    );
    expect(timesOf(last)).toEqual({ pressure: 50, modbus: 50 });
    expect(timesOf(applyFrame(last, frame(55, {}, { na: ['pressure'] }), T0 + 55))).toEqual({
      pressure: 50,
      modbus: 55,
    });
  });

  it.each([
    ['right', T0, undefined],
    ['4 minutes ahead', T0 + 240, undefined],
    ['a day ahead', T0 + DAY_S, 'ahead'],
    ['unset', 0, 'unset'],
    ['31 days behind', T0 - 31 * DAY_S, 'behind'],
  ])('R4.5 a clock that is %s is reported as %s', (_case, ts, expected) => {
    const last = after([0, frame(0, { modbus: 2 }, { ts })]);
    expect(last.clock).toBe(expected);
    expect(applyFrame(last, frame(5, {}), T0 + 5).clock).toBeUndefined();
  });
});

describe('applyFrame, random frames', () => {
  /** Seeded generator: failures are reproducible. */
  function numbers(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
  }
  const fields = ['frequency_fc', 'modbus', 'rssi', 'pressure'] as const satisfies ReadingField[];

  it.each(Array.from({ length: 50 }, (_, seed) => seed))('seed %i keeps the invariants', (seed) => {
    const random = numbers(seed + 1);
    let last = emptyLastData('MNB-TE0001');
    for (let arrival = 0; arrival < 40; arrival++) {
      const d = Object.fromEntries(fields.filter(() => random(2) === 0).map((field) => [field, random(100)]));
      const ts = random(8) === 0 ? 0 : T0 + arrival * 5 - random(30) + 3;
      const fc = random(4) === 0 ? 0 : 1;
      const next = applyFrame(last, frame(0, d, { ts, fc }), T0 + arrival * 5);
      if (fc === 1) expect(next.data).toMatchObject(d);
      expectPromises(last, next);
      last = next;
    }
  });

  function expectPromises(last: LastData, next: LastData) {
    expect(next.ts ?? 0).toBeLessThanOrEqual(next.received_at ?? 0);
    for (const field of fields) {
      expect(fieldTime(next, field) ?? 0).toBeLessThanOrEqual(next.ts ?? 0);
      if (isKnown(last.data, field)) expect(isKnown(next.data, field)).toBe(true);
      if (next.older[field] !== undefined) expect(next.older[field]).toBeLessThan(next.ts ?? 0);
    }
  }
  const isKnown = (data: LastValues, field: ReadingField) =>
    data[field] !== null && data[field] !== undefined;
});

it('a field listed as not measurable is not confirmed by a frame that omits it', () => {
  const first = applyFrame(emptyLastData('MNB-TE0001'), frame(0, { pressure: 4, motor_current: 3 }), T0);
  const next = applyFrame(first, frame(10, { motor_current: 3.1 }, { seq: 2, na: ['pressure'] }), T0 + 10);
  expect(next.data.pressure).toBe(4);
  expect(fieldTime(next, 'pressure')).toBe(T0);
  expect(fieldTime(next, 'motor_current')).toBe(T0 + 10);
});

describe('R4.4 a server clock that was set back by an hour', () => {
  const before = after([0, frame(0, { pressure: 4, motor_current: 2 })]);

  it('values that are no longer reported keep their age', () => {
    const withOlder = { ...before, older: { motor_current: T0 - 60 } };
    const moved = shiftTimes(withOlder, -3600);
    expect(timesOf(moved)).toEqual({ pressure: -3600, motor_current: -3660 });
    expect(moved.received_at).toBe(T0 - 3600);
    expect(shiftTimes(emptyLastData('MNB-TE0001'), -3600)).toEqual(emptyLastData('MNB-TE0001'));
  });
});

describe('R5.11 the start that the board plans', () => {
  const off = { on_off_state_r: 3, frequency_fc: 0 };
  const plan = { next_try: 2_000_000_000, stopped_for: 'DRY_RUN' } as const;
  const frameOf = (seq: number, more: Partial<Tele>): Tele => ({
    v: 1,
    boot: 5,
    seq,
    ts: 1000 + seq,
    fc: 1,
    d: {},
    ...more,
  });
  const planned = applyFrame(emptyLastData('MNB-T0001'), frameOf(1, { d: { ...off, ...plan } }), 1001);

  it('is kept beside the values, which do not have it', () => {
    expect(planned).toMatchObject(plan);
    expect(Object.keys(planned.data)).not.toContain('next_try');
  });

  it.each<[string, Partial<Tele>, boolean]>([
    ['stays while a frame leaves it out', { d: { pressure: 1 } }, true],
    ['stays while the converter is silent', { fc: 0 }, true],
    ['ends when the board says so', { na: ['next_try', 'stopped_for'] }, false],
    ['ends when the pump is on', { d: { on_off_state_r: 1, frequency_fc: 30 } }, false],
    ['ends when the board restarts, which forgets it', { boot: 6, d: off }, false],
  ])('%s', (_case, more, isKept) =>
    expect(applyFrame(planned, frameOf(2, more), 1002).next_try).toBe(isKept ? plan.next_try : undefined),
  );
});
