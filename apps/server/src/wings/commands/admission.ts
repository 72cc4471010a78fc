import { createHash, randomBytes } from 'node:crypto';
import type { Command, CommandValue } from '@manoboard/contract/command/command';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { FcRefusal, LastData } from '@manoboard/contract/device/device';
import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import { actingRole } from '@manoboard/domain/access/policy';
import { expiresAt } from '@manoboard/domain/commands/command-expiry';
import {
  type CommandPayload,
  currentValueOf,
  guardFieldOf,
  reportedFieldOf,
  targetOf,
} from '@manoboard/domain/commands/command-values';
import type { FaultResetFacts } from '@manoboard/domain/commands/fault-reset';
import { START_WINDOW_S, type StartLimits } from '@manoboard/domain/commands/start-rate';
import { actionOf, isStop, refuseWrite } from '@manoboard/domain/commands/write-gate';
import { pressureMode, type Refusal } from '@manoboard/domain/commands/write-value';
import { addressLabel, type FcProfile } from '@manoboard/domain/fc/profile';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDevice } from '../../db/locks.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Server } from '../../server.ts';
import type { ConvertersWing } from '../converters/index.ts';
import {
  findByKey,
  findLastDone,
  findOpen,
  insertCommand,
  listSent,
  toCommand,
  type WantedTarget,
} from './commands.repo.ts';
import { readFaultResetFacts } from './fault-reset.ts';

/** What a user requests. Admission turns it into a `Command`, the stored row. */
export interface CommandRequest {
  user: SessionUser;
  device: AllowedDevice;
  payload: CommandPayload;
  /** Name and value in the log of commands. */
  what: string;
  value: CommandValue;
  /** Name of the integration login or the API token that sends the request for the user. */
  via?: string | undefined;
  /** The current value as the user saw it. */
  expect?: number | undefined;
  /** Idempotency key of the click. */
  key?: string | undefined;
  /** The key belongs to another request that is still running: this one is stored as refused. */
  isKeyReused?: true;
  /** The policy denied the request: it is logged and never sent. */
  denied?: ProblemCode | undefined;
  /** Pressure configuration that the board has applied; missing if it is unknown. */
  pressure?: PressureConfig | undefined;
}

export interface Admission {
  command: Command;
  more?: Partial<Problem> | null;
  /** A repeated request: the command of the first one, with the same key. */
  isKnown?: true;
}

/** The facts of the gate that come from the database, read under the device lock. */
interface StoredFacts {
  profile: FcProfile | undefined;
  fcRefusal: FcRefusal | null;
  startsS: readonly number[];
  /** The value before the write: the reported one, or that of a command that was done since. */
  current: CommandValue;
  isChanging: boolean;
  lockOut: LockOut | null;
  guard: CommandValue | undefined;
  faultReset: Omit<FaultResetFacts, 'perHour'>;
}

/** For a stop: nothing of this refuses it, and a stop works without the database. */
const noStoredFacts = (current: CommandValue): StoredFacts => ({
  profile: undefined,
  fcRefusal: null,
  startsS: [],
  current,
  isChanging: false,
  lockOut: null,
  guard: undefined,
  faultReset: { isSupported: null, raised: [], resetsS: [], isDoneSince: false },
});

/** The last frame, and what it reports about the value that the command writes. */
interface Reported {
  last: LastData;
  value: CommandValue;
  atS: number | null;
}

type LockedDevice = Awaited<ReturnType<typeof lockDevice>>;

export interface AdmissionNeighbours extends Pick<Server, 'db' | 'now' | 'serverId'> {
  /** By its row: another server holds the connection of the board, and it could not be asked. */
  isElsewhere: ((tx: Db, deviceKey: DeviceKey) => Promise<boolean>) | undefined;
  findLockOut: (tx: Db, deviceKey: DeviceKey, userId: number) => Promise<LockOut | null>;
  profileOf: ConvertersWing['profileOf'];
  isOnline: (deviceId: string) => boolean;
  isUpdating: (deviceKey: DeviceKey) => boolean;
  lastData: (deviceId: string) => LastData;
  startLimits: StartLimits;
  faultResetsPerHour: number;
}

const timeOf = (atS: number | null) => new Date((atS ?? 0) * 1000);

/** Sorts by time, cannot be guessed, fits the board's memory of IDs. */
export const newCommandId = (nowMs: number) =>
  `${nowMs.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`.toUpperCase();

/** Equal requests have equal hashes. */
export const requestHash = ({ payload, what, value, expect }: CommandRequest) =>
  createHash('sha256')
    .update(JSON.stringify([payload, what, value, expect ?? null]))
    .digest();

/**
 * Decides about a request and stores it as a command, allowed or refused, in one transaction under the device lock:
 * concurrent requests for one device are decided one after the other.
 */
/** A register has the label of its type of converter. */
const nameOf = ({ payload, what }: CommandRequest, profile: FcProfile | undefined) =>
  payload.op === 'reg_write' && profile ? addressLabel(profile, payload.reg) : what;

export function createAdmission(neighbours: AdmissionNeighbours) {
  const { db, now, serverId, isElsewhere, findLockOut, profileOf, isOnline, isUpdating, lastData } =
    neighbours;
  const { startLimits: limits, faultResetsPerHour: perHour } = neighbours;
  const nowS = () => Math.floor(now() / 1000);

  function readReported({ device, payload }: CommandRequest): Reported {
    const last = lastData(device.deviceId);
    const field = reportedFieldOf(payload);
    return { last, value: currentValueOf(payload, last.data), atS: field ? fieldTime(last, field) : null };
  }

  /** The values that commands gave to targets after these times. */
  const doneSince = (tx: Db, deviceKey: DeviceKey, wanted: readonly [WantedTarget, ...WantedTarget[]]) =>
    findLastDone(tx, deviceKey, wanted, new Date(now()));

  async function readFacts(
    tx: Db,
    { user, device: { deviceKey }, payload }: CommandRequest,
    { last, value, atS }: Reported,
    { fcType, fcProfile, fcRefusal, capabilities }: LockedDevice,
  ): Promise<StoredFacts> {
    const target = targetOf(payload);
    const since = new Date(now() - START_WINDOW_S * 1000);
    const guardField = guardFieldOf(payload);
    // Before `doneSince`: a command that ends between the two queries counts as done.
    const isChanging = !isStop(payload) && (await findOpen(tx, deviceKey, target)) !== undefined;
    const done = await doneSince(tx, deviceKey, [
      { target, after: timeOf(atS) },
      ...(guardField
        ? [{ target: guardField.target, after: timeOf(fieldTime(last, guardField.field)) }]
        : []),
      ...(isStop(payload) ? [] : [{ target: 'fault_reset', after: timeOf(atS) }]),
    ]);
    // The keypad may change a register as well: only the board knows its value.
    const isKnown = payload.op !== 'reg_write' && done.has(target);
    const current = isKnown ? (done.get(target) ?? null) : value;
    const guard = guardField && done.get(guardField.target);
    // Six queries fewer: on a busy server each of them delays a stop.
    if (isStop(payload)) return { ...noStoredFacts(current), fcRefusal, guard };
    return {
      profile: await profileOf(tx, { fcType, fcProfile }),
      fcRefusal,
      startsS: await listSent(tx, deviceKey, { op: 'start_stop', value: true }, since),
      current,
      isChanging,
      lockOut: await findLockOut(tx, deviceKey, user.id),
      guard,
      faultReset: {
        ...(await readFaultResetFacts(tx, deviceKey, capabilities, now())),
        isDoneSince: done.has('fault_reset'),
      },
    };
  }

  /** Register reads change nothing: their service checks them. */
  function refuseCommand(
    request: CommandRequest,
    { last }: Reported,
    facts: StoredFacts,
  ): Refusal | undefined {
    const { user, device, payload, pressure, expect } = request;
    if (payload.op === 'reg_read') return undefined;
    const { current, faultReset, ...stored } = facts;
    return refuseWrite(payload, {
      ...stored,
      nowS: nowS(),
      faultReset: { ...faultReset, perHour },
      roles: user.roles,
      relation: device.relation,
      isOnline: isOnline(device.deviceId),
      isUpdating: isUpdating(device.deviceKey),
      last,
      pressure,
      limits,
      expect,
      current: typeof current === 'number' ? current : null,
    });
  }

  function newRow(
    request: CommandRequest,
    current: CommandValue,
    refusal: Refusal | undefined,
    profile: FcProfile | undefined,
  ) {
    const { user, device, payload, value, pressure, key, via } = request;
    const at = new Date(now());
    const { code, ...more } = refusal ?? {};
    return {
      id: newCommandId(now()),
      device_id: device.deviceKey,
      user_id: user.id,
      role: actingRole(actionOf(payload.op), user.roles, device.relation),
      via: via ?? null,
      op: payload.op,
      what: nameOf(request, profile),
      target: targetOf(payload),
      register: payload.op === 'reg_write' ? payload.reg : null,
      normalizer: payload.op === 'write' && pressure ? pressureMode(pressure) : null,
      value,
      old_value: current,
      reported_value: null,
      status: refusal ? ('rejected' as const) : ('created' as const),
      error: null,
      problem: code ?? null,
      problem_more: refusal ? more : null,
      idempotency_key: key ?? null,
      request_hash: key === undefined ? null : requestHash(request),
      created_at: at,
      expires_at: new Date(expiresAt(payload.op, nowS()) * 1000),
      published_at: null,
      accepted_at: null,
      finished_at: refusal ? at : null,
      server_id: serverId,
    };
  }

  async function store(
    tx: Db,
    request: CommandRequest,
    current: CommandValue,
    refusal: Refusal | undefined,
    profile: FcProfile | undefined,
  ): Promise<Admission> {
    const row = newRow(request, current, refusal, profile);
    const { name, surname } = await insertCommand(tx, {
      ...row,
      value: JSON.stringify(row.value),
      old_value: JSON.stringify(row.old_value),
      problem_more: row.problem_more && JSON.stringify(row.problem_more),
    });
    const command = toCommand({ ...row, id_dev: request.device.deviceId, name, surname });
    if (command.op !== 'reg_read')
      await appendAudit(tx, row.created_at, {
        kind: 'command',
        event: refusal ? 'refused' : 'asked',
        command,
      });
    return { command, more: row.problem_more };
  }

  return {
    admit(request: CommandRequest): Promise<Admission> {
      const { user, device, key, denied, isKeyReused } = request;
      const reported = readReported(request);
      return db.transaction().execute(async (tx) => {
        // Denied requests skip the device lock.
        if (denied) return store(tx, request, reported.value, { code: denied }, undefined);
        const locked = await lockDevice(tx, device.deviceKey);
        const known = key ? await findByKey(tx, user.id, device.deviceKey, key) : undefined;
        if (known?.request_hash?.equals(requestHash(request)))
          return { command: toCommand(known), more: known.problem_more, isKnown: true };
        const facts = await readFacts(tx, request, reported, locked);
        if (known || isKeyReused)
          return store(
            tx,
            { ...request, key: undefined },
            facts.current,
            { code: 'IDEMPOTENCY_KEY_REUSED' },
            facts.profile,
          );
        // What is sent here would go to an old line of the board.
        const refusal: Refusal | undefined = (await isElsewhere?.(tx, device.deviceKey))
          ? { code: 'SERVER_UNREACHABLE' }
          : refuseCommand(request, reported, facts);
        return store(tx, request, facts.current, refusal, facts.profile);
      });
    },

    /** While the database is away: the same gate, with what is in memory. */
    refuseStop(request: CommandRequest): Refusal | undefined {
      const reported = readReported(request);
      return refuseCommand(request, reported, noStoredFacts(reported.value));
    },
  };
}
