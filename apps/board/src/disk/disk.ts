/** The steps that a file system really makes; what is not synced may be lost, or half there, after a power cut. */
export interface Disk {
  /** Nothing for a file that is missing or that the disk cannot read: a board starts with what is left. */
  read(name: string): Uint8Array | undefined;
  /** Makes or empties the file first. */
  write(name: string, bytes: Uint8Array): void;
  writeAt(name: string, offset: number, bytes: Uint8Array): void;
  /** The content of one file is safe afterwards. */
  sync(name: string): void;
  rename(from: string, to: string): void;
  remove(name: string): void;
  /** Names that were made, changed and removed are safe afterwards. */
  syncFolder(): void;
}

/** Old or new after a power cut, never half of it. */
export function replaceFile(disk: Disk, name: string, bytes: Uint8Array): void {
  const next = `${name}.new`;
  disk.write(next, bytes);
  disk.sync(next);
  disk.rename(next, name);
  disk.syncFolder();
}

export const replaceJson = (disk: Disk, name: string, value: unknown) =>
  replaceFile(disk, name, new TextEncoder().encode(JSON.stringify(value)));

/** Replaces it, and gives whether the disk took it. */
export function isReplaced(disk: Disk, name: string, value: unknown): boolean {
  try {
    replaceJson(disk, name, value);
    return true;
  } catch {
    return false;
  }
}

/** Nothing for a file that is missing, unreadable or no JSON. */
export function readJson(disk: Disk, name: string): unknown {
  const bytes = disk.read(name);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
