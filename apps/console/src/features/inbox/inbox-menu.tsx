import { ActionIcon, Menu } from '@mantine/core';
import { IconBell, IconMessage2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { InboxItem } from './inbox.ts';
import classes from './inbox-menu.module.css';
import { useInbox } from './use-inbox.ts';

const looks = {
  messages: { Icon: IconMessage2, empty: 'noMessages' },
  notifications: { Icon: IconBell, empty: 'noNotifications' },
} as const;

interface Props {
  kind: keyof typeof looks;
  items: readonly InboxItem[];
}

/** R1.2, R1.7 */
export function InboxMenu({ kind, items }: Props) {
  const t = useTranslations('top');
  const inbox = useInbox(items);
  const { Icon, empty } = looks[kind];
  return (
    <Menu position="bottom-end" width={320} shadow="lg" radius="lg" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} radius="xl" className={classes.opener}>
          <Icon size={20} stroke={1.7} />
          <span className="vh">{t(kind)}</span>
          {inbox.unreadCount > 0 && (
            <>
              <span className={classes.badge} aria-hidden>
                {inbox.unreadCount}
              </span>
              <span className="vh">{t('unread', { count: inbox.unreadCount })}</span>
            </>
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(kind)}</Menu.Label>
        {inbox.items.length === 0 && <Menu.Label className={classes.empty}>{t(empty)}</Menu.Label>}
        {inbox.items.map(({ id, name, unread, details }) => (
          <Menu.Item
            key={id}
            rightSection={unread && <span className={classes.dot} />}
            onClick={() => inbox.markRead(id)}
          >
            <span className={unread ? classes.unread : undefined}>{name}</span>
            <span className={classes.from}>{details.name}</span>
          </Menu.Item>
        ))}
        {inbox.unreadCount > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={inbox.markAllRead}>{t('markAll')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
