import { can } from '@manoboard/domain/access/policy';
import { AlertRules } from '../../areas/alerts/alert-rules/alert-rules.tsx';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  view: string | undefined;
  onView: (view: string) => void;
}

/** Alert rules of a device, with links to the graphs. */
export function RulesTool({ device, roles, view, onView }: Props) {
  return (
    <>
      <UnsavedGuard />
      <AlertRules
        device={device}
        view={view}
        onView={onView}
        canConfigure={can('set_alert_rules', roles, device.relation)}
        canEscalate={can('set_escalation', roles, device.relation)}
      />
    </>
  );
}
