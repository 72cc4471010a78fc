import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';
import { hasProgram, libraryFlags } from '../tools-present.ts';

export const canBuildPeer = () => hasProgram('gcc') && libraryFlags('libmodbus') !== undefined;

/** Builds the peer once for a test file. */
export function buildPeer(): string {
  const program = join(mkdtempSync(join(tmpdir(), 'peer-')), 'peer');
  const source = join(import.meta.dirname, 'peer.c');
  const flags = libraryFlags('libmodbus') ?? [];
  execFileSync('gcc', ['-Wall', '-Werror', '-O1', '-o', program, source, ...flags]);
  return program;
}

export interface Peer {
  /** Every received request, as hex. */
  received(): string[];
  stop(): Promise<void>;
}

export async function startPeer(program: string, ...args: (string | number)[]): Promise<Peer> {
  const child = spawn(program, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await waitFor(() => output.startsWith('ready\n'), { what: 'the libmodbus peer' });
  return {
    received: () => output.split('\n').slice(1, -1),
    async stop() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
