import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { waitFor } from '../wait-for.ts';
import type { TrialCluster } from './trial-cluster.ts';

export interface Trial {
  cluster: TrialCluster;
  /** Boards that were online at the start: they come back after each failure. */
  boards: number;
}

interface Command {
  /** What the person reads before they try it. */
  promise: string;
  /** The command names one of these by its number. */
  of?: 'server' | 'node';
  /** Why the promise cannot be kept now. */
  refuse?: (cluster: TrialCluster, n: number) => string | false;
  /** Acts and returns when it has ended as promised. */
  run: (trial: Trial, n: number) => Promise<void>;
}

/** Boards of each server by the rows of the database. */
export async function readBoards(cluster: TrialCluster): Promise<{ id: string; boards: number }[]> {
  const db = new Client(cluster.pair.connection());
  db.on('error', () => {});
  try {
    await db.connect();
    const { rows } = await db.query<{ id: string; boards: number }>(
      'select server_id as id, count(*)::int as boards from board_session where is_online group by 1 order by 1',
    );
    return rows;
  } finally {
    await db.end().catch(() => {});
  }
}

const isReady = async (url: string) =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.status ===
  200;

type Servers = TrialCluster['servers'];
type Nodes = TrialCluster['nats'];
const serverOf = ({ servers }: TrialCluster, n: number) => servers[n - 1] as Servers[number];
const nodeOf = ({ nats }: TrialCluster, n: number) => nats[n - 1] as Nodes[number];
const runningIn = <T extends { isRunning: () => boolean }>(parts: readonly T[]) =>
  parts.filter((part) => part.isRunning());

const areAllReady = async ({ servers }: TrialCluster) =>
  (await Promise.all(runningIn(servers).map(({ url }) => isReady(url)))).every(Boolean);

/** All boards that were online at the start belong to servers that run. */
const untilBoardsAreBack = ({ cluster, boards: wanted }: Trial) =>
  waitFor(
    async () => {
      const alive = cluster.servers.flatMap((each, at) => (each.isRunning() ? [`s${at + 1}`] : []));
      const rows = await readBoards(cluster);
      return (
        rows.every(({ id }) => alive.includes(id)) &&
        rows.reduce((sum, { boards }) => sum + boards, 0) >= wanted
      );
    },
    { timeoutMs: 60_000, everyMs: 200, what: 'all boards back' },
  );

/** A server that is stopped leaves another one. */
function refuseStop(cluster: TrialCluster, n: number): string | false {
  if (!serverOf(cluster, n).isRunning()) return `server ${n} does not run`;
  return runningIn(cluster.servers).length === 1 && `server ${n} is the only one that runs`;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  'kill server': {
    promise:
      'its boards connect to the other one within seconds, open pages go on there; no value, alert or command is lost',
    of: 'server',
    refuse: refuseStop,
    async run(trial, n) {
      await serverOf(trial.cluster, n).stop('SIGKILL');
      await untilBoardsAreBack(trial);
    },
  },
  'start server': {
    promise: 'it is ready again; boards that connect next go to it',
    of: 'server',
    refuse: (cluster, n) => serverOf(cluster, n).isRunning() && `server ${n} runs`,
    async run({ cluster }, n) {
      await serverOf(cluster, n).start();
      await waitFor(() => isReady(serverOf(cluster, n).url), { what: 'a ready server' });
    },
  },
  'drain server': {
    promise: 'it is not ready at once, hands pages and boards over, and ends within 15 s',
    of: 'server',
    refuse: refuseStop,
    async run(trial, n) {
      await serverOf(trial.cluster, n).stop('SIGTERM');
      await untilBoardsAreBack(trial);
    },
  },
  'kill database': {
    promise:
      'nothing is stored and only stops work, pages say so; after 3 s the standby is promoted, as you or Patroni would, and all goes on',
    refuse: ({ pair }) => !pair.isWhole() && 'there is no standby: start database first',
    async run({ cluster }) {
      await cluster.pair.killPrimary();
      await wait(3000);
      await cluster.pair.promote();
      await waitFor(() => areAllReady(cluster), { timeoutMs: 30_000, what: 'ready servers' });
    },
  },
  'start database': {
    promise: 'the lost one comes back as the standby',
    refuse: ({ pair }) => pair.isWhole() && 'both run',
    run: ({ cluster }) => cluster.pair.addStandby(),
  },
  'kill nats': {
    promise: 'nothing changes: the servers use the other nodes',
    of: 'node',
    refuse({ nats }, n) {
      if (!nats[n - 1]?.isRunning()) return `node ${n} does not run`;
      return runningIn(nats).length === 1 && `node ${n} is the only one that runs; cut bus shows the rest`;
    },
    async run({ cluster }, n) {
      await nodeOf(cluster, n).kill();
      // A server whose bus stays away for 2 s is not ready.
      await wait(2500);
      await waitFor(() => areAllReady(cluster), { what: 'ready servers' });
    },
  },
  'start nats': {
    promise: 'the node is back',
    of: 'node',
    refuse: ({ nats }, n) => nats[n - 1]?.isRunning() === true && `node ${n} runs`,
    run: ({ cluster }, n) => nodeOf(cluster, n).start(),
  },
  'cut bus': {
    promise:
      'each server goes on with its own boards; values of the others get older, and a command for them is refused with the reason',
    async run({ cluster }) {
      cluster.cutBus();
      await wait(2500);
      await waitFor(() => areAllReady(cluster), { what: 'ready servers' });
    },
  },
  'heal bus': {
    promise: 'all is as before within a second or two',
    async run({ cluster }) {
      cluster.healBus();
      await waitFor(
        async () => {
          const db = new Client(cluster.pair.connection());
          db.on('error', () => {});
          await db.connect();
          const { rows } = await db.query(
            "select from server where not is_bus_up and seen_at > now() - interval '5 s'",
          );
          await db.end();
          return rows.length === 0;
        },
        { what: 'the bus of all servers' },
      );
    },
  },
};

/** The command of a line and its number; a sentence where there is none. */
export function readCommand(cluster: TrialCluster, line: string): { command: Command; n: number } | string {
  const [, name = '', digits] = /^([a-z]+ [a-z]+)(?: (\d+))?$/.exec(line) ?? [];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return 'That is none of the commands above.';
  const n = Number(digits ?? 0);
  const most = command.of === 'server' ? cluster.servers.length : cluster.nats.length;
  if (!command.of && digits !== undefined) return `There is only one: ${name}.`;
  if (command.of && (n < 1 || n > most)) return `Which one? ${name} 1 to ${name} ${most}.`;
  const refusal = command.refuse?.(cluster, n);
  return refusal ? `Not now: ${refusal}.` : { command, n };
}
