import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { chunkBytes } from '@manoboard/domain/firmware/manifest';
import { LRUCache } from 'lru-cache';

/** Twice the largest image: a chunk that many boards request at once is read from the database once. */
const MAX_BYTES = 32 * 1024 * 1024;

type Read = (releaseId: string, offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** LRU cache of image chunks, limited by their bytes. It holds promises, so concurrent requests share one read. */
export function createChunkCache(read: Read, maxBytes = MAX_BYTES) {
  const chunks = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ maxSize: maxBytes });

  function load(manifest: OtaJob, n: number, key: string) {
    const length = chunkBytes(manifest, n);
    const bytes = read(manifest.id, n * manifest.chunk, length);
    // The cache rejects a size of 0.
    chunks.set(key, bytes, { size: Math.max(1, length) });
    // A failed read is not cached. The entry may have been evicted and loaded again since.
    bytes.catch(() => chunks.peek(key) === bytes && chunks.delete(key));
    return bytes;
  }

  return {
    get(manifest: OtaJob, n: number): Promise<Uint8Array<ArrayBuffer>> {
      const key = `${manifest.id} ${n}`;
      return chunks.get(key) ?? load(manifest, n, key);
    },
  };
}
