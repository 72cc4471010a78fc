import { IconCpu, IconMoodEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '../../../ui/notice.tsx';
import { DevicesLoading } from './device-notices.tsx';
import type { DeviceList } from './use-devices.ts';

/** R4.1 */
export function NoDevices({ action }: { action: ReactNode }) {
  const t = useTranslations('dashboard');
  return (
    <Notice
      icon={<IconCpu size={30} stroke={1.6} aria-hidden="true" />}
      title={t('empty')}
      text={t('emptyHint')}
    >
      {action}
    </Notice>
  );
}

/** A device that was just added may be missing until the list is loaded again. */
export function DeviceUnknown({ id, list, action }: { id: string; list: DeviceList; action: ReactNode }) {
  const t = useTranslations('device');
  if (list.isRefreshing) return <DevicesLoading />;
  return (
    <Notice
      role="alert"
      icon={<IconMoodEmpty size={30} stroke={1.6} aria-hidden="true" />}
      title={t('notFound', { id })}
      text={t('notFoundHint')}
    >
      {action}
    </Notice>
  );
}
