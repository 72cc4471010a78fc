import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { IconBell, IconMessage2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { whenIdle } from '../../../lib/time/when-idle.ts';
import { Dropdown } from '../../../ui/dropdown.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Lazy: most visits never open the list. */
const InboxList = lazyComponent(async () => (await import('./inbox-list.tsx')).InboxList);

/** Lazy, when idle: the count needs an answer of the server anyway. */
const UnreadCount = lazyComponent(async () => {
  await whenIdle();
  return (await import('./unread-count.tsx')).UnreadCount;
});

const icons = { messages: IconMessage2, notifications: IconBell };

/** R1.2, R1.7 */
export function InboxMenu({ kind, userId }: { kind: keyof Inbox; userId: number }) {
  const t = useTranslations('top');
  const Icon = icons[kind];
  const opener = (
    <IconButton look="bar">
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className="sr-only">{t(kind)}</span>
      <UnreadCount kind={kind} userId={userId} missing={null} />
    </IconButton>
  );
  return (
    <Dropdown opener={opener} width="22rem">
      {(close) => <InboxList kind={kind} userId={userId} onLeave={close} />}
    </Dropdown>
  );
}
