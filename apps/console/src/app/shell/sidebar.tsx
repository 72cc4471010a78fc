import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import { useLastDevice } from '../../device/device-choice.ts';
import { config } from '../../lib/page/config.ts';
import { paths } from '../../lib/page/paths.ts';
import { Brand } from '../brand.tsx';
import { usePerson } from '../use-person.ts';
import classes from './sidebar.module.css';
import { documentationEntry, sidebarGroups } from './sidebar-entries.ts';
import { SidebarEntry } from './sidebar-entry.tsx';

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
    <aside ref={ref} className={classes.side} data-minimized={isMinimized || undefined} inert={isHidden}>
      <Link to={paths.dashboard} search={lastDevice ? { device: lastDevice } : {}} className={classes.brand}>
        <Brand isMarkOnly={isMinimized} />
      </Link>
      <nav className={classes.nav} aria-label={t('nav.label')}>
        {sidebarGroups(roles, config).map(({ title, entries }) => (
          <Fragment key={title ?? ''}>
            {title && <p className={classes.group}>{t(`nav.${title}`)}</p>}
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
      <div className={classes.foot}>
        <a className={`${classes.link} ${classes.phoneOnly}`} href={`mailto:${config.contact_email}`}>
          <IconMail size={20} stroke={1.7} aria-hidden />
          <span className={classes.label}>{t('app.contact')}</span>
        </a>
        <SidebarEntry entry={documentationEntry(config)} isMinimized={isMinimized} />
      </div>
    </aside>
  );
}
