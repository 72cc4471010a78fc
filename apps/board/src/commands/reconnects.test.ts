import type { Cmd } from '@manoboard/contract/mqtt/topics';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ackLedger, startBroker, type TestBroker } from '../../test/broker.ts';
import { type FakeClock, fakeClock } from '../../test/fake-clock.ts';
import { cmdAt, driveWith, ID_DEV, opAt, scenarioParts } from '../../test/parts.ts';
import { type Board, startBoard } from '../board.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { createBoardSecrets } from '../identity/board-secrets.ts';
import { mqttLink } from '../link/mqtt-link.ts';
import type { CmdOf } from './commands-verdict.ts';

/** Hundreds of real connections. */
vi.setConfig({ testTimeout: 120_000 });

/** The environment sets more. */
const RECONNECTS = Number(process.env.RECONNECTS ?? 300);
/** With random numbers of 0.5 the first retry is after 0.75 s. */
const RETRY_MS = 750;

let broker: TestBroker;
let clock: FakeClock;
beforeEach(async () => {
  broker = await startBroker();
  clock = fakeClock();
});
afterEach(() => broker.close());

/** A board that reports connect and disconnect. */
function createLine() {
  const drive = driveWith({});
  const disk = createMemoryDisk();
  const { sensors } = scenarioParts(clock);
  let board: Board | undefined;
  let boot = 17;
  let restarts = 0;
  let news = Promise.withResolvers<void>();
  let isUp = false;

  const turn = (isNowUp: boolean) => () => {
    isUp = isNowUp;
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  async function becomes(wanted: boolean): Promise<void> {
    while (isUp !== wanted) await news.promise;
  }
  function start(): Promise<void> {
    board = startBoard({
      identity: { deviceId: ID_DEV, fcId: 'FC-00A1B2', fcType: 'GD10' },
      mqtt: { url: broker.url },
      secrets: createBoardSecrets({ secret: 'secret' }),
      boot: boot++,
      drive,
      sensors,
      clock,
      random: () => 0.5,
      disk,
      openLink: mqttLink(clock, () => 0.5),
      restart: () => restarts++,
      onConnected: turn(true),
      onConnectFailed: turn(false),
    });
    return becomes(true);
  }
  return {
    drive,
    start,
    restarts: () => restarts,
    async reconnect(meanwhile: () => Promise<void>) {
      broker.cut();
      await becomes(false);
      await meanwhile();
      await clock.advance(RETRY_MS);
      await becomes(true);
    },
    /** A new start from the same disk. */
    async restart(meanwhile: () => Promise<void>) {
      await board?.stop();
      isUp = false;
      await meanwhile();
      await start();
    },
    stop: () => board?.stop(),
  };
}

/** One command of each kind that must not be executed; `answered` was executed or refused before. */
function ghostsAt(answered: readonly Cmd[]) {
  const now = cmdAt(clock, true);
  const pressure = { what: 'Required pressure', val: 5 } as const;
  return [
    ...answered,
    { ...cmdAt(clock, true), ts: now.ts - 10, exp: now.ts },
    { ...opAt(clock, 'write', pressure), ts: now.ts - 3_660, exp: now.ts - 3_600 },
    { ...opAt(clock, 'reg_write', { reg: 0x0901, val: 400 }), ts: now.ts - 60, exp: now.ts },
    { ...opAt(clock, 'restart', {}), ts: now.ts - 61, exp: now.ts - 1 },
    { ...cmdAt(clock, true), exp: now.ts + 86_400 },
    { ...cmdAt(clock, true), ts: now.ts + 3_600, exp: now.ts + 3_610 },
    { ...opAt(clock, 'set_lock', { val: false }), v: 2 },
    { ...opAt(clock, 'pressure_control', { val: 1 }), op: 'self_destruct' },
  ];
}

it(`protocol.md, Stale commands: in ${RECONNECTS} reconnects with old commands queued, retained and replayed, nothing is done that has no live, unexpired, new id`, async () => {
  const line = createLine();
  const ledger = ackLedger(broker);
  const obeyed: CmdOf<'start_stop'>[] = [];
  const refused: Cmd[] = [];

  /** The board acks each stale command, so the test knows when all were handled. */
  async function comeBack(isRestart: boolean): Promise<void> {
    // Recently executed or refused commands are unexpired: only their id shows that they are duplicates.
    const ghosts = ghostsAt([...obeyed.slice(-3), ...refused.slice(-3)]);
    const retained = cmdAt(clock, true);
    const before = new Map([...ghosts, retained].map(({ id }) => [id, ledger.count(id)]));
    broker.haunt(() => ghosts);
    const meanwhile = () => broker.command(ID_DEV, retained, { retain: true });
    await (isRestart ? line.restart(meanwhile) : line.reconnect(meanwhile));
    await broker.until(() => [...before].every(([id, count]) => ledger.count(id) > count));
    refused.push(retained);
  }

  await line.start();
  for (let i = 0; i < RECONNECTS; i++) {
    await comeBack(i % 50 === 49);
    if (i % 5 > 0) continue;
    const live = cmdAt(clock, i % 2 === 0);
    await broker.command(ID_DEV, live);
    await broker.until(() => ledger.hasEnded(live.id));
    obeyed.push(live);
  }
  await line.stop();

  expect(line.drive.writes).toEqual(obeyed.map(({ val }) => (val ? 'start' : 'stop')));
  expect(line.restarts()).toBe(0);
  const done = [...ledger.all()].filter(([, acks]) => acks.some(({ st }) => st === 'done'));
  expect(done.map(([id]) => id)).toEqual(obeyed.map(({ id }) => id));
});
