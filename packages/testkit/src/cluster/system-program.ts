import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian installs servers where only the PATH of root leads. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** A program of the system, if it is installed. */
export const findProgram = (name: string): string | undefined =>
  folders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Runs a program of the system that can be killed and started again. */
export function createSystemProgram(name: string, args: readonly string[], isReady: () => Promise<unknown>) {
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    isRunning,
    async start(): Promise<void> {
      if (isRunning()) return;
      child = spawn(findProgram(name) ?? name, args, { stdio: 'ignore' });
      child.on('error', () => {});
      await isReady();
    },
    /** Freezes it, or lets it go on. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child?.kill(signal),
    async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      if (!child || !isRunning()) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}
