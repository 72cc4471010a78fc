import type { AlertDetail } from '@manoboard/contract/alert/alert';
import { can } from '@manoboard/domain/access/policy';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { AlertView, type EvidenceProps } from '../../areas/alerts/alerts/alert-view.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { useDevices } from '../../areas/pump/devices/use-devices.ts';
import { useLiveLink } from '../../device/live/use-link.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { areaTexts } from '../../lib/texts/area-texts.tsx';
import { Loading } from '../../ui/notice.tsx';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

const PageTexts = areaTexts('alerts', 'work', 'alert-page', 'alert-rules');

/** Lazy: the plots (22 kB) load beside the answer of the server. */
const Plots = lazyComponent(async () => (await import('../../areas/history/graphs/evidence.tsx')).Evidence);

function Evidence(props: EvidenceProps) {
  const t = useTranslations('alertPage.evidence');
  return <Plots {...props} waiting={<Loading text={t('loading')} cards={0} />} />;
}

const DeliveryTexts = areaTexts('alert-deliveries');
const DeliveryCard = lazyComponent(
  async () => (await import('../../areas/alerts/alerts/deliveries.tsx')).Deliveries,
);

function Deliveries({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('app');
  const waiting = <Loading text={t('loading')} cards={1} />;
  return (
    <DeliveryTexts waiting={waiting}>
      <DeliveryCard alert={alert} waiting={waiting} />
    </DeliveryTexts>
  );
}

function OneAlert() {
  const { id } = useParams({ from: '/admin/alerts/$id' });
  // The link "I take it" in mails and notifications has `take=1`.
  const isTaking = useLocation({ select: ({ searchStr }) => /[?&]take=1\b/.test(searchStr) });
  const navigate = useNavigate();
  const { user, roles } = usePerson();
  const { find } = useDevices();
  useLiveLink();
  const rightsOf = (deviceId: string | null) => {
    const relation = (deviceId !== null && find(deviceId)?.relation) || 'none';
    return { canTake: can('take_alert', roles, relation), canResolve: can('resolve_alert', roles, relation) };
  };
  return (
    <AlertView
      id={Number(id)}
      user={{ id: user.id, name: `${user.name} ${user.surname}` }}
      rightsOf={rightsOf}
      Evidence={Evidence}
      Deliveries={Deliveries}
      isTaking={isTaking}
      onTakeEnd={() => void navigate({ to: paths.alert, params: { id }, replace: true, resetScroll: false })}
      banner={<LinkBanner />}
    />
  );
}

/** R7.4: one alert. */
export const AlertPage = () => (
  <PageTexts waiting={<LoadingPage />}>
    <OneAlert />
  </PageTexts>
);
