import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '../../ui/card.tsx';
import { Banner, Loading, Notice } from '../../ui/notice.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { useHasNetwork } from '../page/use-network.ts';

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
  /** Below the title, in every state. */
  action?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A card with the states of its query. Rows that could not be refetched are marked with their time. */
export function QueryPanel<T>({ id, title, hint, query, action, children }: Props<T>) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const hasNetwork = useHasNetwork();
  const { data, isError, dataUpdatedAt, refetch } = query;
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={title} hint={hint} />
      {action}
      {data === undefined && !isError && <Loading text={t('app.loading')} cards={0} />}
      {data === undefined && isError && (
        <Notice
          role="alert"
          title={t('panel.failed')}
          text={t('app.unreachableHint')}
          action={{ label: t('common.retry'), onClick: () => void refetch() }}
        />
      )}
      {data !== undefined && (isError || !hasNetwork) && (
        <Banner icon={<IconCloudOff size={20} aria-hidden />}>
          {t('panel.stale', { time: dateTime(new Date(dataUpdatedAt), { timeStyle: 'medium' }) })}
        </Banner>
      )}
      {data !== undefined && children(data)}
    </Card>
  );
}
