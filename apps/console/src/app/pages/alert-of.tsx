import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { AlertView, type EvidenceProps } from '../../areas/alerts/one/alert-view.tsx';
import { Deliveries } from '../../areas/alerts/one/deliveries.tsx';
import { useDevices } from '../../areas/pump/devices/use-devices.ts';
import { RetryPanel } from '../../areas/pump/retry/retry-panel.tsx';
import { DeviceNameProvider } from '../../device/device-name.tsx';
import { WaterLine } from '../../device/water-line.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { Loading } from '../../ui/notice.tsx';
import { useAlertPerson } from './use-alert-person.ts';

/** Lazy: the plots (22 kB) load beside the answer of the server. */
const Plots = lazyComponent(async () => (await import('../../areas/history/graphs/evidence.tsx')).Evidence);

function Evidence(props: EvidenceProps) {
  const t = useTranslations('alertPage.evidence');
  return <Plots {...props} waiting={<Loading text={t('loading')} cards={0} />} />;
}

function Water({ deviceId }: { deviceId: string }) {
  const device = useDevices().find(deviceId);
  return device && <WaterLine device={device} />;
}

const Retry = ({ deviceId, name }: { deviceId: string; name: string }) => (
  <DeviceNameProvider id={deviceId} name={name}>
    <RetryPanel deviceId={deviceId} />
  </DeviceNameProvider>
);

/** R7.4: one alert, beside the list or alone. */
export function AlertOf({ id, isBeside }: { id: number; isBeside: boolean }) {
  // The link "I take it" in mails and notifications has `take=1`.
  const isTaking = useLocation({ select: ({ searchStr }) => /[?&]take=1\b/.test(searchStr) });
  const navigate = useNavigate();
  const { user, rightsOf } = useAlertPerson();
  return (
    <AlertView
      id={id}
      user={user}
      rightsOf={rightsOf}
      Evidence={Evidence}
      Deliveries={Deliveries}
      Water={Water}
      Retry={Retry}
      isBeside={isBeside}
      isTaking={isTaking}
      onTakeEnd={() =>
        void navigate({ to: paths.alert, params: { id: `${id}` }, replace: true, resetScroll: false })
      }
      banner={null}
    />
  );
}
