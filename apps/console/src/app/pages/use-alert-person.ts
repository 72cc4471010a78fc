import { can } from '@manoboard/domain/access/policy';
import type { AlertRights } from '../../areas/alerts/one/alert-rights.ts';
import { useDevices } from '../../areas/pump/devices/use-devices.ts';
import { usePerson } from '../use-person.ts';

/** The user of a page of alerts, and what they may do with an alert of a device; null: of the installation. */
export function useAlertPerson() {
  const { user, roles } = usePerson();
  const { find } = useDevices();
  return {
    user: { id: user.id, name: `${user.name} ${user.surname}` },
    rightsOf(deviceId: string | null): AlertRights {
      const relation = (deviceId !== null && find(deviceId)?.relation) || 'none';
      return {
        canTake: can('take_alert', roles, relation),
        canResolve: can('resolve_alert', roles, relation),
        canPlan: can('plan_visit', roles, relation),
      };
    },
  };
}
