import type { Command } from '@manoboard/contract/command/command';
import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import { isStop } from '@manoboard/domain/commands/write-gate';
import { pressureMode, refusePressureValue } from '@manoboard/domain/commands/write-value';
import { exactOnWire } from '@manoboard/domain/pump/pressure-codec';
import { NobodyThereError } from '../../bus/peer-bus.ts';
import { type Db, isDatabaseAway } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { createAckReceiver, createPendingAcks, createUnloggedRead, GRACE_MS } from './acks.ts';
import { type AdmissionNeeds, createAdmission } from './admission.ts';
import type { CommandRequest } from './command-request.ts';
import { listCommands, toCommand } from './commands.repo.ts';
import { createExecution, type ExecutionNeeds } from './execution.ts';
import { createExpiredCommands, SWEEP_MS } from './expired-commands.ts';
import { createKeyedRequests } from './keyed-requests.ts';
import { createOpenCommands, type OpenNeeds } from './open-commands.ts';
import { answer, type FinalAck } from './outcome.ts';

interface Needs extends AdmissionNeeds, ExecutionNeeds, OpenNeeds {
  /** The configuration that the board has applied, if this server knows it. */
  appliedConfig: (deviceKey: DeviceKey) => Promise<DeviceConfig | undefined>;
  /** R5.11: an older board ends its planned starts by a stop. */
  canEndRetries: (deviceKey: DeviceKey) => Promise<boolean>;
  /** The other server that the board is connected to. */
  serverOf: (deviceId: string) => string | undefined;
  /** Limits how many denied requests of one user are logged. */
  takeDeniedTry: (userId: string) => boolean;
}

/** Time beyond the lifetime of a command for the answer of another server. */
const FORWARD_MS = 3000;

const isFromCache = ({ user, device }: CommandRequest) => (user.isFromCache || device.isFromCache) ?? false;

/** Every command to a board: admitted and stored, published, acknowledged, ended once. */
export function createCommands(needs: Needs) {
  const { db, log, now, send, serverId, appliedConfig, canEndRetries, takeDeniedTry, cluster, serverOf } =
    needs;
  const acks = createPendingAcks();
  const { admit, refuseStop } = createAdmission(needs);
  const open = createOpenCommands(needs, acks.end);
  const { execute, stopWithJournal, replayJournal } = createExecution(needs, { acks, open, refuseStop });
  const expired = createExpiredCommands({
    db,
    log,
    now,
    listRunning: open.listIds,
    listOthers: () => cluster?.living().filter((id) => id !== serverId) ?? [],
    onEnded: open.emitEnd,
  });
  const runOnce = createKeyedRequests(run);
  let sweeper: NodeJS.Timeout | undefined;

  async function run(request: CommandRequest): Promise<{ command: Command; ack?: FinalAck }> {
    const { command, more, isKnown } = await admit(request);
    if (!isKnown && command.status === 'rejected') open.emit(command);
    if (isKnown || command.status === 'rejected') return { command: answer(command, more) };
    const { ack, ...ended } = await execute(request, command);
    return { command: answer(ended.command, ended.more), ack };
  }

  async function withKnownOp(request: CommandRequest): Promise<CommandRequest> {
    const isKnown = request.payload.op !== 'end_retries' || (await canEndRetries(request.device.deviceKey));
    return isKnown ? request : { ...request, payload: { op: 'start_stop', val: false }, value: false };
  }

  async function write(request: CommandRequest): Promise<Command> {
    if (isFromCache(request)) throw new ProblemError('UNAVAILABLE');
    // A stop needs no configuration, and on a busy server each query delays it.
    const config = isStop(request.payload) ? undefined : await appliedConfig(request.device.deviceKey);
    const known = await withKnownOp(request);
    const prepared = roundPressure({ ...known, pressure: config && (config.pressure ?? {}) });
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

  return {
    /** Every write to a board. */
    async request(request: CommandRequest): Promise<Command> {
      const to = request.denied ? undefined : serverOf(request.device.deviceId);
      return to === undefined ? requestHere(request) : requestElsewhere(to, request);
    },

    /** A register read: resolves with the board's final ack. */
    read: async (request: CommandRequest) => (await run(request)).ack as Ack,

    readUnlogged: createUnloggedRead({ now, send }, acks),

    /** Throws if a user sends too many denied requests: they would fill the audit log. */
    limitDenied(user: SessionUser): void {
      if (!takeDeniedTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
    },

    replayJournal,

    receiveAck: createAckReceiver({ db, log, now }, { acks, open, expired }),

    /** `from`: lists use the connections of the caller and leave those of commands free. */
    list: async (from: Db, ids: readonly string[]) => (await listCommands(from, ids)).map(toCommand),
    listOpen: open.list,

    /** A restart sends nothing again: open commands end as timeouts. Other servers end theirs. */
    async start() {
      // The journal may have the end of an open command.
      await replayJournal();
      await expired.close();
      sweeper = setInterval(async () => {
        open.forgetExpired();
        await replayJournal();
        await expired.sweep();
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
