import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import { useLastDevice } from '../../device/device-choice.ts';
import { config } from '../../lib/page/config.ts';
import { paths } from '../../lib/page/paths.ts';
import { Brand } from '../brand.tsx';
import { usePerson } from '../use-person.ts';
import { documentationEntry, sidebarGroups } from './sidebar-entries.ts';
import { SidebarEntry, sidebarEntryClass } from './sidebar-entry.tsx';

interface Props {
  ref: Ref<HTMLElement>;
  isMinimized: boolean;
  isHidden: boolean;
}

export function Sidebar({ ref, isMinimized, isHidden }: Props) {
  const t = useTranslations();
  const { user, roles } = usePerson();
  const lastDevice = useLastDevice(user.id);
  return (
    <aside
      ref={ref}
      className="group/side sticky flex flex-col bg-card row-span-full top-0 h-dvh overflow-x-hidden overflow-y-auto border-r border-line scrollbar-none max-sm:fixed max-sm:inset-y-0 max-sm:right-auto max-sm:left-0 max-sm:z-120 max-sm:w-[min(18rem,84vw)] max-sm:shadow-[0_0_60px_rgb(0_0_0/30%)] max-sm:[transition:transform_0.24s_cubic-bezier(0.2,0.8,0.2,1),visibility_0.24s] max-sm:inert:invisible max-sm:inert:transform-[translateX(-105%)] max-sm:inert:shadow-none"
      data-minimized={isMinimized || undefined}
      inert={isHidden}
    >
      <Link
        to={paths.dashboard}
        className="flex-none flex items-center px-5 h-header group-data-minimized/side:relative group-data-minimized/side:justify-center group-data-minimized/side:p-0"
      >
        <Brand isMarkOnly={isMinimized} />
      </Link>
      <nav className="flex-1 flex flex-col gap-0.5 p-3" aria-label={t('nav.label')}>
        {sidebarGroups(roles, config).map(({ title, entries }) => (
          <Fragment key={title ?? ''}>
            {title && (
              <p className="px-3 pt-4 pb-2 text-dim text-xs font-semibold whitespace-nowrap tracking-[0.07em] uppercase group-data-minimized/side:p-0 group-data-minimized/side:overflow-hidden group-data-minimized/side:border-t group-data-minimized/side:border-line group-data-minimized/side:h-0 group-data-minimized/side:mx-3 group-data-minimized/side:my-2.5">
                {t(`nav.${title}`)}
              </p>
            )}
            {entries.map((entry) => (
              <SidebarEntry
                key={entry.name}
                entry={entry}
                isMinimized={isMinimized}
                lastDevice={lastDevice}
              />
            ))}
          </Fragment>
        ))}
      </nav>
      <div className="flex-none p-3 border-t border-line">
        <a className={`${sidebarEntryClass} sm:hidden`} href={`mailto:${config.contact_email}`}>
          <IconMail className="flex-none" size={20} stroke={1.7} aria-hidden />
          <span className="overflow-hidden text-ellipsis group-data-minimized/side:sr-only">
            {t('app.contact')}
          </span>
        </a>
        <SidebarEntry entry={documentationEntry(config)} isMinimized={isMinimized} />
      </div>
    </aside>
  );
}
