import type { Inbox } from '@manoboard/contract/inbox';
import { IconBell, IconMessage2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { late } from '../../lib/late.tsx';
import { Dropdown } from '../../ui/dropdown.tsx';
import classes from './inbox-menu.module.css';
import { useInbox } from './use-inbox.ts';

/** Most visits never open it. */
const InboxList = late(async () => (await import('./inbox-list.tsx')).InboxList);

const icons = { messages: IconMessage2, notifications: IconBell };
/** A larger number says no more and does not fit. */
const MOST_SHOWN = 99;

/** R1.2, R1.7 */
export function InboxMenu({ kind, userId }: { kind: keyof Inbox; userId: number }) {
  const t = useTranslations('top');
  const inbox = useInbox(kind, userId);
  const Icon = icons[kind];
  const count = inbox.unreadCount;
  const opener = (
    <>
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className="vh">{t(kind)}</span>
      {count > 0 && (
        <>
          <span className={classes.badge} aria-hidden>
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
          <span className="vh">{t('unread', { count })}</span>
        </>
      )}
    </>
  );
  return (
    <Dropdown opener={opener} width="22rem">
      {(close) => <InboxList kind={kind} inbox={inbox} onLeave={close} />}
    </Dropdown>
  );
}
