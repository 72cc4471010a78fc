import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Where others want the processor too, work with this nice value gets about a tenth of the time of the main thread. */
const LOW = 10;

/** Best effort: another system, or a process of another user, keeps its priority. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW);
  } catch {}
}

/** Linux has a priority for each thread, and numbers threads like processes. */
export function lowerOwnThread(): void {
  try {
    const [, id] = readlinkSync('/proc/thread-self').split('/task/');
    if (id) lowerPriority(Number(id));
  } catch {}
}
