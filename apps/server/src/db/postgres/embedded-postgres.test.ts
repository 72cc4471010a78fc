import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { createUndo } from '../../base/undo.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** Creates a cluster, and starts it twice. */
vi.setConfig({ testTimeout: 120_000 });

it('listens on loopback where the path of a socket is too long, says so, and on a socket where it fits', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'manoboard-socket-'));
  const home = process.env.POSTGRES_HOME ?? '/var/lib/manoboard';
  const password = 'only-for-this-test';
  const clusters = new Set<string>();
  async function start(name: string) {
    const undo = createUndo();
    const progress: string[] = [];
    const dir = join(parent, name);
    await mkdir(dir);
    const running = await startEmbeddedPostgres({
      dir,
      home,
      name: `${basename(parent)}-${name}`,
      password,
      undo,
      onProgress: (line) => progress.push(line),
    });
    clusters.add(running.cluster);
    const { host, port, user } = running;
    const client = new Client({ host, port, user, password, database: 'postgres' });
    await client.connect();
    const { rows } = await client.query("select current_setting('listen_addresses') as addresses");
    await client.end();
    await undo.run();
    return { host, cluster: running.cluster, progress, addresses: rows[0].addresses };
  }
  try {
    const long = await start('x'.repeat(80));
    expect(long).toMatchObject({ host: '127.0.0.1', addresses: '127.0.0.1' });
    expect(long.progress.join('\n')).toContain('or its path is too long');
    const short = await start('a');
    expect(short).toMatchObject({ host: short.cluster, addresses: '' });
    expect(short.progress.join('\n')).not.toContain('Postgres listens on');
  } finally {
    for (const path of [parent, ...clusters]) await rm(path, { recursive: true, force: true });
  }
});
