import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '@manoboard/testkit/program';
import { startBenchServer } from '../lib/bench-server.ts';
import { readNumbers } from '../lib/options.ts';
import { memoryMb, memoryOf } from '../lib/processes.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { report } from '../lib/report.ts';

/** Memory of a small installation: the server and its embedded Postgres, with boards of the product and pages that are open. */
const { boards, pages, seconds } = readNumbers({ boards: 50, pages: 5, seconds: 120 });
const AIM_MB = 300;

const folder = mkdtempSync(join(tmpdir(), 'manoboard-memory-'));
const server = await startBenchServer();
const credentials = join(folder, 'boards.json');
const seeded = await seedFleet(server.db, boards, 10);
writeFileSync(
  credentials,
  JSON.stringify(seeded.map(({ deviceId: id_dev, secret }) => ({ id_dev, secret }))),
);
const fleet = startProgram('apps/board/dist/main.mjs', [
  ...['fleet', '--mqtt', server.mqttUrl, '--credentials', credentials, '--state', folder],
]);
await fleet.message('ready');

// Months of frames fill the cache of Postgres: so does a table that is larger.
await server.db.query(
  `create table filler as select n, repeat('x', 100) as x from generate_series(1, 1000000) n`,
);
await server.db.query('update filler set n = n + 1');
await server.db.query('drop table filler');

const closing = new AbortController();
const { signal } = closing;
/** An open page: its stream is read, and now and then a list is. */
async function openPage(n: number) {
  const headers = { cookie: await loginOwner(server.db, (n % 10) + 1) };
  const { body } = await fetch(`${server.url}/api/stream`, { headers, signal });
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done);
}
const open = Array.from({ length: pages }, (_, n) => openPage(n).catch(() => {}));

const samples: { node: number; postgres: number }[] = [];
for (let at = 0; at < seconds; at += 5) {
  await pause(5000);
  samples.push({ node: memoryOf(server.pid), postgres: memoryMb(server.postgresPid) });
}
const { rows } = await server.db.query<{ count: number }>('select count(*)::int as count from frame');
const { rows: cache } = await server.db.query<{ setting: string }>(
  `select current_setting('shared_buffers') as setting`,
);
closing.abort();
await Promise.all(open);
await fleet.stop();
await server.stop();
rmSync(folder, { recursive: true, force: true });

const sums = samples.map(({ node, postgres }) => node + postgres);
const most = Math.max(...sums);
const last = samples.at(-1) ?? { node: 0, postgres: 0 };
report({
  name: 'memory',
  what: `${boards} boards and ${pages} open pages for ${seconds} s (${rows[0]?.count} frames); Node and the embedded Postgres together, shared pages once, with a full cache of ${cache[0]?.setting}`,
  result: `most ${most.toFixed(0)} MB; at the end Node ${last.node.toFixed(0)} MB, Postgres ${last.postgres.toFixed(0)} MB`,
  aim: `${AIM_MB} MB`,
});
process.exit(most > AIM_MB ? 1 : 0);
