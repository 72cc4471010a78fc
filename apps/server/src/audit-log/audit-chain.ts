import { createHash } from 'node:crypto';

/** One row of the log, as it is stored. */
export interface AuditRow {
  seq: number;
  at: Date;
  entry: string;
  previousHash: Buffer;
  hash: Buffer;
}
/** The end of the log. */
export interface AuditHead {
  seq: number;
  hash: Buffer;
}

/** The function `append_audit` of the database computes the same. */
const hashOf = ({ seq, at, entry, previousHash }: Omit<AuditRow, 'hash'>) =>
  createHash('sha256')
    .update(previousHash)
    .update(JSON.stringify([seq, at.getTime(), entry]))
    .digest();

/** The first row that was tampered with. */
export interface Tampering {
  seq: number;
  what: 'edited' | 'deleted' | 'moved' | 'cut_off' | 'not_in_head' | 'no_head';
}

export const EMPTY_HEAD: AuditHead = { seq: 0, hash: Buffer.alloc(32) };

/** Verifies rows in their order. Returns the head after the last one, or the first row that was tampered with. */
export function followChain(head: AuditHead, rows: readonly AuditRow[]): AuditHead | Tampering {
  let sound = head;
  for (const row of rows) {
    const follows = row.previousHash.equals(sound.hash);
    if (row.seq !== sound.seq + 1) return { seq: sound.seq + 1, what: 'deleted' };
    if (!hashOf(row).equals(row.hash)) return { seq: row.seq, what: follows ? 'edited' : 'moved' };
    // The row is intact and has another previous hash: the previous row was rewritten together with its hash.
    if (!follows) return { seq: sound.seq, what: 'edited' };
    sound = row;
  }
  return { seq: sound.seq, hash: sound.hash };
}

/** Compares the end of the log with a noted head. */
export function compareHeads(end: AuditHead, noted: AuditHead): Tampering | undefined {
  if (end.seq < noted.seq) return { seq: end.seq + 1, what: 'cut_off' };
  if (end.seq > noted.seq) return { seq: noted.seq + 1, what: 'not_in_head' };
  return end.hash.equals(noted.hash) ? undefined : { seq: end.seq, what: 'edited' };
}
