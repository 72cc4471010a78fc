import { useRouter } from '@tanstack/react-router';
import { DeviceMenu } from '../../areas/people/device-access/device-menu.tsx';
import type { DeviceList, KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { deviceChoice } from '../../device/device-choice.ts';
import type { HelpSectionId } from '../../lib/page/help-link.tsx';
import { paths } from '../../lib/page/paths.ts';
import { usePerson } from '../use-person.ts';
import { DeviceToolItems, UpdateButton } from './device-tool-items.tsx';

interface Props {
  device: KnownDevice;
  list: DeviceList;
  /** The overview page has room for buttons of the most frequent actions. */
  hasButtons?: boolean;
  help?: HelpSectionId;
}

/** The menu of the device of this page; leaves the page when the device is removed. */
export function DeviceActions({ device, list, hasButtons = false, help }: Props) {
  const { user, roles } = usePerson();
  const router = useRouter();
  const { href } = router.state.location;
  const leave = () => {
    list.drop(device.id);
    deviceChoice.forget(user.id, device.id);
    // The user may have navigated away before the response.
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
      more={(close, own) => (
        <DeviceToolItems device={device} hasButtons={hasButtons} help={help} close={close}>
          {own}
        </DeviceToolItems>
      )}
    />
  );
}
