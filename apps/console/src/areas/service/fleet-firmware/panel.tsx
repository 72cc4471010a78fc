import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import type { VersionFilter } from './api.ts';

/** A link that the page passes, since only the page knows its search. */
export type VersionLink = ComponentType<{ filter: VersionFilter; children: ReactNode }>;

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  hidden: number;
}

/** Loads the next page. */
export function MoreButton({ query, hidden }: MoreProps) {
  const t = useTranslations('fleetFirmware');
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="subtle"
      fullWidth
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t('more', { count: hidden })}
    </Button>
  );
}
