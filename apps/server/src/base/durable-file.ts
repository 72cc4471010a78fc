import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

function sync(path: string, flags: string, use: (descriptor: number) => void = () => {}): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    use(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A small file that is complete and on the disk when it returns: a power cut neither empties it nor removes its name. */
export function storeFile(file: string, text: string): void {
  sync(`${file}.new`, 'w', (descriptor) => writeSync(descriptor, text));
  renameSync(`${file}.new`, file);
  // Windows cannot open a folder as a file; it syncs names by itself.
  if (process.platform !== 'win32')
    for (const folder of [dirname(file), dirname(dirname(file))]) sync(folder, 'r');
}
