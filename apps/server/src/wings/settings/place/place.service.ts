import type { DevicePlace, NewPlace, Place } from '@manoboard/contract/device/place';
import { actingRole, can } from '@manoboard/domain/access/policy';
import { NO_PLACE, placeAfterTransfer, placeChanges } from '@manoboard/domain/pump/place';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { getPlace, listHolders, updatePlace } from './place.repo.ts';

const filled = ({ name, address, lat, lon, key_at }: NewPlace): Place => ({
  name: name || null,
  address: address || null,
  lat,
  lon,
  key_at: key_at || null,
});
const isEmpty = (place: Place) => placeChanges(NO_PLACE, place).length === 0;

/** R4.17: where a pump is. Only people use it: the board does not know it. */
export function createPlaces({ db, outbox, now }: Pick<Core, 'db' | 'outbox' | 'now'>) {
  async function read(user: SessionUser, { deviceKey, relation }: AllowedDevice): Promise<DevicePlace> {
    const { place, ownerAddress } = await getPlace(db, deviceKey);
    const canSet = can('set_place', user.roles, relation);
    // A delegate does not learn where the owner lives.
    const seesOwner = relation === 'owner' || can('set_place', user.roles, 'none');
    return { place, proposed_address: canSet && seesOwner ? ownerAddress : null, can_set: canSet };
  }

  return {
    read,

    /** R5.7b: logged with old and new values. The last of two concurrent changes wins. */
    async change(user: SessionUser, device: AllowedDevice, entered: NewPlace): Promise<DevicePlace> {
      const { deviceKey, deviceId, relation } = device;
      const next = filled(entered);
      await outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        const fields = placeChanges((await getPlace(tx, deviceKey)).place, next);
        if (fields.length === 0) return;
        await updatePlace(tx, deviceKey, isEmpty(next) ? null : next);
        await outbox.publish(
          tx,
          ['config', { deviceId }],
          ['devicesChanged', await listHolders(tx, deviceKey)],
        );
        await appendAudit(tx, new Date(now()), {
          deviceKey,
          kind: 'config',
          action: 'changed',
          by: { userId: user.id, role: actingRole('set_place', user.roles, relation) },
          fields,
        });
      });
      return read(user, device);
    },

    /**
     * R4.3c: in the transaction that ends a tenure, under the device lock. A transferred pump stays where it is, without
     * the former owner's words; one that was given up may be put up anywhere.
     */
    async endTenure(tx: Db, deviceKey: DeviceKey, { isTransfer }: { isTransfer: boolean }): Promise<void> {
      const { place } = await getPlace(tx, deviceKey);
      if (place) await updatePlace(tx, deviceKey, isTransfer ? placeAfterTransfer(place) : null);
    },
  };
}
export type Places = ReturnType<typeof createPlaces>;
