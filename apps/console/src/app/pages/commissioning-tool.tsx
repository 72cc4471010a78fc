import { can } from '@manoboard/domain/access/policy';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OfflineBanner } from '../../areas/pump/devices/device-banner.tsx';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { StartButton, StopButton } from '../../areas/pump/pump-control/start-stop-buttons.tsx';
import { CommissioningPage } from '../../areas/service/commissioning/commissioning-page.tsx';
import { usePageSection } from '../../lib/page/page-subject.ts';
import { areaTexts } from '../../lib/texts/area-texts.tsx';

const Texts = areaTexts('commissioning');

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  view: string | undefined;
  onView: (view: string) => void;
  waiting?: ReactNode;
}

function Page({ device, roles, view, onView }: Props) {
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

/** Commissioning of the pump of a device, with the switch of the pump area. */
export const CommissioningTool = ({ waiting, ...props }: Props) => (
  <Texts waiting={waiting}>
    <Page {...props} />
  </Texts>
);
