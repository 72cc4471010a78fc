import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { expect, it } from 'vitest';
import { decodeFrames, decodeReadings, encodeFrames, type FrameRow } from './frame-codec.ts';

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
function frames(seed: number): FrameRow[] {
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
    const row = {
      ts: new Date(tsMs),
      received_at: new Date(tsMs + Math.round((random() - 0.2) * 1e8)),
      boot: pick(random, [0, 1, 2, 2 ** 31 - 1]),
      seq: Math.floor(random() * 2 ** 31),
      fc: pick(random, [0, 1]),
      is_placed_by_arrival: random() < 0.2,
      na: pick(random, [null, null, 1, 2 ** 18 - 1]),
    };
    const readings = columns.map(({ name, isMixed, decimals }) => {
      const value = isMixed ? anyValue(random) : Number((random() * 400 - 50).toFixed(decimals));
      return [name, random() < 0.4 ? null : value];
    });
    return { ...row, ...Object.fromEntries(readings) };
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
  const expected = rows.map(({ ts, boot, seq, fc, na, pressure }) => ({ ts, boot, seq, fc, na, pressure }));
  expect(decodeReadings(encodeFrames(rows), ['pressure'])).toStrictEqual(expected);
});

it('an unknown format is refused instead of read as other values', () => {
  const packed = encodeFrames([]);
  packed[0] = 0;
  expect(() => decodeFrames(packed)).toThrow();
});
