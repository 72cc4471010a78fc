/** Primitive steps of a file system. Unsynced data may be lost or torn after a power cut. */
export interface Disk {
  /** Undefined for a missing or unreadable file: the board starts with the remaining state. */
  read(name: string): Uint8Array | undefined;
  /** Creates or truncates the file first. */
  write(name: string, bytes: Uint8Array): void;
  writeAt(name: string, offset: number, bytes: Uint8Array): void;
  /** Syncs the content of one file. */
  sync(name: string): void;
  rename(from: string, to: string): void;
  remove(name: string): void;
  /** Syncs the directory: created, renamed and removed names. */
  syncFolder(): void;
}

/** Atomic: after a power cut the file holds the old or the new content. */
export function replaceFile(disk: Disk, name: string, bytes: Uint8Array): void {
  const next = `${name}.new`;
  disk.write(next, bytes);
  disk.sync(next);
  disk.rename(next, name);
  disk.syncFolder();
}

export const replaceJson = (disk: Disk, name: string, value: unknown) =>
  replaceFile(disk, name, new TextEncoder().encode(JSON.stringify(value)));

/** Replaces the file and returns whether that succeeded. */
export function isReplaced(disk: Disk, name: string, value: unknown): boolean {
  try {
    replaceJson(disk, name, value);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for a file that is missing, unreadable or not JSON. */
export function readJson(disk: Disk, name: string): unknown {
  const bytes = disk.read(name);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
