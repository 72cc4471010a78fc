import type { WaterState } from '@manoboard/contract/device/water';
import type { NewWaterSystem, WaterSystem } from '@manoboard/contract/device/water-system';
import { actingRole, can } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { DevicesWing } from '../../devices/index.ts';
import {
  deleteSystem,
  insertSystem,
  listPumps,
  listSystemsOf,
  type SystemPump,
  setPumps,
  updateSystem,
} from './water-systems.repo.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  devices: DevicesWing['devices'];
  /** Of devices with a converter, by ID. */
  watersOf: (deviceIds: readonly string[]) => Promise<ReadonlyMap<string, WaterState>>;
}

/** R9.1: pumps that feed one house, tank or garden. Whoever may say so of each of them changes a system. */
export function createWaterSystems({ db, now, devices, watersOf }: Needs) {
  const mayJoin = (user: SessionUser, device: AllowedDevice | undefined) =>
    device !== undefined && can('join_systems', user.roles, device.relation);

  async function getJoining(user: SessionUser, deviceId: string): Promise<AllowedDevice> {
    const device = await devices.find(user, deviceId);
    if (!device || !can('see', user.roles, device.relation)) throw new ProblemError('DEVICE_NOT_FOUND');
    if (!mayJoin(user, device)) throw new ProblemError('WATER_SYSTEM_DENIED');
    return device;
  }

  /** A pump that nobody owns any more keeps nobody from changing the system. */
  async function canChange(user: SessionUser, pumps: readonly SystemPump[]): Promise<boolean> {
    const owned = pumps.filter(({ hasOwner }) => hasOwner);
    const rights = await Promise.all(
      owned.map(async ({ id_dev }) => mayJoin(user, await devices.find(user, id_dev))),
    );
    return rights.every((right) => right);
  }

  /** With the pumps that the user may see; nothing if there is none. */
  async function present(user: SessionUser, pumps: readonly SystemPump[]): Promise<WaterSystem | null> {
    const seen = await Promise.all(
      pumps.map(async (pump) => {
        const device = await devices.find(user, pump.id_dev);
        return device && can('see', user.roles, device.relation) ? [pump] : [];
      }),
    );
    const visible = seen.flat();
    const [first] = visible;
    if (!first) return null;
    const waters = await watersOf(visible.map(({ id_dev }) => id_dev));
    const { id, name, kind } = first;
    return {
      id,
      name,
      kind,
      pumps: visible.map(({ id_dev, alias }) => {
        const water = waters.get(id_dev);
        return { id_dev, alias, ...(water && { water }) };
      }),
      can_change: await canChange(user, pumps),
    };
  }

  async function read(user: SessionUser, id: number): Promise<WaterSystem> {
    const system = await present(user, await listPumps(db, id));
    if (!system) throw new ProblemError('WATER_SYSTEM_NOT_FOUND');
    return system;
  }

  async function requireChange(user: SessionUser, id: number): Promise<readonly SystemPump[]> {
    const { can_change } = await read(user, id);
    if (!can_change) throw new ProblemError('WATER_SYSTEM_DENIED');
    return listPumps(db, id);
  }

  const record = (
    tx: Db,
    user: SessionUser,
    action: 'added' | 'changed' | 'removed',
    { id: systemId, name, ids }: { id: number; name: string; ids: readonly string[] },
  ) =>
    appendAudit(tx, new Date(now()), {
      kind: 'water_system',
      action,
      systemId,
      name,
      devices: ids,
      by: { userId: user.id, role: actingRole('join_systems', user.roles, 'none') },
    });

  /** `id` undefined: a new one. */
  async function store(
    user: SessionUser,
    id: number | undefined,
    body: NewWaterSystem,
  ): Promise<WaterSystem> {
    const allowed: AllowedDevice[] = [];
    for (const deviceId of new Set(body.device_ids)) allowed.push(await getJoining(user, deviceId));
    const stored = await db.transaction().execute(async (tx) => {
      const systemId = id ?? (await insertSystem(tx, body));
      if (id !== undefined && !(await updateSystem(tx, id, body)))
        throw new ProblemError('WATER_SYSTEM_NOT_FOUND');
      const keys = allowed.map(({ deviceKey }) => deviceKey);
      await setPumps(tx, systemId, keys, new Date(now()));
      const ids = allowed.map(({ deviceId }) => deviceId);
      await record(tx, user, id === undefined ? 'added' : 'changed', { id: systemId, name: body.name, ids });
      return systemId;
    });
    return read(user, stored);
  }

  return {
    async list(user: SessionUser): Promise<WaterSystem[]> {
      const rows = await listSystemsOf(db, await devices.visibleIds(user, []));
      const bySystem = Map.groupBy(rows, ({ id }) => id);
      const systems = await Promise.all([...bySystem.values()].map((pumps) => present(user, pumps)));
      return systems.filter((system) => system !== null);
    },

    read,

    async of(user: SessionUser, { deviceId }: AllowedDevice): Promise<WaterSystem | null> {
      return present(user, await listSystemsOf(db, [deviceId]));
    },

    add: (user: SessionUser, body: NewWaterSystem) => store(user, undefined, body),

    async change(user: SessionUser, id: number, body: NewWaterSystem): Promise<WaterSystem> {
      await requireChange(user, id);
      return store(user, id, body);
    },

    async remove(user: SessionUser, id: number): Promise<void> {
      const [first, ...others] = await requireChange(user, id);
      if (!first) return;
      await db.transaction().execute(async (tx) => {
        await deleteSystem(tx, id);
        const ids = [first, ...others].map(({ id_dev }) => id_dev);
        await record(tx, user, 'removed', { id, name: first.name, ids });
      });
    },
  };
}
export type WaterSystems = ReturnType<typeof createWaterSystems>;
