import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { fileTrouble, Refusal } from './refusal.ts';

const COUNT = /^\d{1,10}\n?$/;

function lastBoot(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return COUNT.test(text) ? Number(text) : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Seconds are larger than any count of starts, and they grow from start to start too. */
const bootFromClock = (clock: Clock) => Math.max(1, Math.floor((clock.unixMs() ?? 0) / 1000));

function countBoot(stateDir: string, idDev: string, clock: Clock): number {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, `${idDev}.boot`);
  const last = lastBoot(file);
  const boot = last === undefined ? bootFromClock(clock) : last + 1;
  writeFileSync(`${file}.new`, `${boot}\n`, { flush: true });
  renameSync(`${file}.new`, file);
  return boot;
}

/**
 * One more at every start, kept in the state folder; a damaged count goes on from the clock, since a boot that
 * falls back would make the server deaf to this board. Without a folder the clock counts.
 */
export function nextBoot(stateDir: string | undefined, idDev: string, clock: Clock): number {
  if (stateDir === undefined) return bootFromClock(clock);
  try {
    return countBoot(stateDir, idDev, clock);
  } catch (error) {
    throw new Refusal(`The state folder ${stateDir} cannot be used (${fileTrouble(error)}).`);
  }
}
