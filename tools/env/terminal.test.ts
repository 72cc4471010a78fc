import { expect, it } from 'vitest';
import { readable } from './terminal.mjs';

it('readable formats a log line as time, level, message and details', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
  const line = JSON.stringify({
    level: 40,
    time,
    pid: 1,
    hostname: 'h',
    board: 'MNB-1',
    msg: 'frame dropped',
  });
  expect(readable(line)).toBe('03:04:05 warn frame dropped {"board":"MNB-1"}');
});

it('readable keeps the stack of an error', () => {
  const line = JSON.stringify({ level: 50, time: 0, err: { stack: 'Error: no\n  at here' }, msg: 'failed' });
  expect(readable(line)).toMatch(/error failed\nError: no\n {2}at here$/);
});

it.each(['MaNoBoard is already running on ./data.', '{"level":30, broken', ''])(
  'readable returns %j unchanged',
  (line) => expect(readable(line)).toBe(line),
);
