import { spawn } from 'node:child_process';

/** Runs the independent Modbus client once: its exit code and the words that it read. */
export function mbpoll(...args: string[]): Promise<{ code: number | null; words: number[]; output: string }> {
  const child = spawn('mbpoll', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const words = [...output.matchAll(/^\[\d+\]:\s+0x([0-9A-F]{4})/gm)].map(([, word]) =>
        Number(`0x${word}`),
      );
      resolve({ code, words, output });
    }),
  );
}
