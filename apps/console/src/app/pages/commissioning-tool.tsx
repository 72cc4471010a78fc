import { can } from '@manoboard/domain/access/policy';
import { useTranslations } from 'use-intl';
import { OfflineBanner } from '../../areas/pump/devices/device-banner.tsx';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { StartButton, StopButton } from '../../areas/pump/pump-control/start-stop-buttons.tsx';
import { CommissioningPage } from '../../areas/service/commissioning/commissioning-page.tsx';
import { usePageSection } from '../../lib/page/page-subject.ts';

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  view: string | undefined;
  onView: (view: string) => void;
}

/** Commissioning of the pump of a device, with the switch of the pump area. */
export function CommissioningTool({ device, roles, view, onView }: Props) {
  usePageSection(useTranslations('commissioning')('title'));
  return (
    <>
      <OfflineBanner deviceId={device.id} />
      <CommissioningPage
        device={device}
        canCommission={can('configure', roles, device.relation)}
        number={view}
        onOpen={onView}
        start={<StartButton deviceId={device.id} name={device.name} />}
        stop={<StopButton deviceId={device.id} />}
      />
    </>
  );
}
