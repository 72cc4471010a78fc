import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { chunkBytes } from '@manoboard/domain/firmware/manifest';

/** Twice the largest image: many boards at once ask the database for a chunk once. */
const MOST_BYTES = 32 * 1024 * 1024;

type Read = (releaseId: string, offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Chunks of images, those asked for last. */
export function createChunkCache(read: Read, mostBytes = MOST_BYTES) {
  const kept = new Map<string, { bytes: Promise<Uint8Array<ArrayBuffer>>; length: number }>();
  let total = 0;

  function drop(key: string) {
    total -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }

  function load(manifest: OtaJob, n: number, key: string) {
    const length = chunkBytes(manifest, n);
    const bytes = read(manifest.id, n * manifest.chunk, length);
    bytes.catch(() => drop(key));
    return { bytes, length };
  }

  return {
    get(manifest: OtaJob, n: number): Promise<Uint8Array<ArrayBuffer>> {
      const key = `${manifest.id} ${n}`;
      const entry = kept.get(key) ?? load(manifest, n, key);
      drop(key);
      kept.set(key, entry);
      total += entry.length;
      for (const [oldest] of kept) {
        if (total <= mostBytes) break;
        drop(oldest);
      }
      return entry.bytes;
    },
  };
}
