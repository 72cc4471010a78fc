import type { WallPump } from '@manoboard/contract/device/wall.calls';
import type { Core } from '../../../core.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { Alerts } from '../life/alerts.service.ts';
import { listAgreedVisits } from '../visit/visit.repo.ts';
import type { Work } from './work.service.ts';

interface Needs extends Pick<Core, 'db'> {
  alerts: Pick<Alerts, 'listAssignees'>;
  work: Pick<Work, 'listAssignees'>;
}

type Coming = NonNullable<WallPump['coming']>;

/** A screen that everybody passes says no more of a person. */
const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? '';

/** R9.1: the person who comes to each of these pumps: the assignee of its alert, else the technician of its agreed visit. */
export const createComing =
  ({ db, alerts, work }: Needs) =>
  async (
    devices: readonly { deviceKey: DeviceKey; deviceId: string }[],
  ): Promise<ReadonlyMap<DeviceKey, Coming>> => {
    const keys = devices.map(({ deviceKey }) => deviceKey);
    const [takers, workTakers, visits] = await Promise.all([
      alerts.listAssignees(keys),
      work.listAssignees(devices.map(({ deviceId }) => deviceId)),
      listAgreedVisits(db, keys),
    ]);
    return new Map(
      devices.flatMap(({ deviceKey, deviceId }) => {
        const visit = visits.get(deviceKey);
        const taker = takers.get(deviceKey) ?? workTakers.get(deviceId);
        if (taker) return [[deviceKey, { name: firstName(taker.name) }] as const];
        return visit ? [[deviceKey, { ...visit, name: firstName(visit.name) }] as const] : [];
      }),
    );
  };
