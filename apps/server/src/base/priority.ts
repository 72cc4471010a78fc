import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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

/**
 * The threads of libuv, which hash passwords, compress answers and read files: a flood of logins keeps them busy. They
 * start with the first of these works, all at once.
 */
export function lowerPoolThreads(): void {
  try {
    for (const id of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'))
        lowerPriority(Number(id));
  } catch {}
}
