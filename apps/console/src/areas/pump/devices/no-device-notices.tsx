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

const LONGEST_NAME = 40;

/** The ID comes from the address, which may hold anything. */
function printable(id: string): string {
  const line = [...id.replace(/\p{C}/gu, '\uFFFD')];
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME).join('')}…` : line.join('');
}

/** A device that was just added may be missing until the list is loaded again. */
export function DeviceUnknown({ id, list, action }: { id: string; list: DeviceList; action: ReactNode }) {
  const t = useTranslations('device');
  if (list.isRefreshing) return <DevicesLoading />;
  return (
    <Notice
      role="alert"
      icon={<IconMoodEmpty size={30} stroke={1.6} aria-hidden="true" />}
      title={t('notFound', { id: printable(id) })}
      text={t('notFoundHint')}
    >
      {action}
    </Notice>
  );
}
