import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Requests within this time share one answer: frequent monitoring causes no load. */
const FRESH_MS = 1000;

/** Commits one small row: a database that reads but cannot write is not ready. */
export function createWriteProbe(db: Db) {
  let last: { atMs: number; answer: Promise<boolean> } | undefined;

  async function write(): Promise<boolean> {
    await sql`insert into write_probe (id, at) values (1, now()) on conflict (id) do update set at = excluded.at`.execute(
      db,
    );
    return true;
  }

  return (): Promise<boolean> => {
    const nowMs = performance.now();
    if (!last || nowMs - last.atMs > FRESH_MS) last = { atMs: nowMs, answer: write() };
    return last.answer;
  };
}
