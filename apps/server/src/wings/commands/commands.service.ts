import type { Command } from '@manoboard/contract/command/command';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { expiresAt, isFinal } from '@manoboard/domain/commands/command-expiry';
import type { CommandPayload } from '@manoboard/domain/commands/command-values';
import { isStop } from '@manoboard/domain/commands/write-gate';
import { pressureMode, refusePressureValue } from '@manoboard/domain/commands/write-value';
import type { RegisterRange } from '@manoboard/domain/fc/register-ranges';
import { exactOnWire } from '@manoboard/domain/pump/pressure-codec';
import { appendAudit } from '../../audit-log/audit-log.ts';
import { NobodyThereError } from '../../bus/peer-bus.ts';
import { type Db, isDatabaseAway } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board, Link } from '../../link/link.ts';
import type { Server } from '../../server.ts';
import {
  type AdmissionNeighbours,
  type CommandRequest,
  createAdmission,
  newCommandId,
  requestHash,
} from './admission.ts';
import { listCommands, markAccepted, markFinished, markPublished, toCommand } from './commands.repo.ts';
import { createExpiredCommands, SWEEP_MS } from './expired-commands.ts';
import { afterEnding, answer, createPendingAcks, endingOf, type FinalAck } from './outcome.ts';
import { recordWord } from './register-word.repo.ts';
import { createStopJournal, newStop } from './stop-journal.ts';

interface Neighbours extends AdmissionNeighbours, Pick<Server, 'bus' | 'metrics' | 'log' | 'cluster'> {
  send: Link['send'];
  /** The configuration that the board has applied, if this server knows it. */
  appliedConfig: (deviceKey: DeviceKey) => Promise<DeviceConfig | undefined>;
  /** Folder of the journal of stops that are sent while the database is away. */
  journalFolder: string;
  isDatabaseUp: () => boolean;
  /** The other server that the board is connected to. */
  serverOf: (deviceId: string) => string | undefined;
  /** Limits how many denied requests of one user are logged. */
  takeDeniedTry: (userId: string) => boolean;
}

interface Ended {
  command: Command;
  more?: Parameters<typeof answer>[1];
}

/** Extra waiting time for an ack that the board sent just before the expiry. */
const GRACE_MS = 1000;
/** Lifetime of a background read. */
const UNLOGGED_S = 10;
/** Time beyond the lifetime of a command for the answer of another server. */
const FORWARD_MS = 3000;

const isFromCache = ({ user, device }: CommandRequest) => (user.isFromCache || device.isFromCache) ?? false;

/** Every command to a board: admitted and stored, published, acknowledged, ended once. */
export function createCommands(neighbours: Neighbours) {
  const { db, bus, metrics, log, now, send, isUpdating, serverId } = neighbours;
  const { appliedConfig, journalFolder, isDatabaseUp, takeDeniedTry, cluster, serverOf } = neighbours;
  const acks = createPendingAcks();
  const { admit, refuseStop } = createAdmission(neighbours);
  const running = new Map<string, Command>();
  /** Open commands of other servers, for pages that connect. */
  const elsewhere = new Map<string, Command>();
  const keyed = new Map<string, { hash: Buffer; outcome: Promise<Command> }>();
  const at = () => new Date(now());
  let sweeper: NodeJS.Timeout | undefined;

  /** Register reads are not announced, nor are requests for devices that the user cannot see. */
  function emit(command: Command) {
    if (running.has(command.id)) running.set(command.id, command);
    if (command.op === 'reg_read' || command.problem === 'DEVICE_NOT_FOUND') return;
    bus.publish('command', command);
    cluster?.peers.publish('command', command);
  }

  /** A command of another server; one that waits here was answered there, since its board has moved. */
  function receiveElsewhere(command: Command) {
    if (!isFinal(command.status)) elsewhere.set(command.id, command);
    else if (!elsewhere.delete(command.id)) acks.end(command.id);
    bus.publish('command', command);
  }
  cluster?.peers.subscribe('command', (command) => receiveElsewhere(command as Command));

  function emitEnd(command: Command) {
    metrics.commands.inc({ status: command.status });
    emit(command);
  }
  const expired = createExpiredCommands({ db, log, now, onEnded: emitEnd });
  const journal = createStopJournal({ db, log, now, folder: journalFolder, onEnded: emit });

  /** A final state does not change any more. */
  function update(id: string, change: (known: Command) => Partial<Command>) {
    const known = running.get(id);
    if (known && !isFinal(known.status)) emit({ ...known, ...change(known) });
  }

  /** Set by the broker's confirmation or by the board's first ack, whichever arrives first. */
  function setPublished(id: string, publishedAt: Date) {
    if (running.get(id)?.published_at !== null) return;
    update(id, ({ status }) => ({
      published_at: publishedAt.getTime() / 1000,
      status: status === 'created' ? 'published' : status,
    }));
  }

  async function publish({ device, payload, user }: CommandRequest, command: Command) {
    try {
      await send('cmd', device.deviceId, toWire(command, payload, user.id));
      const publishedAt = at();
      setPublished(command.id, publishedAt);
      await markPublished(db, command.id, publishedAt);
    } catch (error) {
      // The message may have been sent: the ack or the timeout decides.
      log.warn({ err: error, command: command.id }, 'a command could not be sent or marked as sent');
    }
  }

  function endOf(request: CommandRequest, id: string, ack: FinalAck) {
    const before = running.get(id);
    if (!before) throw new Error(`command ${id} does not run`);
    const isBusyByUpdate = request.payload.op !== 'reg_read' && isUpdating(request.device.deviceKey);
    const ending = endingOf(request, ack, before, { at: at(), isUpdating: isBusyByUpdate });
    return { ending, command: afterEnding(before, ending) };
  }

  async function finish(request: CommandRequest, id: string, ack: FinalAck): Promise<Ended> {
    const { payload, device } = request;
    const { ending, command } = endOf(request, id, ack);
    const other = await db.transaction().execute(async (tx) => {
      if (!(await markFinished(tx, id, ending))) return listCommands(tx, [id]);
      if (command.op !== 'reg_read')
        await appendAudit(tx, ending.at, { kind: 'command', event: 'ended', command });
      const word = ending.reportedValue;
      if (payload.op === 'reg_write' && typeof word === 'number')
        await recordWord(tx, device.deviceKey, { address: payload.reg, word }, ending.at);
      return undefined;
    });
    if (!other) {
      emitEnd(command);
      return { command, more: ending.more ?? null };
    }
    // The sweep has ended it already and has emitted the event.
    const [row] = other;
    if (!row) throw new Error(`command ${id} is gone`);
    return { command: toCommand(row), more: row.problem_more };
  }

  /** The journal gets the end even if the database is back: it has no row of this command yet. */
  async function finishInJournal(request: CommandRequest, id: string, ack: FinalAck): Promise<Ended> {
    const { ending, command } = endOf(request, id, ack);
    await journal.end({ deviceKey: request.device.deviceKey, command }).catch(logUnwritten(command));
    emitEnd(command);
    return { command, more: ending.more ?? null };
  }

  const logUnwritten = (command: Command) => (err: unknown) =>
    log.error({ err, command }, 'a stop could not be written to the journal and is logged only here');

  /** While the database is away. A stop that cannot be written to the journal is sent as well. */
  async function stopWithJournal(request: CommandRequest): Promise<Command> {
    const refusal = refuseStop(request);
    if (refusal) {
      const { code, ...more } = refusal;
      throw new ProblemError(code, more);
    }
    const command = newStop(request, neighbours.lastData(request.device.deviceId), now());
    await journal.begin({ deviceKey: request.device.deviceKey, command }).catch(logUnwritten(command));
    const ended = await execute(request, command, finishInJournal);
    if (isDatabaseUp()) void replayJournal();
    return answer(ended.command, ended.more);
  }

  const replayJournal = (): Promise<void> =>
    journal
      .replay()
      .catch((err) => log.warn({ err }, 'the journal of stops could not be stored; it is tried again'));

  /** Publishes a stored command and waits for the board's ack or the timeout. */
  async function execute(request: CommandRequest, command: Command, end = finish) {
    const { created_at, expires_at } = command;
    // At most the lifetime of a command, even if the clock is set back meanwhile.
    const waitMs = Math.min(expires_at * 1000 - now(), (expires_at - created_at) * 1000) + GRACE_MS;
    const finalAck = acks.waitFor(command.id, request.device.deviceId, waitMs);
    running.set(command.id, command);
    try {
      emit(command);
      // Not awaited: a broker that hangs does not delay the timeout.
      void publish(request, command);
      const ack = await finalAck;
      return { ...(await end(request, command.id, ack)), ack };
    } finally {
      running.delete(command.id);
    }
  }

  async function run(request: CommandRequest): Promise<{ command: Command; ack?: FinalAck }> {
    const { command, more, isKnown } = await admit(request);
    if (!isKnown && command.status === 'rejected') emit(command);
    if (isKnown || command.status === 'rejected') return { command: answer(command, more) };
    const { ack, ...ended } = await execute(request, command);
    return { command: answer(ended.command, ended.more), ack };
  }

  /** Requests with the same idempotency key are one command, also while it runs. */
  function runOnce(request: CommandRequest): Promise<Command> {
    const name = `${request.user.id}:${request.device.deviceKey}:${request.key}`;
    const hash = requestHash(request);
    const known = keyed.get(name);
    if (known?.hash.equals(hash)) return known.outcome;
    const outcome = run(known ? { ...request, key: undefined, isKeyReused: true } : request).then(
      ({ command }) => command,
    );
    if (known) return outcome;
    keyed.set(name, { hash, outcome });
    const forget = () => keyed.delete(name);
    outcome.then(forget, forget);
    return outcome;
  }

  async function write(request: CommandRequest): Promise<Command> {
    if (isFromCache(request)) throw new ProblemError('UNAVAILABLE');
    // A stop needs no configuration, and on a busy server each query delays it.
    const config = isStop(request.payload) ? undefined : await appliedConfig(request.device.deviceKey);
    const prepared = roundPressure({ ...request, pressure: config && (config.pressure ?? {}) });
    return prepared.key === undefined ? (await run(prepared)).command : runOnce(prepared);
  }

  /** A stop is sent even if the database is away. */
  async function requestHere(request: CommandRequest): Promise<Command> {
    try {
      return await write(request);
    } catch (error) {
      const isAway = isFromCache(request) || isDatabaseAway(error);
      if (!isAway || !isStop(request.payload) || request.denied) throw error;
      return stopWithJournal(request);
    }
  }
  cluster?.calls.handle('command', requestHere);

  /**
   * On the server that the board is connected to. If that cannot be reached, this one stores the refusal; without the
   * database too nothing can be stored.
   */
  async function requestElsewhere(to: string, request: CommandRequest): Promise<Command> {
    const nowS = Math.floor(now() / 1000);
    const waitMs = (expiresAt(request.payload.op, nowS) - nowS) * 1000 + GRACE_MS + FORWARD_MS;
    try {
      if (!cluster) throw new NobodyThereError('no other servers');
      return await cluster.calls.forward<Command>(to, 'command', request, waitMs);
    } catch (error) {
      if (!(error instanceof NobodyThereError)) throw error;
      if (isFromCache(request)) throw new ProblemError('SERVER_UNREACHABLE');
      return write(request);
    }
  }

  async function applyAck(board: Board, ack: Ack): Promise<void> {
    if (!acks.isPending(ack.id, board.deviceId)) return expired.recordLateAck(board, ack);
    const receivedAt = at();
    setPublished(ack.id, receivedAt);
    if (ack.st !== 'accepted') return acks.resolve(ack);
    update(ack.id, () => ({ status: 'accepted', accepted_at: receivedAt.getTime() / 1000 }));
    await markAccepted(db, ack.id, receivedAt);
  }

  return {
    /** Every write to a board. */
    async request(request: CommandRequest): Promise<Command> {
      const to = request.denied ? undefined : serverOf(request.device.deviceId);
      return to === undefined ? requestHere(request) : requestElsewhere(to, request);
    },

    /** A register read: resolves with the board's final ack. */
    read: async (request: CommandRequest) => (await run(request)).ack as Ack,

    /** A register read of the server itself: neither stored nor limited. */
    async readUnlogged(deviceId: string, { address, count }: RegisterRange): Promise<Ack> {
      const nowS = Math.floor(now() / 1000);
      const id = newCommandId(now());
      const finalAck = acks.waitFor(id, deviceId, UNLOGGED_S * 1000 + GRACE_MS);
      const payload = { op: 'reg_read', reg: address, n: count } as const;
      await send('cmd', deviceId, { v: 1, id, ...payload, ts: nowS, exp: nowS + UNLOGGED_S, by: 'server' });
      const ack = await finalAck;
      if (ack?.st === 'done') return ack;
      throw new ProblemError('FAILED', ack?.err && { reason: ack.err });
    },

    /** Throws if a user sends too many denied requests: they would fill the audit log. */
    limitDenied(user: SessionUser): void {
      if (!takeDeniedTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
    },

    replayJournal,

    /** A failed update of the log does not make the board send its ack again. */
    receiveAck: (board: Board, ack: Ack): Promise<void> =>
      applyAck(board, ack).catch((error) =>
        log.warn({ err: error, command: ack.id }, 'an answer could not be noted'),
      ),

    /** `from`: lists use the connections of the caller and leave those of commands free. */
    list: async (from: Db, ids: readonly string[]) => (await listCommands(from, ids)).map(toCommand),
    listOpen: (deviceId: string): readonly Command[] => [
      ...[...running.values()].filter(({ device_id, op }) => device_id === deviceId && op !== 'reg_read'),
      ...[...elsewhere.values()].filter(
        ({ device_id, expires_at }) => device_id === deviceId && expires_at * 1000 > now(),
      ),
    ],

    /** A restart sends nothing again: open commands end as timeouts. Other servers end theirs. */
    async start() {
      const others = cluster?.living().filter((id) => id !== serverId) ?? [];
      await expired.close({ notOf: others });
      await replayJournal();
      sweeper = setInterval(async () => {
        for (const { id, expires_at } of elsewhere.values())
          if (expires_at * 1000 + SWEEP_MS < now()) elsewhere.delete(id);
        await expired.sweep();
        await replayJournal();
      }, SWEEP_MS).unref();
    },
    stop() {
      clearInterval(sweeper);
      acks.endAll();
    },
  };
}
export type Commands = ReturnType<typeof createCommands>;

/** Removes what the wire cannot carry of a set point. A value that the gate refuses stays as requested, for the log. */
function roundPressure(request: CommandRequest): CommandRequest {
  const { payload, pressure } = request;
  if (payload.op !== 'write' || !pressure || refusePressureValue(payload.val, pressure)) return request;
  return { ...request, payload: { ...payload, val: exactOnWire(payload.val, pressureMode(pressure)) } };
}

const toWire = ({ id, created_at, expires_at }: Command, payload: CommandPayload, userId: number): Cmd => ({
  v: 1,
  id,
  ...payload,
  ts: Math.floor(created_at),
  exp: Math.floor(expires_at),
  by: `u:${userId}`,
});
