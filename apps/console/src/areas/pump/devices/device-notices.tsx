import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLoadHint } from '../../../lib/http/use-problem-text.ts';
import { Loading, Notice } from '../../../ui/notice.tsx';

export function DevicesLoading() {
  return <Loading text={useTranslations('dashboard')('loading')} />;
}

export function DevicesFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations();
  const loadHint = useLoadHint();
  return (
    <Notice
      role="alert"
      icon={<IconPlugConnectedX size={30} stroke={1.6} aria-hidden="true" />}
      title={t('dashboard.failed')}
      {...(error != null && { text: loadHint(error) })}
      action={{ label: t('common.retry'), onClick: onRetry }}
    />
  );
}
