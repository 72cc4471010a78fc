import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useHasNetwork } from '../../lib/use-network.ts';
import { Card } from '../../ui/card.tsx';
import { Banner, Loading, Notice } from '../../ui/notice.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { VersionFilter } from './api.ts';

/** Links that the page passes, since only the page knows the routes. */
export type DeviceLink = ComponentType<{ deviceId: string; children: ReactNode }>;
export type VersionLink = ComponentType<{ filter: VersionFilter; children: ReactNode }>;

interface Query<T> {
  data: T | undefined;
  isError: boolean;
  dataUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

interface Props<T> {
  id: string;
  title: string;
  hint?: string | undefined;
  query: Query<T>;
  children: (data: T) => ReactNode;
}

/** A card with the states of its query. Rows that could not be refetched are marked with their time. */
export function Panel<T>({ id, title, hint, query, children }: Props<T>) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const hasNetwork = useHasNetwork();
  const { data, isError, dataUpdatedAt, refetch } = query;
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={title} hint={hint} />
      {data === undefined && !isError && <Loading text={t('app.loading')} cards={0} />}
      {data === undefined && isError && (
        <Notice
          role="alert"
          title={t('fleetFirmware.failed')}
          text={t('app.unreachableHint')}
          action={{ label: t('common.retry'), onClick: () => void refetch() }}
        />
      )}
      {data !== undefined && (isError || !hasNetwork) && (
        <Banner icon={<IconCloudOff size={20} aria-hidden />}>
          {t('fleetFirmware.stale', { time: dateTime(new Date(dataUpdatedAt), { timeStyle: 'medium' }) })}
        </Banner>
      )}
      {data !== undefined && children(data)}
    </Card>
  );
}

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
