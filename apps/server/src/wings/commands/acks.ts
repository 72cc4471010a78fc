import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { RegisterRange } from '@manoboard/domain/fc/register-ranges';
import type { Core } from '../../core.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { Board, Link } from '../../link/link.ts';
import { newCommandId } from './command-row.ts';
import { markAccepted } from './commands.repo.ts';
import type { createExpiredCommands } from './expired-commands.ts';
import type { OpenCommands } from './open-commands.ts';
import type { FinalAck } from './outcome.ts';

/** Extra waiting time for an ack that the board sent just before the expiry. */
export const GRACE_MS = 1000;
/** Lifetime of a background read. */
const UNLOGGED_S = 10;

/** Commands that wait for the ack of their board. */
export function createPendingAcks() {
  const pending = new Map<string, { deviceId: string; end: (ack: FinalAck) => void }>();
  return {
    waitFor(commandId: string, deviceId: string, timeoutMs: number): Promise<FinalAck> {
      return new Promise((resolve) => {
        const end = (ack: FinalAck) => {
          clearTimeout(timer);
          pending.delete(commandId);
          resolve(ack);
        };
        const timer = setTimeout(end, timeoutMs, undefined);
        pending.set(commandId, { deviceId, end });
      });
    },
    isPending: (commandId: string, deviceId: string) => pending.get(commandId)?.deviceId === deviceId,
    resolve: (ack: Ack) => pending.get(ack.id)?.end(ack),
    /** The command has ended elsewhere. */
    end: (commandId: string) => pending.get(commandId)?.end(undefined),
    endAll() {
      for (const { end } of [...pending.values()]) end(undefined);
    },
  };
}
export type PendingAcks = ReturnType<typeof createPendingAcks>;

interface Parts {
  acks: PendingAcks;
  open: OpenCommands;
  expired: ReturnType<typeof createExpiredCommands>;
}

/** Acks of boards. A failed update of the log does not make the board send its ack again. */
export function createAckReceiver({ db, log, now }: Pick<Core, 'db' | 'log' | 'now'>, parts: Parts) {
  const { acks, open, expired } = parts;

  async function apply(board: Board, ack: Ack): Promise<void> {
    if (!acks.isPending(ack.id, board.deviceId)) return expired.recordLateAck(board, ack);
    const receivedAt = new Date(now());
    open.setPublished(ack.id, receivedAt);
    if (ack.st !== 'accepted') return acks.resolve(ack);
    open.update(ack.id, () => ({ status: 'accepted', accepted_at: receivedAt.getTime() / 1000 }));
    await markAccepted(db, ack.id, receivedAt);
  }

  return (board: Board, ack: Ack): Promise<void> =>
    apply(board, ack).catch((error) =>
      log.warn({ err: error, command: ack.id }, 'an answer could not be noted'),
    );
}

interface ReadNeeds {
  now: () => number;
  send: Link['send'];
}

/** A register read of the server itself: neither stored nor limited. */
export const createUnloggedRead =
  ({ now, send }: ReadNeeds, acks: PendingAcks) =>
  async (deviceId: string, { address, count }: RegisterRange): Promise<Ack> => {
    const nowMs = now();
    const nowS = Math.floor(nowMs / 1000);
    const id = newCommandId(nowMs);
    const finalAck = acks.waitFor(id, deviceId, UNLOGGED_S * 1000 + GRACE_MS);
    const payload = { op: 'reg_read', reg: address, n: count } as const;
    await send('cmd', deviceId, { v: 1, id, ...payload, ts: nowS, exp: nowS + UNLOGGED_S, by: 'server' });
    const ack = await finalAck;
    if (ack?.st === 'done') return ack;
    throw new ProblemError('FAILED', ack?.err && { reason: ack.err });
  };
