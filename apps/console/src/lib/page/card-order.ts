import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { personalizationQuery, savePersonalization } from './personalization.ts';
import { toast } from './toast.ts';

const MOST_CARDS = 64;

/** Cards in the saved order; cards without a saved position follow in the default order. */
export function inOrder<Id extends string>(ids: readonly Id[], saved: readonly string[]): Id[] {
  const named = saved.flatMap((id) => ids.filter((known) => known === id));
  return [...new Set([...named, ...ids])];
}

/** Merges the order of one group into the saved list; other groups keep their order. */
export const withOrder = (saved: readonly string[], ids: readonly string[]) =>
  [...ids, ...saved.filter((id) => !ids.includes(id))].slice(0, MOST_CARDS);

/** R4.6, R4.7: the order of a group of cards, stored in the account and so the same in all browsers. */
export function useCardOrder<Id extends string>(ids: readonly Id[]) {
  const t = useTranslations('order');
  const queryClient = useQueryClient();
  const { data } = useQuery(personalizationQuery);
  const [chosen, setChosen] = useState<readonly string[]>();
  return {
    order: inOrder(ids, chosen ?? data?.card_order ?? []),
    setOrder(next: readonly string[]) {
      setChosen(next);
      void savePersonalization(queryClient, (known) => ({
        card_order: withOrder(known.card_order, next),
      })).catch(() => toast(t('notSaved'), { kind: 'warning' }));
    },
  };
}
