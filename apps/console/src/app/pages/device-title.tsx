import type { ReactNode } from 'react';
import type { DeviceList, KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { deviceChoice } from '../../device/device-choice.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { usePerson } from '../use-person.ts';

const DeviceChooser = lazyComponent(async () => {
  await whenIdle();
  return (await import('../../areas/pump/device-chooser/device-chooser.tsx')).DeviceChooser;
});

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
  const plain = heading(<span className="pr-[calc(18px_+_0.3rem)]">{device.name}</span>);
  return (
    <DeviceChooser
      name={device.name}
      heading={heading}
      devices={list.choosable}
      chosenId={device.id}
      recentIds={deviceChoice.recent(user.id)}
      onChoose={onChoose}
      waiting={plain}
      missing={plain}
    />
  );
}
