import { createHash, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FcDevice } from '@manoboard/contract/device/device';
import type { DeviceAction } from '@manoboard/contract/device/device-access';
import { MAX_WALL_PUMPS, type WallPump } from '@manoboard/contract/device/wall.calls';
import type { Info } from '@manoboard/contract/mqtt/topics';
import { DeviceId } from '@manoboard/contract/text';
import { can, refuseAccess } from '@manoboard/domain/access/policy';
import { tenureView } from '@manoboard/domain/access/tenure';
import { pumpReason } from '@manoboard/domain/pump/attention';
import { cardChanges } from '@manoboard/domain/pump/pump-card';
import { pumpLook } from '@manoboard/domain/pump/pump-look';
import { type WaterContext, waterState } from '@manoboard/domain/pump/water-state';
import * as z from 'zod/mini';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import { batchCalls } from '../../db/batch-calls.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockConverters, lockDevice } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice, Named } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import type { ActivityWing } from '../activity/index.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { CommandsWing } from '../commands/index.ts';
import { ownProfileOf } from '../converters/shipped-profiles.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import {
  type BoardInfo,
  type DeviceAccess,
  findDevice,
  findDeviceOfAlert,
  getReported,
  isInstallationAlert,
  listBoards,
  listConverters,
  listDeviceIds,
  listDevices,
  listIdsOf,
  listKnownIds,
  listNaming,
  listPlaces,
  updateInfo,
  updateKnownInfo,
} from './devices.repo.ts';

/** Board secrets are long and random, so a plain hash protects them; it is fast when a thousand boards reconnect at once. */
export const hashSecret = (secret: string | Uint8Array) => createHash('sha256').update(secret).digest();

/** The right of staff to an alert of the whole installation. */
const NO_DEVICE: AllowedDevice = {
  deviceKey: 0 as DeviceKey,
  deviceId: '',
  relation: 'none',
  expiresAtS: null,
  visibleFromS: null,
};

const NOT_FOUND = { device: 'DEVICE_NOT_FOUND', alert: 'ALERT_NOT_FOUND' } as const;

interface Needs {
  telemetry: TelemetryWing;
  settings: SettingsWing;
  alerts: AlertsWing;
  activity: ActivityWing;
  commands: CommandsWing;
  /** Makes a new secret the only one; false if it is not valid any more. */
  useNewSecret: (deviceKey: DeviceKey, deviceId: string, hash: Buffer) => Promise<boolean>;
}

/** R7.2: the three roles see every device, others their own. */
const seesAll = (user: SessionUser) => can('see', user.roles, 'none');

/** The devices of a user, with what a list shows of each. */
function createDeviceLists(
  { db, now, presence }: Core,
  { telemetry, settings, alerts, activity, commands }: Needs,
) {
  const { isOnline, isConnecting, listOnline } = presence;
  const at = () => new Date(now());

  /** R5.10: a list shows which devices have a tag. */
  async function listTags(user: SessionUser, deviceIds: readonly string[] | null) {
    const tags = await settings.lockOuts.list(deviceIds, user.id);
    return new Map(tags.map(({ device_id, lock_out }) => [device_id, lock_out]));
  }

  /** The state of each pump, the reason of a stop, and the alert that lasts. */
  async function listStates(user: SessionUser) {
    const nowS = now() / 1000;
    const isAll = seesAll(user);
    const found = await listConverters(db, isAll ? null : user.id, at(), user.token?.watchKeys);
    const rows = found.map((row) => {
      const last = telemetry.lastData(row.owner_dev_id);
      const id = row.owner_dev_id;
      const pump = isConnecting(id) ? 'unknown' : pumpLook(last, isOnline(id), nowS);
      return { ...row, pump, last };
    });
    const stopped = rows.filter(({ pump }) => pump === 'stopped').map(({ deviceKey }) => deviceKey);
    const [stops, switchOffs, urgent, tags] = await Promise.all([
      activity.listStops(stopped),
      commands.listSwitchOffs(stopped, { isOfTenure: !isAll }),
      // The IDs of ten thousand devices cost more than the query.
      alerts.listUrgent(isAll ? null : rows.map(({ deviceKey }) => deviceKey)),
      listTags(user, isAll ? null : rows.map(({ owner_dev_id }) => owner_dev_id)),
    ]);
    return rows.map(({ deviceKey, last, fc_refusal, fc_configured, facts, ...row }) => {
      const reason = pumpReason(row.pump, last, stops.get(deviceKey), nowS);
      const alert = urgent.get(deviceKey);
      const switchedOff = switchOffs.get(deviceKey);
      const stoppedBy = reason?.kind === 'protection' ? reason.code : null;
      const tag = tags.get(row.owner_dev_id);
      const look = isConnecting(row.owner_dev_id) ? 'connecting' : row.pump;
      const device = {
        ...row,
        ...(facts && { facts }),
        ...(alert && { alert: alert.title, alert_severity: alert.severity, alert_since: alert.since }),
        ...(switchedOff && { switched_off: switchedOff }),
        ...(tag && { lock_out: tag }),
        ...(fc_refusal && { refused: { reason: fc_refusal, configured: fc_configured ?? '' } }),
        fault: reason?.kind === 'fault' ? reason.code : null,
        stopped_by: stoppedBy,
        water: waterState({ last, look, nowS, stoppedBy, switchedOff, tag, alert }),
      };
      return { deviceKey, device, last };
    });
  }

  const listFc = async (user: SessionUser): Promise<FcDevice[]> =>
    (await listStates(user)).map(({ device }) => device);

  /** R9.1: why each of these pumps is stopped, with the facts of the lists. */
  async function listStops(
    stopped: readonly { deviceKey: DeviceKey; deviceId: string }[],
  ): Promise<ReadonlyMap<number, WaterContext>> {
    if (stopped.length === 0) return new Map();
    const keys = stopped.map(({ deviceKey }) => deviceKey);
    const [stops, switchOffs, urgent, tags] = await Promise.all([
      activity.listStops(keys),
      commands.listSwitchOffs(keys, { isOfTenure: true }),
      alerts.listUrgent(keys),
      settings.lockOuts.list(
        stopped.map(({ deviceId }) => deviceId),
        null,
      ),
    ]);
    const tagOf = new Map(tags.map(({ device_id, lock_out }) => [device_id, lock_out]));
    return new Map(
      stopped.map(({ deviceKey, deviceId }) => [
        deviceKey,
        {
          stoppedBy: stops.get(deviceKey),
          switchedOff: switchOffs.get(deviceKey),
          tag: tagOf.get(deviceId),
          alert: urgent.get(deviceKey),
        },
      ]),
    );
  }

  /** R9.1: the pumps of a wall token, each at its place. */
  async function listWall(user: SessionUser): Promise<WallPump[]> {
    const states = await listStates(user);
    const order = user.token?.watchKeys;
    const placed = order
      ? order.flatMap((key) => states.find(({ deviceKey }) => deviceKey === key) ?? [])
      : states.slice(0, MAX_WALL_PUMPS);
    const keys = placed.map(({ deviceKey }) => deviceKey);
    const [places, coming] = await Promise.all([
      listPlaces(db, keys),
      alerts.listComing(
        placed.map(({ deviceKey, device }) => ({ deviceKey, deviceId: device.owner_dev_id })),
      ),
    ]);
    return placed.map(({ deviceKey, device: { owner_dev_id, alias, water }, last }) => {
      const who = coming.get(deviceKey);
      return {
        device_id: owner_dev_id,
        alias,
        water,
        pressure_bar: water.kind === 'unknown' ? null : (last.data.pressure ?? null),
        place: places.get(deviceKey) ?? null,
        ...(who && { coming: who }),
      };
    });
  }

  async function list(user: SessionUser) {
    const rows = await listDevices(db, user.id, at());
    const tags = await listTags(
      user,
      rows.map(({ id_dev }) => id_dev),
    );
    return rows.map((row) => {
      const lock_out = tags.get(row.id_dev);
      return lock_out ? { ...row, lock_out } : row;
    });
  }

  return {
    list,
    listFc,
    listStops,
    listWall,
    listOnline: async (user: SessionUser) =>
      seesAll(user) ? listOnline() : (await listDeviceIds(db, user.id, at())).filter(isOnline),
  };
}

/** What boards report of themselves. */
function createBoardReports({ now, outbox, databases }: Core, { alerts, useNewSecret }: Needs) {
  const { boards } = databases;
  const at = () => new Date(now());
  const findBoard = batchCalls((deviceIds: readonly string[]) => listBoards(boards, deviceIds));
  const storeKnownInfo = batchCalls(async (infos: readonly BoardInfo[]) => {
    const stored = await updateKnownInfo(boards, infos);
    return infos.map(({ deviceKey }) => stored.has(deviceKey));
  });

  return {
    async authenticateBoard(deviceId: string, secret: Uint8Array) {
      if (!z.safeParse(DeviceId, deviceId).success) return undefined;
      const board = await findBoard(deviceId);
      if (!board || board.blockedAt) return undefined;
      const { deviceKey, secretHash, newSecretHash, ownerId } = board;
      const hash = hashSecret(secret);
      const isNew = newSecretHash !== null && timingSafeEqual(newSecretHash, hash);
      const isKnown = isNew
        ? await useNewSecret(deviceKey, deviceId, hash)
        : timingSafeEqual(secretHash, hash);
      return isKnown ? { deviceKey, deviceId, ownerId: ownerId ?? undefined } : undefined;
    },

    async recordInfo(board: Board, info: Info): Promise<void> {
      const { deviceKey } = board;
      // Most births report the stored converter and pump: only a change needs the lock.
      if (await storeKnownInfo({ deviceKey, info })) return;
      await outbox.transaction(boards, async (tx) => {
        await lockDevice(tx, deviceKey);
        const { fcId: before, fcType, fcProfile, pump } = await getReported(tx, deviceKey);
        const fcIds = [...(before === null || before === info.fc.id ? [] : [before]), info.fc.id];
        await lockConverters(tx, fcIds);
        await updateInfo(tx, { deviceKey, info }, at());
        const isOtherProfile = fcType !== info.fc.fc_type || fcProfile !== ownProfileOf(info.fc);
        const isOtherPump = !isDeepStrictEqual(pump, info.pump ?? null);
        if (isOtherProfile || isOtherPump) await outbox.publish(tx, ['config', { deviceId: board.deviceId }]);
        // The first birth of a board changes nothing.
        if (isOtherPump && before !== null)
          await appendAudit(tx, at(), {
            deviceKey,
            kind: 'config',
            action: 'changed',
            by: null,
            reason: 'board',
            fields: cardChanges(pump ?? {}, info.pump ?? {}),
          });
        const groups = await Promise.all(fcIds.map((fcId) => listNaming(tx, fcId)));
        await alerts.updateFcConflicts(tx, board, groups);
      });
    },
  };
}

export function createDevices(core: Core, needs: Needs) {
  const { now } = core;
  const { access } = core.databases;
  const at = () => new Date(now());

  /** R4.3c: a user without access and without a role would see entries from now on. */
  const withTenure = (user: SessionUser, { tenureStartS, ...device }: DeviceAccess): AllowedDevice => ({
    ...device,
    visibleFromS: seesAll(user) ? null : (tenureStartS ?? now() / 1000),
  });

  async function find(user: SessionUser, id: string): Promise<AllowedDevice | undefined> {
    const device = await findDevice(access, user.id, id, at());
    return device && withTenure(user, device);
  }

  async function findByAlert(user: SessionUser, alertId: number): Promise<AllowedDevice | undefined> {
    const found = await findDeviceOfAlert(access, user.id, alertId, at());
    if (!found) return seesAll(user) && (await isInstallationAlert(access, alertId)) ? NO_DEVICE : undefined;
    const { startedAtS, endedAtS, ...held } = found;
    const device = withTenure(user, held);
    return tenureView({ startedAtS, endedAtS }, device.visibleFromS) === 'hidden' ? undefined : device;
  }

  return {
    ...createDeviceLists(core, needs),
    ...createBoardReports(core, needs),

    /** Either ID, or an alert of the device, if the policy lets the user do this to it. */
    async allow(user: SessionUser, { by, id }: Named, action: DeviceAction): Promise<AllowedDevice> {
      const device = await (by === 'device' ? find(user, id) : findByAlert(user, Number(id)));
      const no = device ? refuseAccess(action, user.roles, device.relation) : 'DEVICE_NOT_FOUND';
      if (device && !no) return device;
      throw new ProblemError(no === 'FORBIDDEN' ? no : NOT_FOUND[by]);
    },

    /** Either ID; the caller checks the rights. */
    find,

    /** The pumps of a wall token, which holds the rights to them, or the first ones of the user. */
    async listWatched(user: SessionUser): Promise<AllowedDevice[]> {
      const keys = user.token?.watchKeys;
      const ids = keys ? await listIdsOf(access, keys) : await listDeviceIds(access, user.id, at());
      const found = await Promise.all(ids.slice(0, MAX_WALL_PUMPS).map((id) => find(user, id)));
      return found.flatMap((device) => {
        if (!device) return [];
        // Only staff watch a device that they do not hold.
        return device.relation === 'none' ? { ...device, visibleFromS: null } : device;
      });
    },

    /** Own and delegated ones, and those of `others` that the user may see. */
    async visibleIds(user: SessionUser, others: readonly string[]): Promise<string[]> {
      if (user.token?.watchKeys) return listIdsOf(access, user.token.watchKeys);
      const own = await listDeviceIds(access, user.id, at());
      if (others.length === 0 || !seesAll(user)) return own;
      return [...new Set([...own, ...(await listKnownIds(access, others))])];
    },
  };
}
export type Devices = ReturnType<typeof createDevices>;
