import type { User } from '@manoboard/contract/account';
import { userName } from '@manoboard/domain/user-name';
import { Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../lib/paths.ts';
import classes from './top-bar.module.css';

const LogoutDialog = lazy(() =>
  import('./logout-dialog.tsx').then(({ LogoutDialog }) => ({ default: LogoutDialog })),
);

const initialsOf = ({ name, surname }: User) =>
  [name, surname].map((part) => [...part.trim()][0]?.toUpperCase() ?? '').join('');

/** R1.5 */
export function ProfileMenu({ user }: { user: User }) {
  const t = useTranslations('top');
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={220} shadow="lg" radius="lg">
        <Menu.Target>
          <button type="button" className={classes.user}>
            <span className={classes.avatar} aria-hidden>
              {initialsOf(user)}
            </span>
            <span className={classes.userText}>{userName(user.email)}</span>
            <span className="vh">{t('account')}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item
            leftSection={<IconUserCircle size={18} stroke={1.7} />}
            renderRoot={(props) => <Link to={paths.profile} {...props} />}
          >
            {t('profile')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconLogout size={18} stroke={1.7} />}
            onClick={() => setIsLeaving(true)}
          >
            {t('logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isLeaving && (
        <Suspense>
          <LogoutDialog onStay={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
