import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Disk } from './disk.ts';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}

function openToChange(path: string, use: (file: number) => void): void {
  try {
    withFile(path, 'r+', use);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    withFile(path, 'w', use);
  }
}

/** Files in a folder of their own, created at the first write. An unreadable file is logged and reads as missing. */
export function createFileDisk(
  folder: string,
  onUnreadable: (path: string, error: unknown) => void = () => undefined,
): Disk {
  const pathOf = (name: string) => join(folder, name);
  const ready = () => mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    read(name) {
      try {
        return readFileSync(pathOf(name));
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') onUnreadable(pathOf(name), error);
        return undefined;
      }
    },
    write(name, bytes) {
      ready();
      writeFileSync(pathOf(name), bytes, { mode: 0o600 });
    },
    writeAt(name, offset, bytes) {
      ready();
      openToChange(pathOf(name), (file) => {
        for (let at = 0; at < bytes.length; )
          at += writeSync(file, bytes, at, bytes.length - at, offset + at);
      });
    },
    sync: (name) => withFile(pathOf(name), 'r+', fsyncSync),
    rename: (from, to) => renameSync(pathOf(from), pathOf(to)),
    remove: (name) => rmSync(pathOf(name), { force: true }),
    syncFolder() {
      // Windows cannot open a folder as a file; it syncs names by itself.
      if (process.platform !== 'win32') withFile(folder, 'r', fsyncSync);
    },
  };
}
