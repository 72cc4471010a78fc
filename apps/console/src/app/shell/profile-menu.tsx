import type { AnyUser } from '@manoboard/contract/account/any-user';
import { userName } from '@manoboard/domain/access/user-name';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';

const LogoutDialog = lazyComponent(async () => (await import('./logout-dialog.tsx')).LogoutDialog);

const initialsOf = ({ name, surname, email }: AnyUser) =>
  [name, surname].map((part) => [...part.trim()][0]?.toUpperCase() ?? '').join('') ||
  email.slice(0, 1).toUpperCase();

/** R1.5 */
export function ProfileMenu({ user }: { user: AnyUser }) {
  const t = useTranslations('top');
  const [isLeaving, setIsLeaving] = useState(false);
  const stay = () => setIsLeaving(false);
  const opener = (
    <button
      type="button"
      className="py-1 pr-2.5 pl-1 flex items-center gap-2.5 min-h-10 rounded-4xl text-ink text-md font-medium cursor-pointer max-lg:pr-1 hover:bg-line"
    >
      <span
        className="grid place-items-center flex-none size-8 rounded-full text-sm font-bold bg-accent text-white"
        aria-hidden
      >
        {initialsOf(user)}
      </span>
      <span className="max-lg:sr-only">{userName(user.email)}</span>
      <span className="sr-only">{t('account')}</span>
    </button>
  );
  return (
    <>
      <Dropdown opener={opener} width="14rem">
        {(close) => (
          <>
            <DropdownLabel>{user.email}</DropdownLabel>
            <DropdownItem
              icon={<IconUserCircle size={18} stroke={1.7} aria-hidden />}
              render={<Link to={paths.profile} />}
              onClick={close}
            >
              {t('profile')}
            </DropdownItem>
            <DropdownLine />
            <DropdownItem
              tone="danger"
              icon={<IconLogout size={18} stroke={1.7} aria-hidden />}
              onClick={() => {
                close();
                setIsLeaving(true);
              }}
            >
              {t('logout')}
            </DropdownItem>
          </>
        )}
      </Dropdown>
      {isLeaving && <LogoutDialog onStay={stay} onClose={stay} />}
    </>
  );
}
