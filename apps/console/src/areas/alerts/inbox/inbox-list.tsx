import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { IconBellRinging } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../../lib/page/paths.ts';
import { DropdownItem, DropdownLabel, DropdownLine } from '../../../ui/dropdown.tsx';
import { InboxEntry } from './inbox-entry.tsx';
import { type InboxView, useInbox } from './use-inbox.ts';
import { useOpenAlerts } from './use-open-alerts.ts';

const EMPTY = { messages: 'noMessages', notifications: 'noNotifications' } as const;

interface Props {
  kind: keyof Inbox;
  userId: number;
  onLeave: () => void;
}

export function InboxList({ kind, userId, onLeave }: Props) {
  const t = useTranslations();
  const inbox = useInbox(kind, userId);
  return (
    <>
      <DropdownLabel>{t(`top.${kind}`)}</DropdownLabel>
      {kind === 'notifications' && <OpenAlerts onLeave={onLeave} />}
      {inbox.items.length > 0 ? (
        <ul className="overflow-y-auto max-h-[min(24rem,60dvh)] overscroll-contain">
          {inbox.items.map((item) => (
            <li key={item.id}>
              <InboxEntry item={item} onRead={() => inbox.markRead(item.id)} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      ) : (
        <NoItems kind={kind} inbox={inbox} />
      )}
      {kind === 'notifications' && (
        <>
          <DropdownLine />
          <DropdownItem render={<Link to={paths.notifications} />} onClick={onLeave}>
            {t('inbox.settings')}
          </DropdownItem>
        </>
      )}
      {inbox.unreadCount > 0 && (
        <>
          <DropdownLine />
          <DropdownItem onClick={inbox.markAllRead}>{t('top.markAll')}</DropdownItem>
        </>
      )}
    </>
  );
}

/** How many alerts are open, with the way to their list. */
function OpenAlerts({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('inbox');
  const open = useOpenAlerts();
  if (!open || open.all === 0) return null;
  return (
    <Link
      to={paths.myAlerts}
      className="flex items-center gap-2 text-md font-semibold rounded-md px-2.5 py-2 bg-wait-soft text-wait-ink mx-1.5 mb-1.5 data-alarm:bg-stop-soft data-alarm:text-stop-ink"
      data-alarm={open.alarms > 0 || undefined}
      onClick={onLeave}
    >
      <IconBellRinging size={18} stroke={1.8} aria-hidden /> {t('openAlerts', open)}
    </Link>
  );
}

/** A failed request is not shown as an empty inbox. */
function NoItems({ kind, inbox }: { kind: keyof Inbox; inbox: InboxView }) {
  const t = useTranslations();
  if (inbox.state === 'failed') {
    return (
      <>
        <p className="text-md text-dim text-center px-3 pt-3 pb-5 font-normal" role="status">
          {t('inbox.failed')}
        </p>
        <DropdownItem onClick={inbox.retry}>{t('common.retry')}</DropdownItem>
      </>
    );
  }
  return (
    <p className="text-md text-dim text-center px-3 pt-3 pb-5 font-normal" role="status">
      {inbox.state === 'loading' ? t('app.loading') : t(`top.${EMPTY[kind]}`)}
    </p>
  );
}
