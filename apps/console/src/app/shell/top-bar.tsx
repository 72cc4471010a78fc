import { userName } from '@manoboard/domain/access/user-name';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMail,
  IconMenu2,
  IconPalette,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { InboxMenu } from '../../areas/alerts/inbox/inbox-menu.tsx';
import { KEY_NAMES } from '../../lib/keys/single-keys.ts';
import { config } from '../../lib/page/config.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { Dropdown } from '../../ui/dropdown.tsx';
import { Brand } from '../brand.tsx';
import { usePerson } from '../use-person.ts';
import { LanguageMenu } from './language-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './top-bar.module.css';

const ThemeChoice = lazyComponent(async () => (await import('./theme-choice.tsx')).ThemeChoice);

interface Props {
  isMinimized: boolean;
  onToggle: () => void;
  onOpen: () => void;
}
interface TopBarProps extends Props {
  /** Opens the command palette. */
  onSearch: () => void;
}

function MenuButtons({ isMinimized, onToggle, onOpen }: Props) {
  const t = useTranslations('nav');
  const Icon = isMinimized ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <>
      <button type="button" className={classes.burger} aria-label={t('open')} onClick={onOpen}>
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.collapse}
        aria-label={t(isMinimized ? 'expand' : 'collapse')}
        aria-expanded={!isMinimized}
        onClick={onToggle}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </button>
    </>
  );
}

function ThemeMenu() {
  const t = useTranslations('top');
  const opener = (
    <>
      <IconPalette size={20} stroke={1.7} aria-hidden />
      <span className="vh">{t('theme')}</span>
    </>
  );
  return (
    <Dropdown opener={opener} width="18.5rem">
      {() => <ThemeChoice />}
    </Dropdown>
  );
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations('top');
  return (
    <button type="button" className={classes.search} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <span>{t('search')}</span>
      <kbd>{KEY_NAMES.palette}</kbd>
    </button>
  );
}

/** R1.2 */
export function TopBar({ onSearch, ...props }: TopBarProps) {
  const t = useTranslations('app');
  const { user } = usePerson();
  return (
    <header className={classes.head}>
      <MenuButtons {...props} />
      {props.isMinimized && <span className={classes.product}>{t('name')}</span>}
      <div className={classes.phoneBrand}>
        <Brand isMarkOnly />
        <span className={classes.names}>
          <span aria-hidden>{t('name')}</span>
          <span className={classes.userName}>{userName(user.email)}</span>
        </span>
      </div>
      <SearchButton onSearch={onSearch} />
      <a
        className={classes.contact}
        href={`mailto:${config.contact_email}`}
        title={t('contactTo', { email: config.contact_email })}
      >
        <IconMail size={18} stroke={1.7} aria-hidden />
        <span className={classes.contactText}>{t('contact')}</span>
      </a>
      <span className={classes.divider} />
      <ThemeMenu />
      <InboxMenu kind="messages" userId={user.id} />
      <InboxMenu kind="notifications" userId={user.id} />
      <LanguageMenu />
      <ProfileMenu user={user} />
    </header>
  );
}
