import { pinOf } from '@manoboard/domain/pump/place';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { DevicesFailed, DevicesLoading } from '../../areas/pump/devices/device-notices.tsx';
import { PumpList } from '../../areas/pump/devices/pump-list.tsx';
import { type DeviceList, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { useByNeed } from '../../areas/pump/devices/use-waters.ts';
import { useIsStopping } from '../../areas/pump/pump-control/use-stop-shortcut.ts';
import { DeviceNameProvider } from '../../device/device-name.tsx';
import { DistanceButton } from '../../device/distance-button.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { WaterSystemCards } from '../../device/water-system-line.tsx';
import { HelpLink } from '../../lib/page/help-link.tsx';
import { paths } from '../../lib/page/paths.ts';
import { PageHead } from '../../ui/heading.tsx';
import { useChosenDevice } from '../use-chosen-device.ts';
import { AddDeviceButton } from './link-button.tsx';
import { NoDevice } from './no-device.tsx';
import { PumpView } from './pump-view.tsx';

/** The pumps of a person; with one pump, or one in the address, the page of that pump. */
export function DashboardPage() {
  const list = useDevices();
  const { device: named } = useSearch({ from: '/admin/dashboard' });
  if (named !== undefined || list.choosable.length === 1) return <ChosenPump list={list} named={named} />;
  return <AllPumps list={list} />;
}

function ChosenPump({ list, named }: { list: DeviceList; named: string | undefined }) {
  const t = useTranslations('dashboard');
  const navigate = useNavigate();
  const { wanted, chosen } = useChosenDevice(list, named);
  if (chosen)
    return (
      // The key resets focus, drafts and open dialogs on a change of the device.
      <DeviceNameProvider key={chosen.id} id={chosen.id} name={chosen.name}>
        <PumpView
          device={chosen}
          list={list}
          onChoose={(device) => void navigate({ to: paths.dashboard, search: { device } })}
        />
      </DeviceNameProvider>
    );
  return (
    <>
      <PageHead title={t('title')} />
      <LinkBanner />
      {list.state === 'ready' ? <NoDevice wanted={wanted} list={list} /> : <ListStates list={list} />}
    </>
  );
}

function ListStates({ list }: { list: DeviceList }) {
  return list.state === 'failed' ? (
    <DevicesFailed error={list.error} onRetry={list.retry} />
  ) : (
    <DevicesLoading />
  );
}

function AllPumps({ list }: { list: DeviceList }) {
  const t = useTranslations('dashboard');
  useLiveLink(undefined);
  const isStopping = useIsStopping();
  const pumps = useByNeed(list.devices);
  const hasPumps = list.devices.length > 0;
  const hasPins = list.devices.filter(({ place }) => pinOf(place)).length > 1;
  const isFine = pumps.isDecided && pumps.needing.length === 0;
  return (
    <>
      <PageHead
        title={t(isStopping ? 'whichToStop' : 'title')}
        text={
          // Reserves the line: the list moves nothing when it arrives.
          hasPumps ? t('pumps', { count: list.devices.length, isFine: isFine ? 'yes' : 'no' }) : '\u00a0'
        }
      >
        <div className="flex items-center gap-x-4 gap-y-0 self-end max-sm:flex-col max-sm:items-end max-sm:justify-between max-sm:self-stretch">
          <HelpLink section="console" />
          {hasPumps && <AddDeviceButton />}
        </div>
      </PageHead>
      <LinkBanner />
      {hasPins && <DistanceButton className="mb-4" />}
      {/* Above pumps that are already shown, it would move them when it goes. */}
      {(list.state === 'failed' || (list.state === 'loading' && !hasPumps)) && <ListStates list={list} />}
      {list.state === 'ready' && !hasPumps && <NoDevice wanted={undefined} list={list} />}
      {hasPumps && <PumpList pumps={pumps} />}
      {list.devices.length > 1 && <WaterSystemCards />}
    </>
  );
}
