import { can } from '@manoboard/domain/access/policy';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { PumpStateText } from '../../areas/pump/pump-control/pump-state-text.tsx';
import { ConfigForm } from '../../areas/service/config/config-form.tsx';
import { ZoneCard } from '../../areas/service/config/zone-card.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  userId: number;
}

/** The settings of a device in one script file: each further file adds bytes to the first load. */
export function ConfigTool({ device, roles, userId }: Props) {
  return (
    <>
      <UnsavedGuard />
      <ConfigForm
        deviceId={device.id}
        name={device.name}
        userId={userId}
        canConfigure={can('configure', roles, device.relation)}
        pump={<PumpStateText deviceId={device.id} />}
      />
      <ZoneCard device={device} canSet={can('set_zone', roles, device.relation)} />
    </>
  );
}
