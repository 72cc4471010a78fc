import { IconBell, IconMessage2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';
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
  const opener = (
    <>
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className="vh">{t(kind)}</span>
      {inbox.unreadCount > 0 && (
        <>
          <span className={classes.badge} aria-hidden>
            {inbox.unreadCount}
          </span>
          <span className="vh">{t('unread', { count: inbox.unreadCount })}</span>
        </>
      )}
    </>
  );
  return (
    <Dropdown opener={opener} width="20rem">
      {() => (
        <>
          <DropdownLabel>{t(kind)}</DropdownLabel>
          {inbox.items.length === 0 && <p className={classes.empty}>{t(empty)}</p>}
          {inbox.items.map(({ id, name, unread, details }) => (
            <DropdownItem
              key={id}
              mark={unread && <span className={classes.dot} />}
              onClick={() => inbox.markRead(id)}
            >
              <span className={unread ? classes.unread : undefined}>{name}</span>
              <span className={classes.from}>{details.name}</span>
            </DropdownItem>
          ))}
          {inbox.unreadCount > 0 && (
            <>
              <DropdownLine />
              <DropdownItem onClick={inbox.markAllRead}>{t('markAll')}</DropdownItem>
            </>
          )}
        </>
      )}
    </Dropdown>
  );
}
