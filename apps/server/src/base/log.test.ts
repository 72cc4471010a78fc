import { execFile } from 'node:child_process';
import { existsSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLog, createQuietWarn } from './log.ts';

/** A device without space: every write to it fails. */
const FULL = '/dev/full';
const PROGRAM = `
  import { openSync } from 'node:fs';
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}';
  const log = createLog('info', openSync('${FULL}', 'w'));
  for (let n = 0; n < 5000; n++) {
    log.info({ n, text: 'x'.repeat(1000) }, 'a line');
    if (n % 100 === 0) await new Promise(setImmediate);
  }
  const { external, heapUsed } = process.memoryUsage();
  process.stdout.write(JSON.stringify({ isAlive: true, usedMb: (external + heapUsed) / 1e6 }));
  process.exit(0);`;

it.skipIf(!existsSync(FULL))(
  'a log that cannot be written does not end the process, block it or fill its memory',
  async () => {
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
    const { isAlive, usedMb } = JSON.parse(stdout) as { isAlive: boolean; usedMb: number };
    expect(isAlive).toBe(true);
    expect(usedMb).toBeLessThan(60);
  },
);

it('a repeated warning is logged once a minute, with the number of suppressed ones', () => {
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

it('lines to journald begin with their priority, and lines to another stream do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manoboard-log-'));
  const write = async (name: string, streamOf: (fd: number) => string) => {
    const file = join(folder, name);
    const fd = openSync(file, 'a');
    const log = createLog('debug', fd, streamOf(fd));
    for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log[level]('a line');
    const lines = () => readFileSync(file, 'utf8').trim().split('\n');
    await expect.poll(lines).toHaveLength(5);
    return lines().map((line) => line.slice(0, 3));
  };
  const ownStream = (fd: number) => `${fstatSync(fd).dev}:${fstatSync(fd).ino}`;
  expect(await write('journal', ownStream)).toEqual(['<7>', '<6>', '<4>', '<3>', '<2>']);
  expect(await write('file', () => '8:1')).toEqual(Array.from({ length: 5 }, () => '{"l'));
  rmSync(folder, { recursive: true });
});
