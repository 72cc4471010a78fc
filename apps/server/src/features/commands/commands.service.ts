import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import type { Command } from '@manoboard/contract/nouns/command';
import type { LockOut } from '@manoboard/contract/nouns/lock-out';
import { isFinal } from '@manoboard/domain/commands/command-life';
import type { Refusal } from '@manoboard/domain/commands/write-value';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board, Link } from '../../link/link.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import { createAcks, type FinalAck } from './acks.ts';
import { type Ask, createAdmission, requestHash } from './admission.ts';
import { createAftermath, SWEEP_MS } from './aftermath.ts';
import { type CommandRow, toCommand } from './command-row.ts';
import { listCommands, markAccepted, markFinished, markPublished } from './commands.repo.ts';
import type { Order, Target } from './order.ts';
import { afterEnding, answer, endingOf } from './outcome.ts';
import { factsFromMemory, stopFromMemory } from './stop-from-memory.ts';
import { createStopJournal } from './stop-journal.ts';

interface Neighbours {
  db: Db;
  events: Events;
  metrics: Metrics;
  log: Logger;
  now: () => number;
  send: Link['send'];
  appendAudit: (db: Db, at: Date, entries: readonly object[]) => Promise<void>;
  findLockOut: (tx: Db, deviceKey: number) => Promise<LockOut | null>;
  /** Where stops are noted while the database is away. */
  journalFolder: string;
  isDatabaseUp: () => boolean;
  /** R4.12: keeps the word that the board read back from a register. */
  noteWord: (db: Db, deviceId: number, read: { address: number; word: number }, at: Date) => Promise<void>;
}

/** An answer that was given in time may need a moment for its way. */
const GRACE_MS = 1000;

/** The life of every command: decided and stored, published, acknowledged, ended once. */
export function createCommands(neighbours: Neighbours) {
  const { db, events, metrics, log, now, send, appendAudit, noteWord } = neighbours;
  const { journalFolder, isDatabaseUp } = neighbours;
  const acks = createAcks();
  const admit = createAdmission(neighbours);
  const running = new Map<string, Command>();
  const keyed = new Map<string, { hash: Buffer; outcome: Promise<Command> }>();
  const at = () => new Date(now());
  let sweeper: NodeJS.Timeout | undefined;

  /** Reading is no news to anybody, nor is what a stranger tried. */
  function tell(command: Command) {
    if (running.has(command.id)) running.set(command.id, command);
    if (command.op !== 'reg_read' && command.problem !== 'DEVICE_NOT_FOUND') events.emit('command', command);
  }

  function ended(command: Command) {
    metrics.commands.inc({ status: command.status });
    tell(command);
  }
  const aftermath = createAftermath({ db, log, now, appendAudit, ended });
  const journal = createStopJournal({ db, log, now, folder: journalFolder, appendAudit, ended: tell });
  const sweep = async () => {
    await aftermath.sweep();
    await replayJournal();
  };

  /** What has ended takes no more steps. */
  function step(id: string, change: (known: Command) => Partial<Command>) {
    const known = running.get(id);
    if (known && !isFinal(known.status)) tell({ ...known, ...change(known) });
  }

  /** The broker has it, or the board has answered it already: whichever is heard first. */
  function notePublished(id: string, moment: Date) {
    if (running.get(id)?.published_at !== null) return;
    step(id, ({ status }) => ({
      published_at: moment.getTime() / 1000,
      status: status === 'created' ? 'published' : status,
    }));
  }

  async function publish(board: Board, command: Command, { wish }: Order, userId: number) {
    try {
      await send('cmd', board.idDev, toWire(command, wish, userId));
      const moment = at();
      notePublished(command.id, moment);
      await markPublished(db, command.id, moment);
    } catch (error) {
      // It may be on its way all the same: the board's answer decides, and without one it ends as a timeout.
      log.warn({ err: error, command: command.id }, 'a command could not be sent or marked as sent');
    }
  }

  function endOf({ order, isUpdating }: Ask, id: string, ack: FinalAck) {
    const before = running.get(id);
    if (!before) throw new Error(`command ${id} does not run`);
    const ending = endingOf(order, ack, before, { at: at(), isUpdating: isUpdating?.() ?? false });
    return { ending, command: afterEnding(before, ending) };
  }

  async function finish(ask: Ask, id: string, ack: FinalAck) {
    const { order, board } = ask;
    const { ending, command } = endOf(ask, id, ack);
    const other = await db.transaction().execute(async (tx) => {
      if (!(await markFinished(tx, id, ending))) return listCommands(tx, [id]);
      if (command.op !== 'reg_read') await appendAudit(tx, ending.at, [{ event: 'ended', command }]);
      const { wish } = order;
      const word = ending.reportedValue;
      if (wish.op === 'reg_write' && typeof word === 'number')
        await noteWord(tx, board.deviceId, { address: wish.reg, word }, ending.at);
      return undefined;
    });
    if (other) return endedBefore(id, other);
    ended(command);
    return { command, more: ending.more };
  }

  /** Somebody else has ended it, and has told so: that is the answer here too. */
  function endedBefore(id: string, [row]: readonly CommandRow[]) {
    if (!row) throw new Error(`command ${id} is gone`);
    return { command: toCommand(row), more: row.problem_more };
  }

  /** The end goes to the journal too, even if the database is back: it has no row of the command yet. */
  async function finishInJournal(ask: Ask, id: string, ack: FinalAck) {
    const { ending, command } = endOf(ask, id, ack);
    await journal.end({ deviceKey: ask.board.deviceId, command }).catch(warnUnlogged(command));
    ended(command);
    return { command, more: ending.more };
  }

  const warnUnlogged = (command: Command) => (err: unknown) =>
    log.error({ err, command }, 'a stop could not be written to the journal and is logged only here');

  /** A stop that cannot be noted is sent all the same. */
  async function stopByJournal(ask: Ask): Promise<Command> {
    const refusal = ask.gate?.(factsFromMemory(ask, now()));
    if (refusal) {
      const { code, ...more } = refusal;
      throw new ProblemError(code, more);
    }
    const command = stopFromMemory(ask, now());
    await journal.begin({ deviceKey: ask.board.deviceId, command }).catch(warnUnlogged(command));
    const { command: done, more } = await execute(ask, command, finishInJournal);
    if (isDatabaseUp()) void replayJournal();
    return answer(done, more);
  }

  const replayJournal = (): Promise<void> =>
    journal
      .replay()
      .catch((err) => log.warn({ err }, 'the journal of stops could not be stored; it is tried again'));

  /** Stored already; answered when the board has answered, or the time is up. */
  async function execute(ask: Ask, command: Command, end = finish) {
    const { board, order, user } = ask;
    const { created_at, expires_at } = command;
    // The clock may be set back meanwhile: nobody waits longer than a command lives.
    const waitMs = Math.min(expires_at * 1000 - now(), (expires_at - created_at) * 1000) + GRACE_MS;
    const waiting = acks.waitFor(command.id, board.idDev, waitMs);
    running.set(command.id, command);
    try {
      tell(command);
      // Not waited for: a broker that hangs holds nobody longer than the command lives.
      void publish(board, command, order, user.id);
      const ack = await waiting;
      return { ...(await end(ask, command.id, ack)), ack };
    } finally {
      running.delete(command.id);
    }
  }

  async function carryOut(ask: Ask): Promise<Done> {
    const { command, more, isKnown } = await admit(ask);
    if (!isKnown && command.status === 'rejected') tell(command);
    if (isKnown || command.status === 'rejected') return { command: answer(command, more) };
    const { ack, ...ended } = await execute(ask, command);
    return { command: answer(ended.command, ended.more), ack };
  }

  /** The same click twice is one command, also while the first one runs. */
  function askOnce(ask: Ask & { key: string }): Promise<Command> {
    const name = `${ask.user.id}:${ask.board.deviceId}:${ask.key}`;
    const hash = requestHash(ask.order);
    const known = keyed.get(name);
    if (known?.hash.equals(hash)) return known.outcome;
    const reused = (): Refusal => ({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const outcome = carryOut(known ? { ...ask, key: undefined, gate: reused } : ask).then(
      ({ command }) => command,
    );
    if (known) return outcome;
    keyed.set(name, { hash, outcome });
    const forget = () => keyed.delete(name);
    outcome.then(forget, forget);
    return outcome;
  }

  async function hear(board: Board, ack: Ack): Promise<void> {
    if (!acks.isWaiting(ack.id, board.idDev)) return aftermath.hearLate(board, ack);
    const moment = at();
    notePublished(ack.id, moment);
    if (ack.st !== 'accepted') return acks.receive(ack);
    step(ack.id, () => ({ status: 'accepted', accepted_at: moment.getTime() / 1000 }));
    await markAccepted(db, ack.id, moment);
  }

  return {
    /** For what has been decided already: no gate, no key. */
    run: (user: SessionUser, board: Target, order: Order) =>
      carryOut({ user, board, order }) as Promise<Answered>,

    /** Through the gate; with a key, once. */
    ask: async ({ key, ...ask }: Ask): Promise<Command> =>
      key === undefined ? (await carryOut(ask)).command : askOnce({ ...ask, key }),

    /** Of a stop that the database could not take: by what is in memory, with a journal in place of the log. */
    stopByJournal,
    replayJournal,

    /** What goes wrong with a note is no fault of the board's message. */
    receiveAck: (board: Board, ack: Ack): Promise<void> =>
      hear(board, ack).catch((error) =>
        log.warn({ err: error, command: ack.id }, 'an answer could not be noted'),
      ),

    /** A list is read with the caller's connections: those of commands stay free. */
    list: async (from: Db, ids: readonly string[]) => (await listCommands(from, ids)).map(toCommand),
    listOpen: (idDev: string): readonly Command[] =>
      [...running.values()].filter(({ device_id, op }) => device_id === idDev && op !== 'reg_read'),

    /** A restart sends nothing again: what was open has ended without an answer. */
    async start() {
      await aftermath.close();
      await replayJournal();
      sweeper = setInterval(sweep, SWEEP_MS).unref();
    },
    stop() {
      clearInterval(sweeper);
      acks.endAll();
    },
  };
}
export type Commands = ReturnType<typeof createCommands>;

interface Done {
  command: Command;
  ack?: FinalAck;
}

/** What the board did, and what it then read. */
interface Answered {
  command: Command;
  ack: Ack;
}

const toWire = ({ id, created_at, expires_at }: Command, wish: Order['wish'], userId: number): Cmd => ({
  v: 1,
  id,
  ...wish,
  ts: Math.floor(created_at),
  exp: Math.floor(expires_at),
  by: `u:${userId}`,
});
