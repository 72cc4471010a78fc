import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '../../ui/card.tsx';
import { Banner } from '../../ui/notice.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { useHasNetwork } from '../page/use-network.ts';
import { LoadStates, type Words } from './load-states.tsx';

interface Query<T> {
  data: T | undefined;
  isError: boolean;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface StatesProps<T> extends Words {
  query: Query<T>;
  /** Instead of an empty list. */
  empty?: ReactNode;
  /** Above data that could not be refetched, with their time. */
  stale?: (time: string) => ReactNode;
  children: (data: T) => ReactNode;
}

/** The states of a query: loading, failed with a retry, empty, data. Data stay when they cannot be refetched. */
export function QueryStates<T>({ query, empty, stale, children, ...words }: StatesProps<T>) {
  const { dateTime } = useFormatter();
  const hasNetwork = useHasNetwork();
  const { data, isError, error, dataUpdatedAt, refetch } = query;
  if (data === undefined)
    return (
      <LoadStates
        {...words}
        state={isError ? 'failed' : 'loading'}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {stale && (isError || !hasNetwork) && (
        <Banner icon={<IconCloudOff size={20} aria-hidden />}>
          {stale(dateTime(new Date(dataUpdatedAt), { timeStyle: 'medium' }))}
        </Banner>
      )}
      {isEmpty ? empty : children(data)}
    </>
  );
}

interface PanelProps<T> extends Pick<StatesProps<T>, 'query' | 'empty' | 'children'> {
  id: string;
  title: string;
  hint?: string | undefined;
  /** Below the title, in every state. */
  action?: ReactNode;
}

/** A card with the states of its query. */
export function QueryPanel<T>({ id, title, hint, action, ...states }: PanelProps<T>) {
  const t = useTranslations('panel');
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={title} hint={hint} />
      {action}
      <QueryStates {...states} stale={(time) => t('stale', { time })} />
    </Card>
  );
}
