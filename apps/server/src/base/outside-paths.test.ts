import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outsidePaths, refusedWrite } from './outside-paths.ts';

const MODULE = new URL('outside-paths.ts', import.meta.url).href;
const SPACES = ['--mount', '--propagation', 'private'];
const areMountsAllowed = spawnSync('unshare', [...SPACES, 'true']).status === 0;

it('what is written beside DATA_DIR are files and folders, no address of mail and no stream', () => {
  const named = { BACKUP_DIR: '/backup', AUDIT_FORWARD: '/log/audit', AUDIT_HEAD: '/log/head' };
  expect(outsidePaths(named).map(({ path }) => path)).toEqual(['/backup', '/log/audit', '/log/head']);
  const streams = { BACKUP_DIR: undefined, AUDIT_FORWARD: 'stdout', AUDIT_HEAD: 'a@example.com' };
  expect(outsidePaths(streams)).toEqual([]);
});

it.skipIf(!areMountsAllowed)(
  'a read-only mount, as in the sandbox of a unit, refuses writes to root too; a folder that can be made does not',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'manoboard-outside-'));
    expect(await refusedWrite(join(folder, 'new', 'deep'))).toBeUndefined();
    const print = `import(${JSON.stringify(MODULE)}).then(async (m) => console.log(await m.refusedWrite(process.argv[1])))`;
    const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
    const node = [process.execPath, '--eval', print, join(folder, 'new')];
    const args = [...SPACES, 'sh', '-c', script, 'sh', folder, ...node];
    expect(execFileSync('unshare', args, { encoding: 'utf8' })).toBe('EROFS\n');
    rmSync(folder, { recursive: true });
  },
);
