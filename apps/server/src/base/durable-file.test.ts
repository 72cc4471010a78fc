import fs, { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadOrCreateSecret } from './data-dir.ts';

it.runIf(process.platform === 'linux')(
  'a new secret is on the disk before its name, and its name before its use',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'manoboard-secret-'));
    const steps: string[] = [];
    const { fsyncSync, renameSync } = fs;
    Object.assign(fs, {
      fsyncSync(descriptor: number) {
        steps.push(`sync ${readlinkSync(`/proc/self/fd/${descriptor}`).slice(dir.length)}`);
        fsyncSync(descriptor);
      },
      renameSync(from: string, to: string) {
        steps.push('rename');
        renameSync(from, to);
      },
    });
    syncBuiltinESMExports();
    try {
      const secret = loadOrCreateSecret(dir, 'fish');
      expect(readFileSync(join(dir, 'secrets', 'fish'), 'utf8')).toBe(secret);
    } finally {
      Object.assign(fs, { fsyncSync, renameSync });
      syncBuiltinESMExports();
      await rm(dir, { recursive: true });
    }
    expect(steps).toEqual(['sync /secrets/fish.new', 'rename', 'sync /secrets', 'sync ']);
  },
);
