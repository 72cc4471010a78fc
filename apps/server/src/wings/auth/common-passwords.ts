import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordForms } from '@manoboard/domain/access/password';
import { PACKAGE_DIR } from '../../package-dir.ts';

/** Number of buckets: a hash has 32 bits, the first 16 name its bucket. */
const BUCKETS = 65_536;

const hashOf = (form: string) => createHash('sha256').update(form).digest().readUInt32BE();

/**
 * The packed list: one byte per bucket with the number of its entries, then the last 16 bits of each hash, sorted
 * (docs/decisions/0049-common-passwords.md). Another password has the hash of an entry once in 14,000.
 */
export function packPasswords(entries: Iterable<string>): Buffer {
  const hashes = [...new Set(Array.from(entries, hashOf))].sort((a, b) => a - b);
  const packed = Buffer.alloc(BUCKETS + 2 * hashes.length);
  hashes.forEach((hash, at) => {
    packed[hash >>> 16] = packed.readUInt8(hash >>> 16) + 1;
    packed.writeUInt16BE(hash & 0xffff, BUCKETS + 2 * at);
  });
  return packed;
}

export function readPasswords(packed: Buffer) {
  const starts = new Uint32Array(BUCKETS + 1);
  for (let bucket = 0; bucket < BUCKETS; bucket++)
    starts[bucket + 1] = (starts[bucket] ?? 0) + packed.readUInt8(bucket);
  const has = (form: string) => {
    const hash = hashOf(form);
    const [start = 0, end = 0] = starts.subarray(hash >>> 16, (hash >>> 16) + 2);
    for (let at = start; at < end; at++)
      if (packed.readUInt16BE(BUCKETS + 2 * at) === (hash & 0xffff)) return true;
    return false;
  };
  return { size: starts[BUCKETS] ?? 0, has };
}

let known: ReturnType<typeof readPasswords> | undefined;

/** Reads the file at its first use: a server that sets no password needs no memory for it. */
export function commonPasswords() {
  known ??= readPasswords(readFileSync(join(PACKAGE_DIR, 'passwords/common-passwords.bin')));
  return known;
}

/** R3.2: one of the 300,000 most common passwords of past breaches, or a slight change of one. */
export const isCommonPassword = (password: string) => passwordForms(password).some(commonPasswords().has);
