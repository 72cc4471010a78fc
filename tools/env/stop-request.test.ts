import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@manoboard/testkit/wait-for';
import { expect, it } from 'vitest';
import { root } from './root.mjs';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.skipIf(process.platform === 'win32')(
  'SIGTERM to npm alone ends the program that its script has started',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manoboard-npm-'));
    const write = (name: string, text: string) => writeFile(join(folder, name), text);
    await write('package.json', JSON.stringify({ scripts: { start: 'node start.mjs' } }));
    await write(
      'start.mjs',
      `import { runUntilExit } from '${root}/tools/env/program.mjs';
      process.exitCode = await runUntilExit(['${folder}/program.mjs']);`,
    );
    await write(
      'program.mjs',
      `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => process.exit(0));
      writeFileSync('${folder}/pids', process.pid + ' ' + process.ppid);
      setInterval(() => {}, 1000);`,
    );
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    const pids = await waitFor(async () => {
      const found = (await readFile(join(folder, 'pids'), 'utf8')).split(' ').map(Number);
      return found.length === 2 && found;
    });
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    for (const pid of pids) await waitFor(() => !isAlive(pid));
    expect(pids.map(isAlive)).toEqual([false, false]);
    await rm(folder, { recursive: true });
  },
);
