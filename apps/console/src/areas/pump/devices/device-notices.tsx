import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Loading, Notice } from '../../../ui/notice.tsx';

export function DevicesLoading() {
  return <Loading text={useTranslations('dashboard')('loading')} />;
}

export function DevicesFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations();
  return (
    <Notice
      role="alert"
      icon={<IconPlugConnectedX size={30} stroke={1.6} aria-hidden="true" />}
      title={t('dashboard.failed')}
      action={{ label: t('common.retry'), onClick: onRetry }}
    />
  );
}
