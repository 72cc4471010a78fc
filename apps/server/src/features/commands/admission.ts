import { createHash, randomBytes } from 'node:crypto';
import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { Command, CommandValue } from '@manoboard/contract/nouns/command';
import type { LockOut } from '@manoboard/contract/nouns/lock-out';
import { actsAs } from '@manoboard/domain/access/policy';
import { expiresAt } from '@manoboard/domain/commands/command-life';
import { targetOf } from '@manoboard/domain/commands/command-values';
import type { FaultResetFacts } from '@manoboard/domain/commands/fault-reset';
import { START_WINDOW_S } from '@manoboard/domain/commands/start-rate';
import { actionOf } from '@manoboard/domain/commands/write-gate';
import { pressureMode, type Refusal } from '@manoboard/domain/commands/write-value';
import type { Db } from '../../db/db.ts';
import { lockDevice } from '../../db/locks.ts';
import type { SessionUser } from '../../http/session.ts';
import { toCommand } from './command-row.ts';
import { findByKey, findLastDone, findOpen, getName, insertCommand, listSent } from './commands.repo.ts';
import { readFaultResetFacts } from './fault-reset.ts';
import type { Order, Target } from './order.ts';

/** What only the log of commands knows, at the moment of the decision. */
export interface Facts {
  nowS: number;
  fcType: string | null;
  startsS: readonly number[];
  /** What stands where the wish writes to, by a report or by a command that was done since. */
  current: CommandValue;
  /** Another command for the same is on its way. */
  isChanging: boolean;
  /** The lock-out tag that holds now. */
  lockOut: LockOut | null;
  /** What a command has made of the guard since the last frame. */
  guard: CommandValue | undefined;
  faultReset: Omit<FaultResetFacts, 'perHour'>;
}

export interface Ask {
  user: SessionUser;
  board: Target;
  order: Order;
  key?: string | undefined;
  /** The policy has said no: it is for the log only. */
  refused?: ProblemCode | undefined;
  /** Asked when the board has answered: a board that updates itself is busy. */
  isUpdating?: (() => boolean) | undefined;
  gate?: ((facts: Facts) => Refusal | undefined) | undefined;
}

export interface Admission {
  command: Command;
  more?: Partial<Problem> | null;
  /** The same was asked before, with the same key. */
  isKnown?: true;
}

type LockedBoard = Awaited<ReturnType<typeof lockDevice>>;

interface Neighbours {
  db: Db;
  now: () => number;
  appendAudit: (db: Db, at: Date, entries: readonly object[]) => Promise<void>;
  findLockOut: (tx: Db, deviceKey: number) => Promise<LockOut | null>;
}

/** Sorts by time, cannot be guessed, fits the board's memory of IDs. */
export const newCommandId = (nowMs: number) =>
  `${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`.toUpperCase();

/** The same words give the same hash. */
export const requestHash = ({ wish, what, value, expect }: Order) =>
  createHash('sha256')
    .update(JSON.stringify([wish, what, value, expect ?? null]))
    .digest();

/**
 * Decides over a wish and stores it, allowed or refused, in one transaction that has the board to itself: two
 * people at once are one after the other here.
 */
export function createAdmission({ db, now, appendAudit, findLockOut }: Neighbours) {
  /** What a command that was done after this time has made of the target. */
  async function madeSince(tx: Db, { deviceId }: Target, target: string, atS: number | null) {
    const made = await findLastDone(tx, deviceId, target, new Date((atS ?? 0) * 1000), new Date(now()));
    return made && (made.reported_value ?? made.value);
  }

  async function factsOf(tx: Db, { board, order }: Ask, device: LockedBoard): Promise<Facts> {
    const target = targetOf(order.wish);
    const since = new Date(now() - START_WINDOW_S * 1000);
    const { value, atS } = order.old ?? { value: null, atS: null };
    // In this order: what ends in between is seen as done.
    const isChanging = (await findOpen(tx, board.deviceId, target)) !== undefined;
    // A register may have been changed at the keypad: only the board can tell what stood there.
    const made = order.wish.op === 'reg_write' ? undefined : await madeSince(tx, board, target, atS);
    return {
      nowS: Math.floor(now() / 1000),
      fcType: device.fcType,
      startsS: await listSent(tx, board.deviceId, { op: 'start_stop', value: true }, since),
      current: made === undefined ? value : made,
      isChanging,
      lockOut: await findLockOut(tx, board.deviceId),
      guard: order.guard && (await madeSince(tx, board, order.guard.target, order.guard.atS)),
      faultReset: {
        ...(await readFaultResetFacts(tx, board.deviceId, device.capabilities, now())),
        isDoneSince: (await madeSince(tx, board, 'fault_reset', atS)) !== undefined,
      },
    };
  }

  function newRow({ user, board, order, key }: Ask, current: CommandValue, refusal: Refusal | undefined) {
    const { wish, what, value, pressure } = order;
    const at = new Date(now());
    const { code, ...more } = refusal ?? {};
    return {
      id: newCommandId(now()),
      device_id: board.deviceId,
      user_id: user.id,
      role: actsAs(actionOf(wish.op), user.roles, board.relation ?? 'none'),
      op: wish.op,
      what,
      target: targetOf(wish),
      register: wish.op === 'reg_write' ? wish.reg : null,
      normalizer: pressure ? pressureMode(pressure) : null,
      value,
      old_value: current,
      reported_value: null,
      status: refusal ? ('rejected' as const) : ('created' as const),
      error: null,
      problem: code ?? null,
      problem_more: refusal ? more : null,
      idempotency_key: key ?? null,
      request_hash: key === undefined ? null : requestHash(order),
      created_at: at,
      expires_at: new Date(expiresAt(wish.op, Math.floor(now() / 1000)) * 1000),
      published_at: null,
      accepted_at: null,
      finished_at: refusal ? at : null,
    };
  }

  async function store(tx: Db, ask: Ask, current: CommandValue, refusal: Refusal | undefined) {
    const row = newRow(ask, current, refusal);
    await insertCommand(tx, {
      ...row,
      value: JSON.stringify(row.value),
      old_value: JSON.stringify(row.old_value),
      problem_more: row.problem_more && JSON.stringify(row.problem_more),
    });
    const { name, surname } = await getName(tx, ask.user.id);
    const command = toCommand({ ...row, id_dev: ask.board.idDev, name, surname });
    if (ask.order.wish.op !== 'reg_read')
      await appendAudit(tx, row.created_at, [{ event: refusal ? 'refused' : 'asked', command }]);
    return { command, more: row.problem_more };
  }

  return (ask: Ask): Promise<Admission> =>
    db.transaction().execute(async (tx) => {
      // Who may not ask keeps nobody waiting who may.
      if (ask.refused) return store(tx, ask, ask.order.old?.value ?? null, { code: ask.refused });
      const device = await lockDevice(tx, ask.board.deviceId);
      const known = ask.key ? await findByKey(tx, ask.user.id, ask.board.deviceId, ask.key) : undefined;
      if (known?.request_hash?.equals(requestHash(ask.order)))
        return { command: toCommand(known), more: known.problem_more, isKnown: true };
      const facts = await factsOf(tx, ask, device);
      if (known)
        return store(tx, { ...ask, key: undefined }, facts.current, { code: 'IDEMPOTENCY_KEY_REUSED' });
      return store(tx, ask, facts.current, ask.gate?.(facts));
    });
}
