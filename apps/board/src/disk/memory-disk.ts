import type { Disk } from './disk.ts';

/** For a board without a state folder: updates are lost when the process ends. */
export function createMemoryDisk(): Disk {
  const files = new Map<string, Uint8Array>();
  return {
    read: (name) => files.get(name),
    write: (name, bytes) => void files.set(name, bytes.slice()),
    writeAt(name, offset, bytes) {
      const old = files.get(name) ?? new Uint8Array();
      const grown = new Uint8Array(Math.max(old.length, offset + bytes.length));
      grown.set(old);
      grown.set(bytes, offset);
      files.set(name, grown);
    },
    sync: () => {},
    rename(from, to) {
      const bytes = files.get(from);
      if (!bytes) throw new Error(`there is no ${from}`);
      files.set(to, bytes);
      files.delete(from);
    },
    remove: (name) => void files.delete(name),
    syncFolder: () => {},
  };
}
