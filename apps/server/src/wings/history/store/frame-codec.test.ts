import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { expect, it } from 'vitest';
import { decimalOf } from './frame-bytes.repo.ts';
import { type ArrivedFrame, decodeFrames, decodeReadings, encodeFrames } from './frame-codec.ts';

/** Mulberry32. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: () => number, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0];
/** As Postgres returns a column of single precision: the shortest decimal number that has the same bits. */
const single = (value: number) => Number(Math.fround(value).toPrecision(7));

function anyValue(random: () => number): number | null {
  return pick<() => number | null>(random, [
    () => null,
    () => Math.round(random() * 65_535),
    () => Math.round((random() - 0.5) * 1e5) / 100,
    () => single((random() - 0.5) * 1000),
    () => random() * 1e9,
    () => pick(random, [0, -0, -2, 1000, 1e9, 1e-37, 1e-300, 0.1 + 0.2, 999_999_999.123_456_7, 2 ** 53]),
  ])();
}

/** Any order of times, restarts, repeated moments, clocks far off, columns of one kind and of any. */
function frames(seed: number): ArrivedFrame[] {
  const random = randomOf(seed);
  const count = Math.floor(random() * 80);
  const columns = READING_FIELDS.map((name) => ({
    name,
    isMixed: random() < 0.3,
    decimals: Math.floor(random() * 4),
  }));
  let tsMs = Math.floor(random() * 2e12);
  return Array.from({ length: count }, () => {
    tsMs += Math.round((random() - 0.1) * 10_000);
    const readings = columns.map(({ name, isMixed, decimals }) => {
      const value = isMixed ? anyValue(random) : Number((random() * 400 - 50).toFixed(decimals));
      return [name, random() < 0.4 ? null : value];
    });
    return {
      tsMs,
      boot: pick(random, [0, 1, 2, 2 ** 31 - 1]),
      seq: Math.floor(random() * 2 ** 31),
      fc: pick(random, [0, 1]),
      d: Object.fromEntries(readings),
      na: pick<ReadingField[]>(random, [[], [], ['on_off_state_r'], [...READING_FIELDS]]),
      receivedAtMs: tsMs + Math.round((random() - 0.2) * 1e8),
      isPlacedByArrival: random() < 0.2,
    };
  });
}

it('unpacked frames equal the packed ones, field by field, for random frames', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const rows = frames(seed);
    expect(decodeFrames(encodeFrames(rows)), `seed ${seed}`).toStrictEqual(rows);
  }
});

it('only the requested readings are unpacked', () => {
  const rows = frames(8);
  const expected = rows.map(({ receivedAtMs: _received, isPlacedByArrival: _placed, d, ...frame }) => ({
    ...frame,
    d: { pressure: d.pressure },
  }));
  expect(decodeReadings(encodeFrames(rows), ['pressure'])).toStrictEqual(expected);
});

/** Written by an earlier version; frames of existing databases are stored in this format. */
const STORED =
  '63646a78f2f2c5a68c097e0bd88e33b231303131313230b10830303a30f2c3208b2023831f88c12dc7c068620c0297ed11d2' +
  'ec828c0c7dad8fb919f9d9041818fffd6767116064a80400';
const STORED_MS = Date.parse('2026-11-01T10:00:00Z');

it('frames that an earlier version has packed are read', () => {
  expect(decodeFrames(Buffer.from(STORED, 'hex'))).toMatchObject([
    {
      tsMs: STORED_MS,
      receivedAtMs: STORED_MS + 400,
      boot: 3,
      seq: 1,
      fc: 1,
      isPlacedByArrival: false,
      d: { pressure: 3.9, rssi: -61, electro_meter: 1_234_567.1, fault: null },
      na: [],
    },
    {
      tsMs: STORED_MS + 5000,
      receivedAtMs: STORED_MS + 5300,
      boot: 3,
      seq: 2,
      fc: 0,
      isPlacedByArrival: true,
      d: { fault: 65_535, motor_power: 0.1 + 0.2, pressure: null },
      na: ['pressure'],
    },
  ]);
});

it('a number of single precision is read as the decimal number that Postgres prints', () => {
  for (const value of [
    0, -0, 3.9, -61, -0.125, 0.47, 7.141_593, 65_535, 99_999.99, 123_456.7, 8_388_608, 1e-37, 12_345_679_000,
    3.4028235e38, 0.000_012_3,
  ])
    expect(decimalOf(Math.fround(value))).toBe(value);
});

it('an unknown format is refused instead of read as other values', () => {
  const packed = encodeFrames([]);
  packed[0] = 0;
  expect(() => decodeFrames(packed)).toThrow();
});
