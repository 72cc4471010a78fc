import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loading, Notice } from '../../../ui/notice.tsx';
import classes from './diagnostics.module.css';

interface Props<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** Loading, failed, or the last known data. */
export function DiagnosticsState<Data>({ query, children }: Props<Data>) {
  const t = useTranslations();
  const { data, isError, refetch } = query;
  if (data !== undefined) return <div className={classes.stack}>{children(data)}</div>;
  if (!isError) return <Loading text={t('deviceTools.loading')} cards={2} />;
  return (
    <Notice
      role="alert"
      title={t('diagnostics.failed')}
      action={{ label: t('common.retry'), onClick: () => void refetch() }}
    />
  );
}
