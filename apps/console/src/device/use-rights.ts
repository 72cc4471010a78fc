import type { Device } from '@manoboard/contract/device/device';
import { can, heldRelation, type Relation } from '@manoboard/domain/access/policy';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { devicesQuery } from './queries.ts';

/** R4.18: the relation of the user to a device of their list; absent from it, as staff see it, is `none`. */
export const relationTo = (device: Device | undefined): Relation =>
  device ? heldRelation(device.access, device.level) : 'none';

/** What a page of a device offers to this user. The server checks every call again. */
const rightsOf = (roles: readonly string[], relation: Relation) => ({
  relation,
  /** Start, stop, and the end of retries. */
  canSwitch: can('switch', roles, relation),
  /** The required pressure, the lock and the control mode, meters, reset of a fault, restart. */
  canSetPressure: can('operate', roles, relation),
  canTag: can('lock_out', roles, relation),
  canConfigure: can('configure', roles, relation),
  canShare: can('delegate', roles, relation),
  canPlanVisit: can('plan_visit', roles, relation),
  canAnswerVisit: can('answer_visit', roles, relation),
});
export type Rights = ReturnType<typeof rightsOf>;

/** R4.18, on protected pages only. */
export function useRights(deviceId: string): Rights {
  const roles = useRouteContext({ from: '/admin', select: ({ person }) => person.roles });
  const { data } = useQuery({
    ...devicesQuery,
    staleTime: Number.POSITIVE_INFINITY,
    select: (devices) => relationTo(devices.find(({ id_dev }) => id_dev === deviceId)),
  });
  return rightsOf(roles, data ?? 'none');
}
