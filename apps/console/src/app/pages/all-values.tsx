import type { ReactNode } from 'react';
import { AnalogInputs } from '../../areas/pump/analog-inputs/analog-inputs.tsx';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { DeviceValues } from '../../areas/pump/overview/device-values.tsx';
import { ResetMeter } from '../../areas/pump/stats/reset-meter.tsx';
import { StatCards } from '../../areas/pump/stats/stat-cards.tsx';

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  /** Below the analog inputs. */
  below: ReactNode;
}

/** R4.6: 'Change pressure' leads to the only place where the pressure is changed. */
function changePressure() {
  const field = document.querySelector<HTMLElement>('main [role=spinbutton]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** R4.6, R4.7, R4.8: values, meters and analog inputs. */
export function AllValues({ device, roles, below }: Props) {
  const { id, converter } = device;
  return (
    <div className="grid items-start gap-gutter lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <DeviceValues
        deviceId={id}
        converter={converter}
        resetOf={(meter, name) => <ResetMeter deviceId={id} meter={meter} name={name} />}
        onChangePressure={changePressure}
      />
      <div className="grid gap-gutter">
        <StatCards deviceId={id} fcId={device.isFcIdUnique ? device.fcId : null} roles={roles} />
        <AnalogInputs deviceId={id} below={below} />
      </div>
    </div>
  );
}
