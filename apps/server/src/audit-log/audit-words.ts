import type { AuditVerdict } from './audit.service.ts';
import type { AuditHead, Tampering } from './audit-chain.ts';

const SENTENCES: Record<Tampering['what'], (seq: number) => string> = {
  edited: (seq) => `Row ${seq} was edited.`,
  deleted: (seq) => `Row ${seq} was deleted.`,
  moved: (seq) => `Row ${seq} was moved or put in.`,
  cut_off: (seq) => `The log was cut off: row ${seq} and what followed it are gone.`,
  not_in_head: (seq) => `Row ${seq} was put in behind the end of the log.`,
  no_head: () => 'The record of where the log ends is gone.',
};

export const verdictSentence = (verdict: AuditVerdict) =>
  'tampering' in verdict
    ? SENTENCES[verdict.tampering.what](verdict.tampering.seq)
    : `The log is whole: ${verdict.head.seq} rows.`;

export const headText = ({ seq, hash }: AuditHead) => `${seq}:${hash.toString('hex')}`;

export function readHead(text: string): AuditHead | undefined {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq !== undefined && hash !== undefined
    ? { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
    : undefined;
}
