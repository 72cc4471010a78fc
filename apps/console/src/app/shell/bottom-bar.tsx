import { canOpenPage } from '@manoboard/domain/access/roles';
import { IconBell, IconDots, IconDroplet, IconHistory, IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { OpenAlertCount } from '../../areas/alerts/inbox/open-alert-count.tsx';
import { useLastDevice } from '../../device/device-choice.ts';
import { DeviceLink } from '../../device/links.tsx';
import { paths } from '../../lib/page/paths.ts';
import { usePerson } from '../use-person.ts';

const ENTRY =
  'relative grid min-h-14 min-w-0 flex-1 cursor-pointer justify-items-center content-center gap-0.5 text-xs text-dim aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink';
const icon = { size: 22, stroke: 1.7, 'aria-hidden': true } as const;

/** R1.3: on a phone the pages of every day are at the thumb; the others are in the menu. */
export function BottomBar({ onMore, isMoreOpen }: { onMore: () => void; isMoreOpen: boolean }) {
  const t = useTranslations('nav');
  const { roles, user } = usePerson();
  const lastDevice = useLastDevice(user.id);
  const isSuper = canOpenPage('super-seller', roles);
  const exact = { activeOptions: { includeSearch: false } };
  const isTechnician = canOpenPage('technician', roles);
  const pumps = isSuper
    ? paths.superSeller
    : canOpenPage('seller', roles)
      ? paths.seller
      : isTechnician
        ? paths.technicianPumps
        : paths.dashboard;
  return (
    <nav
      aria-label={t('bottom')}
      className="fixed inset-x-0 bottom-0 z-80 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <Link to={pumps} className={ENTRY} {...exact}>
        <IconDroplet {...icon} /> {t('dashboard')}
      </Link>
      <Link to={isSuper ? paths.alerts : paths.myAlerts} className={ENTRY} {...exact}>
        <span className="relative">
          <IconBell {...icon} />
          <span className="absolute -top-2 left-4 w-max leading-tight">
            <OpenAlertCount />
          </span>
        </span>
        {t('alerts')}
      </Link>
      {isTechnician ? (
        <Link to={paths.technician} className={ENTRY} activeOptions={{ exact: true }}>
          <IconTool {...icon} /> {t('technician')}
        </Link>
      ) : (
        lastDevice && (
          <DeviceLink deviceId={lastDevice} tool="timeline" className={ENTRY}>
            <IconHistory {...icon} /> {t('history')}
          </DeviceLink>
        )
      )}
      <button type="button" className={ENTRY} aria-expanded={isMoreOpen} onClick={onMore}>
        <IconDots {...icon} /> {t('more')}
      </button>
    </nav>
  );
}
