import type { Inbox } from '@manoboard/contract/nouns/inbox';
import { useTranslations } from 'use-intl';
import classes from './inbox-menu.module.css';
import { useInbox } from './use-inbox.ts';

/** A larger number does not fit into the badge. */
const MAX_SHOWN = 99;

/** R1.7: the number of unread entries. A file of its own, since the menu loads it lazily. */
export function UnreadCount({ kind, userId }: { kind: keyof Inbox; userId: number }) {
  const t = useTranslations('top');
  const { unreadCount: count } = useInbox(kind, userId);
  if (count === 0) return null;
  return (
    <>
      <span className={classes.badge} aria-hidden>
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      </span>
      <span className="vh">{t('unread', { count })}</span>
    </>
  );
}
