import { useRouter } from '@tanstack/react-router';
import { deviceChoice } from '../../device/device-choice.ts';
import { DeviceMenu } from '../../features/device-access/device-menu.tsx';
import type { DeviceList, KnownDevice } from '../../features/devices/use-devices.ts';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import { DeviceToolItems, UpdateButton } from './device-tool-links.tsx';

interface Props {
  device: KnownDevice;
  list: DeviceList;
  /** A page about this device alone has room for what is asked for most. */
  hasButtons?: boolean;
}

/** The menu of the device that the page is about: when the device goes, so does the page. */
export function DeviceActions({ device, list, hasButtons = false }: Props) {
  const { user, roles } = usePerson();
  const router = useRouter();
  const { href } = router.state.location;
  const leave = () => {
    list.drop(device.id);
    deviceChoice.forget(user.id, device.id);
    // Who has gone elsewhere before the answer came stays there.
    if (router.state.location.href === href) void router.navigate({ to: paths.dashboard });
  };
  return (
    <DeviceMenu
      device={device}
      roles={roles}
      userId={user.id}
      onChanged={list.retry}
      onGone={leave}
      hasButtons={hasButtons}
      moreButtons={hasButtons && <UpdateButton deviceId={device.id} />}
      more={(close) => <DeviceToolItems device={device} hasButtons={hasButtons} close={close} />}
    />
  );
}
