import type { Personalization } from '@manoboard/contract/account';
import { accountCalls } from '@manoboard/contract/calls/account';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { read, request } from './http.ts';
import { session } from './session.ts';
import { toast } from './toast.ts';

const query = {
  queryKey: ['personalization'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(accountCalls.personalization, signal),
};
const FRESH_MS = 300_000;
const MOST_CARDS = 64;

/** With the person, before the first card is drawn: cards that change places under a finger are worse than none. */
export const loadCardOrder = (queryClient: QueryClient) =>
  queryClient.prefetchQuery({ ...query, staleTime: FRESH_MS, retry: false });

/** Cards in the saved order; those that it does not name come after, as they come by default. */
export function inOrder<Id extends string>(ids: readonly Id[], saved: readonly string[]): Id[] {
  const named = saved.flatMap((id) => ids.filter((known) => known === id));
  return [...new Set([...named, ...ids])];
}

/** Other groups of cards keep their order. */
export const withOrder = (saved: readonly string[], ids: readonly string[]) =>
  [...ids, ...saved.filter((id) => !ids.includes(id))].slice(0, MOST_CARDS);

let saving: Promise<unknown> = Promise.resolve();

/** Read before it is replaced: another page may have changed the rest. One after the other, so that the last one stays. */
function save(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const epoch = session.epoch();
  // Whoever has logged in since has arranged nothing.
  const isOver = () => session.epoch() !== epoch;
  const run = async () => {
    const known = await queryClient.fetchQuery({ ...query, staleTime: 0, retry: 2 });
    if (isOver()) return;
    const body: Personalization = { ...known, card_order: withOrder(known.card_order, ids) };
    const answer = await request(accountCalls.setPersonalization, { body });
    if (answer && !isOver()) queryClient.setQueryData(query.queryKey, answer);
  };
  const saved = saving.then(run, run);
  saving = saved.catch(() => undefined);
  return saved;
}

/** R4.6, R4.7: how a user has arranged a group of cards, the same on all his browsers. */
export function useCardOrder<Id extends string>(ids: readonly Id[]) {
  const t = useTranslations('order');
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...query, staleTime: FRESH_MS });
  const [chosen, setChosen] = useState<readonly string[]>();
  return {
    order: inOrder(ids, chosen ?? data?.card_order ?? []),
    setOrder(next: readonly string[]) {
      setChosen(next);
      void save(queryClient, next).catch(() => toast(t('notSaved'), { kind: 'warning' }));
    },
  };
}
