import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '@manoboard/testkit/program';

const BOARD = 'apps/board/dist/main.mjs';

async function run(path: string, args: string[], env: Record<string, string> = {}) {
  const program = startProgram(path, args, env);
  if ((await program.exitCode()) !== 0) throw new Error(`${path} ${args[0]}: ${program.errors()}`);
}

/** Creates an identity and a label, enrols the board, and starts it. */
export async function startFreeBoard(
  deviceId: string,
  env: Record<string, string>,
  mqttUrl: string,
  options: readonly string[] = [],
) {
  const folder = await mkdtemp(join(tmpdir(), 'manoboard-label-'));
  const file = (end: string) => join(folder, `${deviceId}.${end}`);
  await run(BOARD, ['identity', '--new', '--id', deviceId, '--out', folder]);
  await Promise.all([
    run(BOARD, ['qr', '--id', deviceId, '--out', folder]),
    run(
      'apps/server/dist/enrol.mjs',
      ['--id', deviceId, '--secret-file', file('secret'), '--claim-file', file('claim')],
      env,
    ),
  ]);
  const program = startProgram(BOARD, [
    'board',
    ...['--mqtt', mqttUrl, '--id', deviceId, '--secret-file', file('secret')],
    ...options,
  ]);
  await program.message<boolean>('ready');
  return {
    deviceId,
    code: (await readFile(file('claim'), 'utf8')).trim(),
    /** PNG of its QR code. */
    label: file('png'),
    stop: () => program.stop(),
  };
}
export type FreeBoard = Awaited<ReturnType<typeof startFreeBoard>>;
