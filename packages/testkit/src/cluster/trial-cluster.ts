import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { startPostgresPair } from '../postgres-pair.ts';
import { startServerProgram } from '../program.ts';
import { createInstallation } from '../program-folders.ts';
import { startBalancer } from './balancer.ts';
import { openLine } from './cuttable-line.ts';
import { startNatsNodes } from './nats-nodes.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

type Program = Awaited<ReturnType<typeof startServerProgram>>;

interface Options {
  servers?: number;
  /** Settings of all servers. */
  env?: Record<string, string>;
  postgres?: readonly string[];
  onProgress?: (progress: string) => void;
  /** Gets the function that stops what has been started, and what is being started. */
  onStart?: (stop: () => Promise<void>) => void;
}

/** What has been started, to be stopped in reverse. */
function createUndo() {
  const steps: Stop[] = [];
  let isStopped = false;
  function refuseStopped(): void {
    if (isStopped) throw new Error('the cluster is being stopped');
  }
  return {
    refuseStopped,
    /** What was being started when the cluster was stopped ends too, and nothing follows it. */
    push(step: Stop): void {
      steps.push(step);
      refuseStopped();
    },
    async stop(): Promise<void> {
      isStopped = true;
      for (const step of steps.splice(0).reverse()) await step();
    },
  };
}
type Undo = ReturnType<typeof createUndo>;

/** The first start makes the database and, in the demo, its people and boards. */
async function prepare(env: Record<string, string>, folders: Stop[]) {
  const installation = await createInstallation();
  folders.push(installation.remove);
  const first = await startServerProgram({ ...installation.env, ...env });
  await first.stop();
  return { ...installation, ready: first.ready };
}

type Stop = () => Promise<unknown> | unknown;

/** One server of the cluster, with lines of its own to the bus. */
async function createServer(n: number, folder: string, { DATA_DIR }: { DATA_DIR: string }, more: Settings) {
  const dataDir = join(folder, `data-${n}`);
  await mkdir(dataDir);
  // The same secrets of demo boards on all servers.
  for (const name of await readdir(DATA_DIR))
    if (!/^postgres|lock/.test(name)) await promisify(execFile)('cp', ['-a', join(DATA_DIR, name), dataDir]);
  const lines = await Promise.all(more.natsPorts.map(openLine));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const settings = {
    ...more.env,
    DATA_DIR: dataDir,
    PORT: String(httpPort),
    MQTT_PORT: String(mqttPort),
    SERVER_ID: `s${n}`,
    BUS_URL: more.busUrlOf(lines.map(({ port }) => port)),
    TRUSTED_PROXIES: '127.0.0.1',
    MQTT_CONNECTIONS_PER_ADDRESS: '100000',
  };
  let program: Program | undefined;
  let stopping: Program | undefined;
  return {
    httpPort,
    mqttPort,
    url: `http://127.0.0.1:${httpPort}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    lines,
    pid: () => program?.child.pid ?? 0,
    isRunning: () => program !== undefined,
    async start(): Promise<void> {
      if (program) return;
      const started = await startServerProgram(settings);
      program = started;
      void started.ended().then((how) => {
        if (program === started) program = undefined;
        if (stopping === started) return;
        more.onProgress(`server ${n} ended by itself (${how}):\n${started.lastWords()}`);
      });
    },
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      stopping = program;
      await stopping?.stop(signal);
      if (program === stopping) program = undefined;
    },
    /** Freezes it, or lets it go on. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => program?.child.kill(signal),
  };
}

interface Settings {
  env: Record<string, string>;
  natsPorts: readonly number[];
  busUrlOf: (ports: readonly number[]) => string;
  onProgress: (progress: string) => void;
}

async function build(options: Options, undo: Undo, folders: Stop[]) {
  const { servers: count = 2, env = {}, postgres = [], onProgress = () => {} } = options;
  onProgress('making the database');
  const installation = await prepare(env, folders);
  undo.refuseStopped();
  const folder = join(installation.root, 'cluster');
  await mkdir(folder);
  onProgress('starting Postgres with a standby, and three nodes of NATS');
  const pair = await startPostgresPair(installation, ['max_connections=200', ...postgres]);
  undo.push(pair.stop);
  const nats = await startNatsNodes(ROOT, folder);
  undo.push(nats.stop);
  onProgress(`starting ${count} servers and haproxy`);
  const settings = {
    env: { REQUIRE_2FA: installation.env.REQUIRE_2FA, ...env, DATABASE_URL: pair.url },
    natsPorts: nats.ports,
    busUrlOf: nats.urlOf,
    onProgress,
  };
  const servers = await Promise.all(
    Array.from({ length: count }, (_, at) => createServer(at + 1, folder, installation.env, settings)),
  );
  for (const { lines, stop } of servers) {
    undo.push(() => {
      for (const line of lines) line.close();
    });
    undo.push(() => stop('SIGKILL'));
  }
  // One after the other: the first one migrates.
  for (const server of servers) {
    await server.start();
    // It may have become ready while the cluster was being stopped.
    undo.push(() => server.stop('SIGKILL'));
  }
  const balancer = await startBalancer(ROOT, folder, servers);
  undo.push(balancer.stop);
  const lines = servers.flatMap((server) => server.lines);
  return {
    url: balancer.url,
    mqttUrl: balancer.mqttUrl,
    busUrl: nats.urlOf(nats.ports),
    demo: installation.ready.demo,
    servers,
    nats: nats.nodes,
    pair,
    cutBus: () => {
      for (const line of lines) line.cut();
    },
    healBus: () => {
      for (const line of lines) line.heal();
    },
  };
}

/** Servers behind haproxy, a bus of three nodes with lines that can be cut, and a Postgres with a standby: one machine. */
export async function startTrialCluster(options: Options = {}) {
  const undo = createUndo();
  /** Removed at the end: a program that is being started writes into them. */
  const folders: Stop[] = [];
  const building = (async () => build(options, undo, folders))();
  async function stop(): Promise<void> {
    await undo.stop();
    await building.catch(() => {});
    await undo.stop();
    for (const remove of folders.splice(0)) await remove();
  }
  options.onStart?.(stop);
  try {
    return { ...(await building), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
export type TrialCluster = Awaited<ReturnType<typeof startTrialCluster>>;
