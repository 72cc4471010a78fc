import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { DevicesFailed, DevicesLoading } from '../../areas/pump/devices/device-notices.tsx';
import { useDevices } from '../../areas/pump/devices/use-devices.ts';
import { DeviceNameProvider } from '../../device/device-name.tsx';
import { type DeviceTool, isPageTool } from '../../device/device-search.ts';
import { paths } from '../../lib/page/paths.ts';
import { PageHead } from '../../ui/heading.tsx';
import { useChosenDevice } from '../use-chosen-device.ts';
import { ChooseDevice } from './choose-device.tsx';
import { NoDevice } from './no-device.tsx';
import { PumpView } from './pump-view.tsx';

/** The page of the chosen pump. */
export function OverviewPage() {
  const t = useTranslations('overview');
  const list = useDevices();
  const { device: named, tool } = useSearch({ from: '/admin/overview' });
  const { wanted, chosen } = useChosenDevice(list, named);

  const choose = useChooseOnOverview(tool);
  const isReady = list.state === 'ready';
  const mustChoose = wanted === undefined && list.choosable.length > 0;

  // The key resets focus, drafts and open dialogs on a change of the device.
  if (chosen) {
    return (
      <DeviceNameProvider key={chosen.id} id={chosen.id} name={chosen.name}>
        <PumpView device={chosen} list={list} tool={tool} onChoose={choose} />
      </DeviceNameProvider>
    );
  }
  return (
    <>
      <PageHead title={t('title')} />
      <LinkBanner />
      {list.state === 'loading' && <DevicesLoading />}
      {list.state === 'failed' && <DevicesFailed error={list.error} onRetry={list.retry} />}
      {isReady && mustChoose && <ChooseDevice list={list} onChoose={choose} />}
      {isReady && !mustChoose && <NoDevice wanted={wanted} list={list} />}
    </>
  );
}

/** A change of the device keeps a page tool open and closes a dialog. */
function useChooseOnOverview(tool: DeviceTool | undefined) {
  const navigate = useNavigate();
  return (device: string) =>
    void navigate({
      to: paths.overview,
      search: { device, ...(tool && isPageTool(tool) && { tool }) },
    });
}
