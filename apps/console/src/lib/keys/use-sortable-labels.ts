import { useMemo } from 'react';
import { useTranslations } from 'use-intl';

/** R4.6: labels and screen reader announcements of a sortable grid. */
export function useSortableLabels() {
  const t = useTranslations('order');
  return useMemo(
    () => ({
      grip: (name: string) => t('grip', { name }),
      instructions: t('instructions'),
      lifted: (name: string) => t('lifted', { name }),
      moved: (name: string, place: number, count: number) => t('moved', { name, place, count }),
      dropped: (name: string, place: number, count: number) => t('dropped', { name, place, count }),
      cancelled: (name: string) => t('cancelled', { name }),
    }),
    [t],
  );
}
