import type { Inbox } from '@manoboard/contract/inbox/inbox';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useInbox } from './use-inbox.ts';
import { useOpenAlerts } from './use-open-alerts.ts';

/** A larger number does not fit into the badge. */
const MAX_SHOWN = 99;

const Badge = ({ count }: { count: number }) => (
  <span
    className="grid place-items-center text-xs font-semibold absolute rounded-lg px-0.5 top-0.5 right-0.5 min-w-4 h-4 bg-[#c92a2a] text-white"
    aria-hidden
  >
    {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
  </span>
);

/** R1.7: the number of unread entries. A file of its own, since the menu loads it lazily. */
export function UnreadCount({ kind, userId }: { kind: keyof Inbox; userId: number }) {
  const t = useTranslations('top');
  const { unreadCount: count } = useInbox(kind, userId);
  const unread = count > 0 && <span className="sr-only">{t('unread', { count })}</span>;
  if (kind === 'notifications') return <BellCount unreadCount={count}>{unread}</BellCount>;
  return (
    <>
      {count > 0 && <Badge count={count} />}
      {unread}
    </>
  );
}

/** The badge of the bell counts open alerts; without one it counts unread entries. */
function BellCount({ unreadCount, children }: { unreadCount: number; children: ReactNode }) {
  const t = useTranslations('top');
  const open = useOpenAlerts()?.all ?? 0;
  return (
    <>
      {open + unreadCount > 0 && <Badge count={open || unreadCount} />}
      {open > 0 && <span className="sr-only">{t('openAlerts', { count: open })}</span>}
      {children}
    </>
  );
}
