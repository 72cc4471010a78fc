import type { AnyUser } from '@manoboard/contract/account/any-user';
import { userName } from '@manoboard/domain/access/user-name';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import {
  Dropdown,
  DropdownItem,
  DropdownLabel,
  DropdownLine,
  dropdownItemClass,
} from '../../ui/dropdown.tsx';
import classes from './top-bar.module.css';

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
    <>
      <span className={classes.avatar} aria-hidden>
        {initialsOf(user)}
      </span>
      <span className={classes.userText}>{userName(user.email)}</span>
      <span className="vh">{t('account')}</span>
    </>
  );
  return (
    <>
      <Dropdown opener={opener} openerClass={classes.user} width="14rem">
        {(close) => (
          <>
            <DropdownLabel>{user.email}</DropdownLabel>
            <Link to={paths.profile} className={dropdownItemClass} onClick={close}>
              <IconUserCircle size={18} stroke={1.7} aria-hidden />
              {t('profile')}
            </Link>
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
