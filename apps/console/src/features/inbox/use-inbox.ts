import { useState } from 'react';
import type { InboxItem } from './inbox.ts';

/** R1.7: marked read one by one or all at once, on the client only. */
export function useInbox(items: readonly InboxItem[]) {
  const [readIds, setReadIds] = useState<ReadonlySet<string>>(new Set());
  const shown = items.map((item) => ({ ...item, unread: item.unread && !readIds.has(item.id) }));
  return {
    items: shown,
    unreadCount: shown.filter((item) => item.unread).length,
    markRead: (id: string) => setReadIds((read) => new Set([...read, id])),
    markAllRead: () => setReadIds(new Set(items.map((item) => item.id))),
  };
}
