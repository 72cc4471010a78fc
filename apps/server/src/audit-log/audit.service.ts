import type { Db } from '../db/db.ts';
import { findHead, insertLines, listRows } from './audit.repo.ts';
import { type AuditHead, compareHeads, EMPTY_HEAD, followChain, type Tampering } from './audit-chain.ts';

/**
 * R5.7: appends lines to the hash chain. Features call `appendAudit` (audit-log.ts), which calls this. The end of the
 * log stays locked until the transaction ends. Returns the number of the last line.
 */
export const appendLines = async (tx: Db, at: Date, lines: readonly string[]): Promise<number> =>
  lines.length === 0 ? 0 : insertLines(tx, at, lines);

const SLICE = 1000;

export type AuditVerdict = { head: AuditHead } | { tampering: Tampering };

/**
 * Reads the whole log. The head in the database reveals a log that was cut off; if the head was changed too, only a head
 * that was noted elsewhere reveals it.
 */
export const verifyAudit = (db: Db, noted?: AuditHead): Promise<AuditVerdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const head = await findHead(snapshot);
      if (!head) return { tampering: { seq: 0, what: 'no_head' } };
      const end = await walk(snapshot, noted);
      if ('what' in end) return { tampering: end };
      const tampering = compareHeads(end, head) ?? (noted && noted.seq > end.seq && compareHeads(end, noted));
      return tampering ? { tampering } : { head: end };
    });

async function walk(db: Db, noted: AuditHead | undefined): Promise<AuditHead | Tampering> {
  let sound = EMPTY_HEAD;
  for (;;) {
    const untilNoted = noted && noted.seq > sound.seq ? noted.seq - sound.seq : SLICE;
    const limit = Math.min(SLICE, untilNoted);
    const rows = await listRows(db, sound.seq, limit);
    const next = followChain(sound, rows);
    if ('what' in next) return next;
    if (next.seq === noted?.seq && !next.hash.equals(noted.hash)) return { seq: next.seq, what: 'edited' };
    if (rows.length < limit) return next;
    sound = next;
  }
}
