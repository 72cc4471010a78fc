import type { Command, CommandValue } from '@manoboard/contract/command/command';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { FcRefusal, LastData } from '@manoboard/contract/device/device';
import type { PressureConfig } from '@manoboard/contract/device/device-config';
import type { Problem } from '@manoboard/contract/http/problem';
import {
  currentValueOf,
  guardFieldOf,
  reportedFieldOf,
  targetOf,
} from '@manoboard/domain/commands/command-values';
import type { FaultResetFacts } from '@manoboard/domain/commands/fault-reset';
import { START_WINDOW_S, type StartLimits } from '@manoboard/domain/commands/start-rate';
import { isStop, refuseWrite } from '@manoboard/domain/commands/write-gate';
import type { Refusal } from '@manoboard/domain/commands/write-value';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import type { WirePressure } from '@manoboard/domain/pump/pressure-doubt';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDevice } from '../../db/locks.ts';
import type { ConvertersWing } from '../converters/index.ts';
import { type CommandRequest, requestHash } from './command-request.ts';
import { type Decision, newRow } from './command-row.ts';
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

export interface AdmissionNeeds extends Pick<Core, 'db' | 'now' | 'serverId'> {
  /** By its row: another server holds the connection of the board, and it could not be asked. */
  isElsewhere: ((tx: Db, deviceKey: DeviceKey) => Promise<boolean>) | undefined;
  /** Whether numbers of pressures have this meaning to the board now. */
  isPressureInForce: (
    tx: Db,
    deviceKey: DeviceKey,
    pressure: PressureConfig,
    reported: WirePressure | null,
    /** `null` for a register, whose number means the same in each mode. */
    wanted: number | null,
  ) => Promise<boolean>;
  findLockOut: (tx: Db, deviceKey: DeviceKey, userId: number) => Promise<LockOut | null>;
  profileOf: ConvertersWing['profileOf'];
  isOnline: (deviceId: string) => boolean;
  isUpdating: (deviceKey: DeviceKey) => boolean;
  lastData: (deviceId: string) => LastData;
  startLimits: StartLimits;
  faultResetsPerHour: number;
}

const timeOf = (atS: number | null) => new Date((atS ?? 0) * 1000);

/** Reads what the gate needs from the database. */
function createFactReader({ now, findLockOut, profileOf }: AdmissionNeeds) {
  /** The values that commands gave to targets after these times. */
  const doneSince = (tx: Db, deviceKey: DeviceKey, wanted: readonly [WantedTarget, ...WantedTarget[]]) =>
    findLastDone(tx, deviceKey, wanted, new Date(now()));

  return async function readFacts(
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
  };
}

/**
 * Decides about a request and stores it as a command, allowed or refused, in one transaction under the device lock:
 * concurrent requests for one device are decided one after the other.
 */
export function createAdmission(needs: AdmissionNeeds) {
  const { db, now, isElsewhere, isOnline, isUpdating, isPressureInForce, lastData } = needs;
  const { startLimits: limits, faultResetsPerHour: perHour } = needs;
  const readFacts = createFactReader(needs);

  function readReported({ device, payload }: CommandRequest): Reported {
    const last = lastData(device.deviceId);
    const field = reportedFieldOf(payload);
    return { last, value: currentValueOf(payload, last.data), atS: field ? fieldTime(last, field) : null };
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
      nowS: Math.floor(now() / 1000),
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

  async function store(tx: Db, request: CommandRequest, decision: Decision): Promise<Admission> {
    const row = newRow(request, decision, needs);
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
        event: decision.refusal ? 'refused' : 'asked',
        command,
      });
    return { command, more: row.problem_more };
  }

  /** A pressure is unknown if its number may mean another one to the board. */
  async function withPressureInForce(tx: Db, request: CommandRequest): Promise<CommandRequest> {
    const { payload, device, pressure } = request;
    const isForPressure = payload.op === 'write' || payload.op === 'reg_write';
    if (!isForPressure || !pressure) return request;
    const last = lastData(device.deviceId);
    const atS = fieldTime(last, 'required_pressure');
    const { required_pressure: wire } = last.data;
    const reported = typeof wire === 'number' && atS !== null ? { wire, atMs: 1000 * atS } : null;
    const wanted = payload.op === 'write' ? payload.val : null;
    const isInForce = await isPressureInForce(tx, device.deviceKey, pressure, reported, wanted);
    return isInForce ? request : { ...request, pressure: undefined };
  }

  return {
    admit(asked: CommandRequest): Promise<Admission> {
      const { user, device, key, denied, isKeyReused } = asked;
      const reported = readReported(asked);
      return db.transaction().execute(async (tx) => {
        // Denied requests skip the device lock.
        if (denied) return store(tx, asked, { current: reported.value, refusal: { code: denied } });
        const locked = await lockDevice(tx, device.deviceKey);
        const known = key ? await findByKey(tx, user.id, device.deviceKey, key) : undefined;
        if (known?.request_hash?.equals(requestHash(asked)))
          return { command: toCommand(known), more: known.problem_more, isKnown: true };
        const request = await withPressureInForce(tx, asked);
        const facts = await readFacts(tx, request, reported, locked);
        const { current, profile } = facts;
        if (known || isKeyReused) {
          const refusal = { code: 'IDEMPOTENCY_KEY_REUSED' } as const;
          return store(tx, { ...request, key: undefined }, { current, refusal, profile });
        }
        // What is sent here would go to an old line of the board.
        const refusal: Refusal | undefined = (await isElsewhere?.(tx, device.deviceKey))
          ? { code: 'SERVER_UNREACHABLE' }
          : refuseCommand(request, reported, facts);
        return store(tx, request, { current, refusal, profile });
      });
    },

    /** While the database is away: the same gate, with what is in memory. */
    refuseStop(request: CommandRequest): Refusal | undefined {
      const reported = readReported(request);
      return refuseCommand(request, reported, noStoredFacts(reported.value));
    },
  };
}
