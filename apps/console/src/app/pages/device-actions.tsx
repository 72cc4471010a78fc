import { can } from '@manoboard/domain/policy';
import { Button } from '@mantine/core';
import { IconAdjustmentsCog, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceMenu } from '../../features/device-access/device-menu.tsx';
import type { KnownDevice } from '../../features/devices/use-devices.ts';
import { paths } from '../../lib/paths.ts';
import { DropdownItem } from '../../ui/dropdown.tsx';
import { usePerson } from '../use-person.ts';
import { DeviceToolItems } from './device-tools.tsx';

const RegisterDialog = lazy(async () => ({
  default: (await import('../../features/registers/register-dialog.tsx')).RegisterDialog,
}));

/** R4.1 */
export function AddDeviceButton() {
  const t = useTranslations('nav');
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={paths.addDevice} />}
    >
      {t('addDevice')}
    </Button>
  );
}

interface Props {
  device: KnownDevice;
  onChanged: () => void;
}

/** The menu of the device that the page is about: when the device goes, so does the page. */
export function DeviceActions({ device, onChanged }: Props) {
  const { user, roles } = usePerson();
  const navigate = useNavigate();
  const leave = () => {
    onChanged();
    void navigate({ to: paths.dashboard });
  };
  const [isWriting, setIsWriting] = useState(false);
  const mayWrite = can('write_register', roles, device.relation);
  return (
    <>
      <DeviceMenu
        device={device}
        roles={roles}
        userId={user.id}
        onChanged={onChanged}
        onGone={leave}
        more={(close) => (
          <>
            {mayWrite && (
              <RegistersItem
                onClick={() => {
                  close();
                  setIsWriting(true);
                }}
              />
            )}
            <DeviceToolItems device={device} close={close} />
          </>
        )}
      />
      {isWriting && (
        <Suspense>
          <RegisterDialog deviceId={device.id} onClose={() => setIsWriting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** R7.5: for those whom the policy lets write registers. */
function RegistersItem({ onClick }: { onClick: () => void }) {
  const t = useTranslations('registers');
  return (
    <DropdownItem icon={<IconAdjustmentsCog size={18} stroke={1.7} aria-hidden />} onClick={onClick}>
      {t('menu')}
    </DropdownItem>
  );
}
