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
import { Dropdown } from '../../ui/dropdown.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Brand } from '../brand.tsx';
import { usePerson } from '../use-person.ts';
import { LanguageMenu } from './language-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ThemeChoice } from './theme-choice.tsx';

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
      <IconButton look="bar" className="size-11 sm:hidden" label={t('open')} onClick={onOpen}>
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
      </IconButton>
      <IconButton
        look="bar"
        className="max-sm:hidden"
        label={t(isMinimized ? 'expand' : 'collapse')}
        aria-expanded={!isMinimized}
        onClick={onToggle}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </IconButton>
    </>
  );
}

function ThemeMenu() {
  const t = useTranslations('top');
  const opener = (
    <IconButton look="bar">
      <IconPalette size={20} stroke={1.7} aria-hidden />
      <span className="sr-only">{t('theme')}</span>
    </IconButton>
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
    <button
      type="button"
      className="pr-2 pl-3 flex items-center gap-2.5 min-h-10 overflow-hidden border border-line-strong rounded-md bg-card text-dim text-md cursor-pointer flex-[0_1_19rem] min-w-10 ml-2 max-sm:flex-none max-sm:justify-center max-sm:size-11 max-sm:m-0 max-sm:p-0 max-sm:border-0 max-sm:rounded-full max-sm:bg-transparent max-sm:text-ink hover:text-ink"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onSearch}
    >
      <IconSearch className="flex-none" size={18} stroke={1.7} aria-hidden />
      <span className="truncate flex-1 text-left max-sm:sr-only">{t('search')}</span>
      <Kbd className="max-sm:hidden">{KEY_NAMES.palette}</Kbd>
    </button>
  );
}

/** R1.2 */
export function TopBar({ onSearch, ...props }: TopBarProps) {
  const t = useTranslations('app');
  const { user } = usePerson();
  return (
    <header className="sticky flex items-center gap-2 px-6.5 border-b border-line top-0 z-90 h-header bg-bg/82 [backdrop-filter:saturate(1.6)_blur(14px)] max-lg:px-4 max-lg:py-0 max-sm:gap-0 max-sm:px-1 max-sm:py-0">
      <MenuButtons {...props} />
      {props.isMinimized && <span className="font-bold tracking-tight">{t('name')}</span>}
      <div className="hidden max-sm:flex-1 max-sm:flex max-sm:items-center max-sm:gap-2 max-sm:min-w-0 max-[30em]:[&>:first-child]:hidden">
        <Brand isMarkOnly />
        <span className="grid min-w-0 text-md font-bold tracking-tight leading-tight">
          <span className="truncate" aria-hidden>
            {t('name')}
          </span>
          <span className="truncate text-dim text-xs font-regular tracking-normal">
            {userName(user.email)}
          </span>
        </span>
      </div>
      <SearchButton onSearch={onSearch} />
      <a
        className="inline-flex items-center gap-2 min-h-10 ml-auto px-2.5 rounded-md text-dim text-md max-sm:hidden hover:bg-line hover:text-ink"
        href={`mailto:${config.contact_email}`}
        title={t('contactTo', { email: config.contact_email })}
      >
        <IconMail size={18} stroke={1.7} aria-hidden />
        <span className="max-lg:sr-only">{t('contact')}</span>
      </a>
      <span className="w-px h-6 mx-1.5 bg-line-strong max-sm:hidden" />
      <ThemeMenu />
      <InboxMenu kind="messages" userId={user.id} />
      <InboxMenu kind="notifications" userId={user.id} />
      <LanguageMenu />
      <ProfileMenu user={user} />
    </header>
  );
}
