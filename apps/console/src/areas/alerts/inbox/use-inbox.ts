import type { Inbox } from '@manoboard/contract/inbox/inbox';
import { inboxCalls } from '@manoboard/contract/inbox/inbox.calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readQuery } from '../../../lib/http/read-query.ts';
import { readMarks, useReadMarks } from './read-marks.ts';

const REFRESH_MS = 5 * 60_000;

const inboxQuery = {
  ...readQuery(['inbox'], inboxCalls.inbox),
  refetchInterval: REFRESH_MS,
  staleTime: 30_000,
  /** Pages without the stream refetch when the user returns. */
  refetchOnWindowFocus: true,
};

/** R1.7: one of the two lists, with the read marks of this browser. */
export function useInbox(kind: keyof Inbox, userId: number) {
  const { data, isError, refetch } = useQuery(inboxQuery);
  const marks = useReadMarks(userId);
  useEffect(() => {
    if (!data) return;
    const existing = [...data.notifications, ...data.messages].map(({ id }) => id);
    readMarks.prune(userId, new Set(existing));
  }, [data, userId]);

  const items = (data?.[kind] ?? []).map((item) => ({ ...item, unread: item.unread && !marks.has(item.id) }));
  return {
    state: data ? ('ready' as const) : isError ? ('failed' as const) : ('loading' as const),
    items,
    unreadCount: items.filter(({ unread }) => unread).length,
    markRead: (id: string) => readMarks.add(userId, [id]),
    markAllRead: () =>
      readMarks.add(
        userId,
        items.map(({ id }) => id),
      ),
    retry: () => void refetch(),
  };
}
export type InboxView = ReturnType<typeof useInbox>;
