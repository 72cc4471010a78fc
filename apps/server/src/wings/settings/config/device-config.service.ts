import type { BoardPump } from '@manoboard/contract/device/board-pump';
import {
  type BoardTag,
  type DeviceConfig,
  type PressureConfig,
  sensorMaxBar,
} from '@manoboard/contract/device/device-config';
import type { ConfigState, NewConfig } from '@manoboard/contract/device/device-config-state';
import { MAX_JSON_BYTES } from '@manoboard/contract/mqtt/decode-message';
import { actingRole } from '@manoboard/domain/access/policy';
import { pressureMode } from '@manoboard/domain/commands/write-value';
import { configChanges } from '@manoboard/domain/device-config/changes';
import { configSum } from '@manoboard/domain/device-config/sum';
import {
  configInForce,
  configStateOf,
  MAX_VERSION,
  nextVersion,
} from '@manoboard/domain/device-config/version';
import { isDoubtful, type WirePressure } from '@manoboard/domain/pump/pressure-doubt';
import { type Actor, appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import { batchCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Board, Link } from '../../../link/link.ts';
import type { KnownTag } from '../lock-out/lock-out.repo.ts';
import { createConfigReports } from './config-reports.ts';
import { type Desired, presentState, type Report, toReported } from './config-state.ts';
import {
  findDesired,
  findReport,
  insertDesired,
  listDesired,
  listInForce,
  listUnanswered,
  listVersions,
  markSent,
} from './device-config.repo.ts';

interface Needs extends Pick<Core, 'db' | 'bus' | 'outbox' | 'log' | 'now'> {
  /** Connections for messages of boards. */
  boards: Db;
  send: Link['send'];
  /** R5.10: the tag that a board keeps. */
  findTag: (deviceKey: DeviceKey) => Promise<KnownTag>;
  /** R5.10: throws while the device has a lock-out tag. */
  refuseLockedOut: (tx: Db, deviceKey: DeviceKey, user: SessionUser) => Promise<void>;
}

type FrameSeconds = Pick<DeviceConfig, 'tele_s' | 'tele_idle_s'>;

const toWire = (ver: number, cfg: DeviceConfig) => ({ v: 1, ver, cfg }) as const;

/** Checked with the longest version number and the longest tag. */
const LONGEST_TAG: BoardTag = { until: 253_402_300_799, by: `u:${2 ** 31}` };
const isTooLarge = (config: DeviceConfig) =>
  Buffer.byteLength(JSON.stringify({ ...toWire(MAX_VERSION, config), tag: LONGEST_TAG })) > MAX_JSON_BYTES;

/** The pump of a configuration belongs to the pump card; forms do not send it. */
function withPump({ pump: _, ...config }: DeviceConfig, pump: BoardPump = {}): DeviceConfig {
  return Object.keys(pump).length === 0 ? config : { ...config, pump };
}

/** The base of the next change: the last desired configuration, or the applied one if the board rejected that. */
const baseOf = (desired: Desired | undefined, report: Report | undefined): DeviceConfig =>
  (desired?.answer === 'rejected' ? report?.appliedConfig : desired?.config) ?? {};

/** Stores the next version, with its row in the timeline. */
function createStore({ outbox, now }: Pick<Needs, 'outbox' | 'now'>) {
  return async function store(
    tx: Db,
    { deviceKey, deviceId }: Board,
    known: Desired | undefined,
    configOf: (base: DeviceConfig) => DeviceConfig,
    by: Actor | null,
  ): Promise<void> {
    const report = await findReport(tx, deviceKey);
    const version = nextVersion(known?.version ?? 0, report?.version);
    const base = baseOf(known, report);
    const config = configOf(base);
    if (isTooLarge(config)) throw new ProblemError('CONFIG_TOO_LARGE');
    const createdAt = new Date(now());
    await outbox.publish(tx, ['config', { deviceId }]);
    const changeId = await appendAudit(tx, createdAt, {
      deviceKey,
      kind: 'config',
      action: 'changed',
      by,
      fields: configChanges(base, config),
      status: 'pending',
    });
    await insertDesired(tx, { deviceKey, version, config, userId: by?.userId ?? null, createdAt, changeId });
  };
}

const isSameScale = (one: PressureConfig, other: PressureConfig) =>
  pressureMode(one) === pressureMode(other) && sensorMaxBar(one) === sensorMaxBar(other);

/** R4.11: users request a configuration; it is applied when the board reports it. */
export function createDeviceConfig(needs: Needs) {
  const { db, boards, bus, outbox, log, now, send, findTag, refuseLockedOut } = needs;
  const findNewestDesired = batchCalls((deviceKeys: readonly DeviceKey[]) => listDesired(boards, deviceKeys));

  const store = createStore({ outbox, now });

  const locked = <T>(deviceKey: DeviceKey, act: (tx: Db) => Promise<T>): Promise<T> =>
    outbox.transaction(db, async (tx) => {
      await lockDevice(tx, deviceKey);
      return act(tx);
    });

  async function stateOf(device: Pick<AllowedDevice, 'deviceKey' | 'visibleFromS'>): Promise<ConfigState> {
    const { deviceKey, visibleFromS } = device;
    const [desired, report] = await Promise.all([findDesired(db, deviceKey), findReport(db, deviceKey)]);
    return presentState(desired, report, visibleFromS);
  }

  /** Publishes the newest desired configuration and the tag. A failed publish is repeated at the next birth. */
  async function publishDesired({
    deviceKey,
    deviceId,
  }: Pick<Board, 'deviceKey' | 'deviceId'>): Promise<void> {
    try {
      const [desired, { tag, isKept }] = await Promise.all([
        findNewestDesired(deviceKey),
        findTag(deviceKey),
      ]);
      if (!desired && !isKept) return;
      if (desired?.answer === null) await markSent(boards, deviceKey, desired.version, new Date(now()));
      const { version, config } = desired ?? { version: 0, config: {} };
      await send('cfg/desired', deviceId, { ...toWire(version, config), ...(isKept && { tag }) });
    } catch (err) {
      log.warn({ err, board: deviceId }, 'a configuration could not be sent');
    }
  }

  async function applied(deviceKey: DeviceKey, of: Db = db): Promise<DeviceConfig | undefined> {
    const report = await findReport(of, deviceKey);
    return configInForce(report?.version ?? null, report?.appliedConfig ?? null);
  }

  /** Emits what boards have applied. A board whose report is emitted meanwhile is left out: the list may be older. */
  async function emitAll(): Promise<void> {
    const reported = new Set<string>();
    reads.add(reported);
    const list = await listInForce(db).finally(() => reads.delete(reported));
    for (const { deviceId, version, config } of list)
      if (!reported.has(deviceId))
        bus.deliver('configInForce', { deviceId, config: configInForce(version, config) });
  }
  /** Boards whose reports are emitted during each read of all of them. */
  const reads = new Set<Set<string>>();
  bus.subscribe('configInForce', ({ deviceId }) => {
    for (const reported of reads) reported.add(deviceId);
  });
  let emitting: Promise<void> = Promise.resolve();
  /** One after the other: what an earlier read emits is no newer report to a later one. */
  function emitInForce(): Promise<void> {
    emitting = emitting.catch(() => {}).then(emitAll);
    return emitting;
  }

  return {
    stateOf,
    publishDesired,

    /**
     * Puts the entered values of the pump card into the desired configuration, in the caller's transaction, which holds
     * the device lock. True: publish it after the commit. A configuration of another server is not replaced.
     */
    async requestPump(tx: Db, deviceKey: DeviceKey, pump: BoardPump, userId: number): Promise<boolean> {
      const known = await findDesired(tx, deviceKey);
      const report = await findReport(tx, deviceKey);
      const newest = known?.version ?? 0;
      const state = configStateOf(newest, report ? toReported(report) : null, report?.appliedVersion ?? null);
      const base = baseOf(known, report);
      const config = withPump(base, pump);
      if (state === 'foreign' || configSum(config) === configSum(base)) return false;
      if (isTooLarge(config)) throw new ProblemError('CONFIG_TOO_LARGE');
      const version = nextVersion(newest, report?.version);
      const createdAt = new Date(now());
      await insertDesired(tx, { deviceKey, version, config, userId, createdAt, changeId: null });
      return true;
    },

    /** The lock serialises concurrent requests; the second one has seen an old version and is refused. */
    async request(
      user: SessionUser,
      board: AllowedDevice,
      { version, config: wished }: NewConfig,
    ): Promise<ConfigState> {
      const { deviceKey, deviceId, relation } = board;
      await locked(deviceKey, async (tx) => {
        await refuseLockedOut(tx, deviceKey, user);
        const known = await findDesired(tx, deviceKey);
        if ((known?.version ?? 0) !== version) throw new ProblemError('CONFIG_VERSION_STALE');
        const by = { userId: user.id, role: actingRole('configure', user.roles, relation) };
        await store(tx, { deviceKey, deviceId }, known, ({ pump }) => withPump(wished, pump), by);
      });
      await publishDesired(board);
      return stateOf(board);
    },

    /** Replaces these frame intervals by others, if they are the desired ones; the caller has checked the lock-out tag. */
    async changeFrames(board: Board, from: FrameSeconds, to: FrameSeconds, by: Actor | null): Promise<void> {
      const isChanged = await locked(board.deviceKey, async (tx) => {
        const known = await findDesired(tx, board.deviceKey);
        const { tele_s, tele_idle_s, ...others } = known?.config ?? {};
        if (tele_s !== from.tele_s || tele_idle_s !== from.tele_idle_s) return false;
        await store(tx, board, known, () => ({ ...others, ...to }), by);
        return true;
      });
      if (isChanged) await publishDesired(board);
    },

    receiveReport: createConfigReports({ boards, outbox, now, applied, publishDesired }),

    applied,

    /** Whether each board has not answered its newest configuration. */
    async arePending(of: Db, deviceKeys: readonly DeviceKey[]): Promise<boolean[]> {
      const stored = await listVersions(of, deviceKeys);
      return stored.map((row) => {
        if (!row) return false;
        const { version, reportedVersion: ver, status: st, appliedVersion } = row;
        const report = ver === null || st === null ? null : { ver, st };
        return configStateOf(version, report, appliedVersion) === 'pending';
      });
    },

    /**
     * Whether this is what numbers of pressures mean to the board, under the device lock: its configuration may have
     * changed since, or one with another mode or sensor may be on its way.
     */
    async isPressureInForce(
      tx: Db,
      deviceKey: DeviceKey,
      pressure: PressureConfig,
      reported: WirePressure | null,
      wanted: number | null,
    ): Promise<boolean> {
      const inForce = await applied(deviceKey, tx);
      if (!inForce || !isSameScale(inForce.pressure ?? {}, pressure)) return false;
      const unanswered = await listUnanswered(tx, deviceKey);
      return unanswered.every(
        (other) => isSameScale(other.pressure, pressure) || !isDoubtful(other, reported, wanted),
      );
    },

    start: emitInForce,
    /** What boards have applied at other servers is unknown. */
    receiveMissed: () =>
      emitInForce().catch((err) => log.warn({ err }, 'configurations in force could not be read')),
  };
}
export type DeviceConfigs = ReturnType<typeof createDeviceConfig>;
