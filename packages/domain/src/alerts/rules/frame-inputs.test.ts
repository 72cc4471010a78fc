import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { expect, it } from 'vitest';
import type { Frame } from '../../history/frame.ts';
import { createConfirmedValues } from '../../history/rollup.ts';
import { createFrameInputs } from './replay.ts';

/** Repeatable numbers from 0 to 1. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Whole and partial frames, with nulls, silent converters, fields that cannot be measured, gaps and restarts. */
function listFrames(seed: number): Frame[] {
  const random = createRandom(seed);
  let [tsMs, boot] = [0, 1];
  return Array.from({ length: 400 }, (_, seq) => {
    tsMs += random() < 0.1 ? 120_000 : 1000;
    if (random() < 0.02) boot++;
    const share = random() < 0.3 ? 1 : random();
    const d: Partial<Record<ReadingField, number | null>> = {};
    for (const field of READING_FIELDS)
      if (random() <= share) d[field] = share < 1 && random() < 0.05 ? null : 100 * random();
    const na = random() < 0.1 ? READING_FIELDS.filter(() => random() < 0.2) : [];
    return { tsMs, boot, seq, fc: random() < 0.1 ? 0 : 1, d, na };
  });
}

it('the inputs of rules hold the values that frames confirm, as rollups do', () => {
  let whole = 0;
  for (let seed = 1; seed <= 5; seed++) {
    const confirmed = createConfirmedValues(READING_FIELDS);
    const toInput = createFrameInputs();
    for (const frame of listFrames(seed)) {
      confirmed.apply(frame);
      const known = confirmed.values.filter(({ value }) => !Number.isNaN(value));
      const { values } = toInput(frame, true);
      if (values === frame.d) whole++;
      expect(values).toEqual(Object.fromEntries(known.map(({ metric, value }) => [metric, value])));
    }
  }
  expect(whole).toBeGreaterThan(100);
});
