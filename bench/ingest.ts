import { pipeline } from 'node:stream/promises';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readNumbers } from './lib/options.ts';
import { connectPublishers, type Publisher, publishUntil } from './lib/publishers.ts';
import { percentile, report } from './lib/report.ts';
import { readLastData } from './lib/stream.ts';

/** Boards through the real path: MQTT, decode, commit, acknowledgement, event stream; against a bare COPY of the same rows. */
const { boards, seconds, inflight } = readNumbers({ boards: 200, seconds: 20, inflight: 8 });

/** Rows a second when nothing but Postgres works: the frames of this run, copied into a table of the same make. */
async function bareCopy(db: Client): Promise<number> {
  await db.query('create table frame_copy (like frame including all)');
  const chunks: Buffer[] = [];
  for await (const chunk of db.query(copyTo('copy (select * from frame) to stdout'))) chunks.push(chunk);
  const begun = performance.now();
  const target = db.query(copyFrom('copy frame_copy from stdin'));
  await pipeline(chunks, target);
  return ((target.rowCount ?? 0) / (performance.now() - begun)) * 1000;
}

async function measure() {
  const installation = await createInstallation();
  const env = { ...installation.env, DEMO: '1', DEMO_BOARDS: String(boards) };
  const server = await startServerProgram(env);
  const { url, mqttUrl, demo } = server.ready;
  const publishers = await connectPublishers(mqttUrl, demo?.boardsFile ?? '');
  const byId = new Map<string, Publisher>(publishers.map((publisher) => [publisher.idDev, publisher]));
  const latencies: number[] = [];
  const stream = await readLastData(url, 'technician@demo.local', demo?.password ?? '', (idDev, seq) => {
    const sentAt = byId.get(idDev)?.sentAt[seq];
    if (sentAt) latencies.push(performance.now() - sentAt);
  });

  const begun = performance.now();
  await Promise.all(publishers.map((publisher) => publishUntil(publisher, begun + seconds * 1000, inflight)));
  const tookS = (performance.now() - begun) / 1000;
  stream.close();
  await Promise.all(publishers.map(({ client }) => client.endAsync()));

  const db = new Client((await installation.postgres()).connection);
  await db.connect();
  const { stored, lost } = await lookUp(db, publishers);
  const copied = await bareCopy(db);
  await db.end();
  await server.stop();
  await installation.remove();
  return { stored, lost, tookS, copied, latencies: latencies.sort((a, b) => a - b) };
}

/** How many frames are in the database, and how many of those that were acknowledged are not. */
async function lookUp(db: Client, publishers: Publisher[]) {
  const { rows } = await db.query<{ key: string }>(
    "select id_dev || ' ' || seq as key from frame join device on device.id = device_id where id_dev = any($1)",
    [publishers.map(({ idDev }) => idDev)],
  );
  const keys = new Set(rows.map(({ key }) => key));
  const isLost = (idDev: string) => (seq: number) => !keys.has(`${idDev} ${seq}`);
  const lost = publishers.reduce(
    (sum, { idDev, acknowledged }) => sum + acknowledged.filter(isLost(idDev)).length,
    0,
  );
  return { stored: rows.length, lost };
}

const { stored, lost, tookS, copied, latencies } = await measure();
const perSecond = stored / tookS;
const ms = (share: number) => `${percentile(latencies, share).toFixed(0)} ms`;
const figures = {
  'frames stored': `${stored} in ${tookS.toFixed(1)} s = ${perSecond.toFixed(0)}/s`,
  'acknowledged but lost': lost,
  'board to stream': `p50 ${ms(0.5)}, p99 ${ms(0.99)} (all ${latencies.length} frames of the two boards that the reader has)`,
  'bare COPY of the same rows': `${copied.toFixed(0)}/s, ratio ${(perSecond / copied).toFixed(2)}`,
};
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
report({
  name: 'ingest',
  what: `${boards} boards as fast as they are answered (${inflight} in flight each) for ${seconds} s, all embedded, acknowledged after commit, load on the same cores; way to the stream taken on two of the boards`,
  result: `${perSecond.toFixed(0)} frames/s stored, ${lost} lost, board to stream p50 ${ms(0.5)} p99 ${ms(0.99)}, ${(perSecond / copied).toFixed(2)} of a bare COPY (${copied.toFixed(0)} rows/s)`,
  aim: '10,000/s, none lost',
});
process.exit(lost > 0 ? 1 : 0);
