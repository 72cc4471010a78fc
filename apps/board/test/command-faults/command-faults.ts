import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '@manoboard/testkit/api-client';
import { readCommandLog } from '@manoboard/testkit/command-log';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { createStaffedFleet } from '@manoboard/testkit/staffed-fleet';
import { waitFor } from '@manoboard/testkit/wait-for';
import { FAULTS, type Fault, type FaultyBoard, startFaultyBoard } from './faulty-board.ts';
import { judge, type Verdicts } from './judge.ts';
import { replayStale } from './stale-commands.ts';

export interface Plan {
  boards: number;
  /** Commands per board; the faults alternate. */
  commandsEach: number;
  /** How often the server is killed (SIGKILL) meanwhile. */
  kills: number;
  stale: number;
}

type Server = Awaited<ReturnType<typeof startServerProgram>>;

/** A short expiry, since the tests wait for it. */
const SLOW: readonly Fault[] = [
  'ack is late, after the expiry',
  'ack is lost',
  'reconnect before the ack',
  'board restarts before the ack',
];

/** Always the opposite of the drive's state, so that "done" is a change. */
function operation({ state }: FaultyBoard, fault: Fault, n: number): { path: string; body: object } {
  const isPressure = n % 3 === 0 && !SLOW.includes(fault);
  if (!isPressure) return { path: 'start-stop', body: { what: 'x', value: state.runState === 3 } };
  const now = Math.round((state.requiredPressureBar ?? 4) * 10);
  return { path: 'write', body: { what: 'Required pressure', value: (now >= 55 ? 30 : now + 1) / 10 } };
}

type Answer = Awaited<ReturnType<ApiClient['post']>>;

/** Whether the server was away, was starting, or did not see the board. Any other answer names its command. */
function isNotTaken(answer: Answer): boolean {
  if (answer === undefined || answer.status === 503 || answer.body.detail === 'DEVICE_OFFLINE') return true;
  if (!answer.body.id && !answer.body.command_id)
    throw new Error(`an answer without a command: ${answer.status} ${JSON.stringify(answer.body)}`);
  return false;
}

async function drive(board: FaultyBoard, api: ApiClient, place: number, commands: number): Promise<void> {
  for (let n = 0; n < commands; ) {
    const fault = FAULTS[(n + place) % FAULTS.length] ?? 'none';
    board.status.fault = fault;
    const { path, body } = operation(board, fault, n);
    const { size } = board.ledger.records;
    const answer = await api.post(`/mqtt/${board.deviceId}/${path}`, body);
    const isAway = isNotTaken(answer);
    await waitFor(board.ledger.isIdle, {
      timeoutMs: 20_000,
      what: `${board.deviceId} to publish its last word`,
    });
    board.status.fault = 'none';
    await board.settled();
    if (isAway) await pause(300);
    if (!isAway || board.ledger.records.size > size) n++;
  }
}

/** Kills the server repeatedly until the boards are done. */
async function disturb(first: Server, env: Record<string, string>, kills: number, isOver: () => boolean) {
  let server = first;
  for (let n = 0; n < kills && !isOver(); n++) {
    await pause(2000 + Math.random() * 3000);
    await server.stop('SIGKILL');
    server = await startServerProgram(env);
  }
  return server;
}

/** Thousands of commands from HTTP to the drives of real boards, with every fault, and the outcome of each. */
export async function runCommandFaults({
  boards: count,
  commandsEach,
  kills,
  stale,
}: Plan): Promise<Verdicts> {
  const installation = await createInstallation();
  const env = {
    ...installation.env,
    LOG_LEVEL: 'fatal',
    START_GAP_S: '0',
    STARTS_PER_HOUR: '3600',
  };
  let server = await startServerProgram(env);
  const { url, mqttUrl } = server.ready;
  const fleet = await createStaffedFleet(url, (await installation.postgres()).connection, count);
  const { api } = fleet;
  const boards = fleet.boards.map(({ deviceId, secret }) =>
    startFaultyBoard({ url: mqttUrl, deviceId, secret }),
  );
  await waitFor(() => boards.every(({ status }) => status.isConnected), {
    timeoutMs: 30_000,
    what: 'all boards',
  });

  let isOver = false;
  const driven = Promise.all(boards.map((board, place) => drive(board, api, place, commandsEach))).finally(
    () => {
      isOver = true;
    },
  );
  server = await disturb(server, env, kills, () => isOver);
  await driven;
  const { connection } = await installation.postgres();
  await waitFor(async () => (await readCommandLog(connection)).every(({ isFinished }) => isFinished), {
    timeoutMs: 90_000,
    what: 'every command to end',
  });
  const log = await readCommandLog(connection);
  const executedStale = await replayStale(boards, stale);
  await Promise.all(boards.map((board) => board.stop()));
  await server.stop();
  await installation.remove();
  return judge(boards, log, executedStale);
}
