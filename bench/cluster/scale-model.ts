import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readNumbers } from '../lib/options.ts';
import { report } from '../lib/report.ts';

/**
 * What fleets of many sizes need, by measured costs: those of the rows `ingest`, `live`, `live 1000`, `storm`, `storage 30 s`
 * and `cluster-cost` of docs/benchmarks.md, and the copy of a frame on another server, which is measured here. One
 * primary Postgres. The loop of a server is a single thread.
 */
const { every, rounds } = readNumbers({ every: 6, rounds: 100_000 });
const FLEETS = [10_000, 100_000, 1_000_000];
/** A share of a processor that a server or a primary may use on average: storms of connections need the rest. */
const FULL = 0.7;
/** Frames of a household in a day, of `storage`: every 5 s while the pump runs, every 30 s while it sleeps. */
const FRAMES_A_DAY = 136_398 / 40;
const DAY_S = 86_400;
/** In a batch of the bus. */
const COPIES = 12;
/** A commit costs Postgres this much (`frame-writer.ts`), and all servers together commit so often. */
const [COMMIT_S, COMMITS_A_SECOND] = [0.0013, 100];
/** Rows of the present day and the two before it, which are not packed yet. */
const OPEN_DAYS = 3;

const table = readFileSync(fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url)), 'utf8');
function figures(name: string, pattern: RegExp): number[] {
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const [, ...found] = pattern.exec(row) ?? [];
  if (found.length === 0) throw new Error(`the row ${name} of docs/benchmarks.md lacks ${pattern}`);
  return found.map(Number);
}
const COST = /a frame takes (\d+) \+ (\d+) µs/;
const [ingestRate = 0] = figures('ingest', /\| (\d+) frames\/s stored/);
const [ingestNodeUs = 0, ingestPostgresUs = 0] = figures('ingest', COST);
const [frameBytes = 0] = figures('ingest', /(\d+) bytes a frame on the disk/);
const [, livePostgresUs = 0] = figures('live', COST);
const [largeMb = 0] = figures('live', /idle \d+ MB \(Node (\d+)/);
const [smallMb = 0] = figures('live 1000', /idle \d+ MB \(Node (\d+)/);
const [connectMs = 0] = figures('storm', /([\d.]+) ms of node per connect/);
const [packedBytes = 0] = figures('storage 30 s', /([\d.]+) packed/);
const [foreignKb = 0] = figures('cluster-cost', /([\d.]+) kB for each board/);
const [lowRate = 0] = figures('cluster-cost', /(\d+) frames\/s without viewers/);
const [oneMs = 0, twoMs = 0] = figures('cluster-cost', /one server (\d+) ms, two (\d+) ms/);

/** Processor time for the copy of a frame of another server: a text in a batch, written and read, and its entry in a map. */
function measureCopyUs(): { writeUs: number; readUs: number; bytes: number } {
  const entries = new Map<string, object>();
  const reading = Object.fromEntries(Array.from({ length: 22 }, (_, n) => [`field_${n}`, n * 1.37]));
  const last = { device_id: 'MNB-R00001', data: reading, ts: 1, received_at: 1, fc: 1, older: {} };
  // As the server does (`newest-texts.ts`): one line of JSON with the facts and the length of each text, then the texts.
  const write = () => {
    const texts = Array.from({ length: COPIES }, () => JSON.stringify(last));
    const heads = texts.map((text) => [last.device_id, 1, 1, 1, 1, 1, Buffer.byteLength(text)]);
    return `${JSON.stringify(['s1', ...heads])}\n${texts.join('')}`;
  };
  const bytes = Buffer.from(write());
  const read = () => {
    const end = bytes.indexOf(0x0a);
    const [, ...heads] = JSON.parse(bytes.toString('utf8', 0, end)) as [string, ...[string, ...number[]][]];
    let at = end + 1;
    for (const facts of heads) {
      const length = Number(facts.pop());
      entries.set(facts[0], { facts, text: bytes.toString('utf8', at, at + length) });
      at += length;
    }
  };
  const timed = (run: () => void) => {
    for (let n = 0; n < rounds / 10; n += COPIES) run();
    const before = process.cpuUsage();
    for (let n = 0; n < rounds; n += COPIES) run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / rounds;
  };
  return {
    writeUs: timed(write),
    readUs: timed(read),
    bytes: Math.round(bytes.length / COPIES),
  };
}
const copy = measureCopyUs();

// One server at two rates gives the cost of each frame, and of the timers and batches that a second has anyway.
const perFrameS = (ingestRate * ingestNodeUs - lowRate * oneMs) / (ingestRate - lowRate) / 1e6;
const perSecondS = (lowRate * oneMs) / 1e6 - lowRate * perFrameS;
const memoryKb = ((largeMb - smallMb) * 1000) / 9000;
/** Last values of a board are a row that each of its frames replaces; the 200 boards of `ingest` share few. */
const lastRowS = (livePostgresUs - ingestPostgresUs) / 1e6 - COMMIT_S / 15;

/** Up to five servers gather longer and so commit together as often as one (`frame-writer.ts`). */
const MOST_SHARED = 5;

/** All that a second server costs for a frame, as measured: more than its text, since it also moves bytes and memory. */
const readUs = Math.max(copy.readUs, twoMs - oneMs - copy.writeUs);

/** Share of a core of each of `servers` that together store `rate` frames/s. */
const serverLoad = (rate: number, servers: number, readCopyUs = readUs) =>
  perSecondS / Math.min(servers, MOST_SHARED) +
  (rate / servers) * (perFrameS + (servers > 1 ? copy.writeUs / 1e6 : 0)) +
  (rate - rate / servers) * (readCopyUs / 1e6);

function need(boards: number, framesPerBoard: number) {
  const rate = boards * framesPerBoard;
  let servers = 1;
  while (serverLoad(rate, servers) > FULL && servers < 1000) servers++;
  return {
    rate,
    servers,
    isPossible: serverLoad(rate, servers) <= FULL,
    postgresCores: COMMITS_A_SECOND * COMMIT_S + rate * (ingestPostgresUs / 1e6 + lastRowS),
    memoryMb: (boards / servers) * (memoryKb / 1000) + boards * (1 - 1 / servers) * (foreignKb / 1000),
    busMb: (rate * copy.bytes * (servers - 1)) / 1e6,
    openGb: (rate * frameBytes * DAY_S * OPEN_DAYS) / 1e9,
    packedGb: (rate * packedBytes * DAY_S) / 1e9,
    backS: ((boards / servers) * connectMs) / 1000 / FULL,
  };
}

const usual = FRAMES_A_DAY / DAY_S;
const line = (boards: number, framesPerBoard: number) => {
  const found = need(boards, framesPerBoard);
  const { rate, servers, isPossible, postgresCores, memoryMb, busMb, openGb, packedGb, backS } = found;
  if (!isPossible)
    return `${boards.toLocaleString('en')} boards (${Math.round(rate)} frames/s): not with this design, the copies alone fill each server (Postgres ${postgresCores.toFixed(0)} cores)`;
  return `${boards.toLocaleString('en')} boards (${Math.round(rate)} frames/s): ${servers} ${servers === 1 ? 'server' : 'servers'}, ${postgresCores.toFixed(1)} cores of Postgres, ${(memoryMb / 1000).toFixed(1)} GB for boards on each server, bus ${busMb.toFixed(1)} MB/s, ${openGb.toFixed(0)} GB of open days and ${packedGb.toFixed(1)} GB a day packed, back after a restart in ${Math.round(backS)} s`;
};
/** The most frames/s of any number of servers. */
const wall = (FULL - perSecondS / MOST_SHARED) / (readUs / 1e6);
/** By the texts alone, which is measured apart: the model must find what two servers took. */
const predictedTwo = (1e6 * 2 * serverLoad(lowRate, 2, copy.readUs)) / lowRate;

report({
  name: 'scale-model',
  what: `arithmetic of the measured rows ingest, live, storm, storage and cluster-cost and of a copy that is measured here, all pumps running (a frame each ${every} s) and on a usual day (one each ${(1 / usual).toFixed(0)} s); a server is full at ${FULL} of a core`,
  result: `a server: ${(perSecondS * 1000).toFixed(0)} ms a second and ${(perFrameS * 1e6).toFixed(0)} µs a frame; the copy of a frame: ${copy.writeUs.toFixed(1)} µs to write, ${copy.readUs.toFixed(1)} µs to read, ${copy.bytes} bytes, ${readUs.toFixed(0)} µs with all of the second server; ${memoryKb.toFixed(0)} kB a board, ${foreignKb} kB for one of another server; ${connectMs} ms a connect. All running: ${FLEETS.map((boards) => line(boards, 1 / every)).join('; ')}. Usual day: ${FLEETS.map((boards) => line(boards, usual)).join('; ')}. First wall: every server reads every frame, ${Math.round(wall / 1000)},000 frames/s with any number of servers (${Math.round((wall * every) / 1000)},000 boards that run); there the primary takes ${need((wall * every) | 0, 1 / every).postgresCores.toFixed(1)} cores, most of them for rows of last values (${(lastRowS * 1e6).toFixed(0)} µs a frame). Checked with two servers at ${lowRate} frames/s: ${predictedTwo.toFixed(0)} ms per 1,000 frames by the texts of the copies, ${twoMs} measured (${(twoMs / predictedTwo).toFixed(2)} ×)`,
  aim: 'the model is within 1.5 × of the measured point',
});
