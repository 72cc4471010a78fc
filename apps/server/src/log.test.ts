import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createQuietWarn } from './log.ts';

it('says the same thing once a minute, with the number of times it was held back', () => {
  const lines: { reason: string; heldBack: number }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let nowMs = 0;
  const warn = createQuietWarn(log, () => nowMs);
  for (let i = 0; i < 1000; i++) warn('drop:not_json', { reason: 'not_json' }, 'dropped');
  warn('drop:too_large', { reason: 'too_large' }, 'dropped');
  nowMs = 59_999;
  warn('drop:not_json', { reason: 'not_json' }, 'dropped');
  nowMs = 60_000;
  warn('drop:not_json', { reason: 'not_json' }, 'dropped');
  expect(lines.map(({ reason, heldBack }) => [reason, heldBack])).toEqual([
    ['not_json', 0],
    ['too_large', 0],
    ['not_json', 1000],
  ]);
});
