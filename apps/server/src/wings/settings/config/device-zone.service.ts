import type { DeviceZone } from '@manoboard/contract/device/device-zone';
import { actingRole } from '@manoboard/domain/access/policy';
import { DEFAULT_ZONE } from '@manoboard/domain/time-zone';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { findZone, updateZone } from './device-config.repo.ts';

/** The time zone of the place of a device. Only the server uses it: the board does not know it. */
export function createDeviceZones({ db, outbox, now }: Pick<Core, 'db' | 'outbox' | 'now'>) {
  const zoneIn = async (of: Db, deviceKey: DeviceKey) => (await findZone(of, deviceKey)) ?? DEFAULT_ZONE;
  return {
    zoneIn,
    read: async ({ deviceKey }: AllowedDevice): Promise<DeviceZone> => ({
      zone: await zoneIn(db, deviceKey),
    }),

    /** R5.7b: logged with old and new value. */
    async change(user: SessionUser, device: AllowedDevice, { zone }: DeviceZone): Promise<DeviceZone> {
      const { deviceKey, deviceId, relation } = device;
      await outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        const old = await zoneIn(tx, deviceKey);
        if (old === zone) return;
        await updateZone(tx, deviceKey, zone);
        await outbox.publish(tx, ['config', { deviceId }]);
        await appendAudit(tx, new Date(now()), {
          deviceKey,
          kind: 'config',
          action: 'changed',
          by: { userId: user.id, role: actingRole('set_zone', user.roles, relation) },
          fields: [{ field: 'zone', old, new: zone }],
        });
      });
      return { zone };
    },
  };
}
export type DeviceZones = ReturnType<typeof createDeviceZones>;
