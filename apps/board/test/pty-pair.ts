import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';

/** Two serial ports wired to each other, like an RS-485 pair. */
export interface PtyPair {
  board: string;
  drive: string;
  close(): Promise<void>;
}

export async function openPtyPair(): Promise<PtyPair> {
  const dir = mkdtempSync(join(tmpdir(), 'rs485-'));
  const [board, drive] = [join(dir, 'board'), join(dir, 'drive')];
  const end = (link: string) => `pty,raw,echo=0,link=${link}`;
  const socat: ChildProcess = spawn('socat', [end(board), end(drive)], { stdio: 'ignore' });
  await waitFor(() => existsSync(board) && existsSync(drive), { what: 'the pair of ports' });
  return {
    board,
    drive,
    async close() {
      const exit = once(socat, 'exit');
      socat.kill('SIGKILL');
      await exit;
      rmSync(dir, { recursive: true });
    },
  };
}
