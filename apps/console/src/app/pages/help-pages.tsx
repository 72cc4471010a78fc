import { IconInfoCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { HelpCentre } from '../../areas/help/help/help-centre.tsx';
import { Questions } from '../../areas/help/help/questions.tsx';
import { type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { useLastDevice } from '../../device/device-choice.ts';
import { DeviceLink } from '../../device/links.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { PumpPill } from '../../device/pump-status.tsx';
import { usePump } from '../../device/use-device.ts';
import { usePerson } from '../use-person.ts';

const useHash = () => useLocation({ select: ({ hash }) => hash });

function OwnPumpState({ device }: { device: KnownDevice }) {
  const t = useTranslations('help');
  useLiveLink(device.isOwn ? undefined : device.id);
  const { status } = usePump(device.id);
  return (
    <div
      className="border border-line rounded-md bg-inset flex gap-3 text-md px-4 py-3 items-start my-4.5"
      role="note"
    >
      <IconInfoCircle className="mt-0.5 flex-none" size={20} stroke={1.7} aria-hidden />
      <p>
        {t('ownPump')} <DeviceLink deviceId={device.id}>{device.name}</DeviceLink>{' '}
        <PumpPill status={status} />
      </p>
    </div>
  );
}

/** The state of the device that the reader chose last. */
function OwnPump() {
  const { user } = usePerson();
  const list = useDevices();
  const last = useLastDevice(user.id);
  const device = last === undefined ? undefined : list.find(last);
  return device ? <OwnPumpState device={device} /> : null;
}

export function DocsPage() {
  return <HelpCentre hash={useHash()} ownPump={<OwnPump />} />;
}

export function FaqPage() {
  return <Questions hash={useHash()} />;
}
