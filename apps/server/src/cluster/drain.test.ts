import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Link } from '../link/link.ts';
import { drain } from './drain.ts';

it('boards are handed over while the database does not answer', async () => {
  const done: string[] = [];
  const cluster = { living: () => ['this', 'other'], drain: () => new Promise<void>(() => {}) };
  const hub = { moveAll: () => done.push('pages') };
  const link = { handOver: async () => done.push('boards') - done.length } as unknown as Link;
  await drain({ cluster, hub, log: pino({ level: 'silent' }) }, link);
  expect(done).toEqual(['pages', 'boards']);
});
