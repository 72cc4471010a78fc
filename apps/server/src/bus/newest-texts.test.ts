import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTextBatches } from './newest-texts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The texts of each batch. */
function startBatches() {
  const sent: string[][] = [];
  const state = { isWatched: false };
  const batches = createTextBatches(
    (rows) => sent.push(rows.map(({ text }) => text)),
    () => state.isWatched,
  );
  const texts = new Map<string, string>();
  batches.from((key) => ({ facts: [key], text: texts.get(key) ?? '' }));
  const write = (key: string, text: string) => {
    texts.set(key, text);
    batches.add(key);
  };
  return { batches, state, sent, write };
}

it('the first text after a pause is sent at once, and of a key only the newest', () => {
  const { state, sent, write } = startBatches();
  state.isWatched = true;
  write('pump', '1');
  vi.advanceTimersByTime(1);
  write('pump', '2');
  write('well', '3');
  write('pump', '4');
  vi.advanceTimersByTime(16);
  expect(sent).toEqual([['1'], ['4', '3']]);
});

it('texts wait for a quarter of a second while nobody sees them, and are sent when somebody comes', () => {
  const { batches, state, sent, write } = startBatches();
  write('pump', '1');
  vi.advanceTimersByTime(1);
  write('pump', '2');
  vi.advanceTimersByTime(200);
  expect(sent).toEqual([['1']]);
  state.isWatched = true;
  batches.reschedule();
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([['1'], ['2']]);
  state.isWatched = false;
  write('pump', '3');
  vi.advanceTimersByTime(300);
  expect(sent).toHaveLength(3);
});
