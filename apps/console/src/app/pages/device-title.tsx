import type { ReactNode } from 'react';
import { DeviceChooser } from '../../areas/pump/device-chooser/device-chooser.tsx';
import type { DeviceList, KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { deviceChoice } from '../../device/device-choice.ts';
import { usePerson } from '../use-person.ts';

interface Props {
  device: KnownDevice;
  list: DeviceList;
  heading: (content: ReactNode) => ReactNode;
  onChoose: (deviceId: string) => void;
}

/** R4.15: the device's name in the page head; with several devices it opens the device chooser. */
export function DeviceTitle({ device, list, heading, onChoose }: Props) {
  const { user } = usePerson();
  if (list.choosable.length < 2) return heading(device.name);
  return (
    <DeviceChooser
      name={device.name}
      heading={heading}
      devices={list.choosable}
      chosenId={device.id}
      recentIds={deviceChoice.recent(user.id)}
      onChoose={onChoose}
    />
  );
}
