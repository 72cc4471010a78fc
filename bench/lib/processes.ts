import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_S = 100;
const [USER_TICKS, SYSTEM_TICKS] = [11, 12];

function readCpuMs(folder: string): number {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / CLOCK_TICKS_PER_S;
}

/** Processor time of a process since its start (Linux). */
export const cpuMs = (pid: number) => readCpuMs(`/proc/${pid}`);

/** The part of its main thread. */
export const mainThreadCpuMs = (pid: number) => readCpuMs(`/proc/${pid}/task/${pid}`);

/** Resident memory with shared pages divided among their users, in MB. */
export function memoryOf(pid: number | string): number {
  try {
    const [, kB = '0'] = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kB) / 1024;
  } catch {
    return 0;
  }
}

function isChildOf(pid: string, parent: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  } catch {
    return false;
  }
}

const childrenOf = (pid: number) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChildOf(name, pid));

/** Processor time of the present children of a process, as the backends of Postgres. */
export const childrenCpuMs = (pid: number) =>
  childrenOf(pid).reduce((sum, child) => sum + cpuMs(Number(child)), 0);

/** Memory of a process, with its children if it has any, in MB. */
export function memoryMb(pid: number): number {
  const children = childrenOf(pid);
  return Math.round([pid, ...children].reduce<number>((sum, each) => sum + memoryOf(each), 0));
}
