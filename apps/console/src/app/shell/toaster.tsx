import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useTranslations } from 'use-intl';

export function Toaster() {
  const t = useTranslations('common');
  return <Notifications position="bottom-right" aria-label={t('info')} />;
}
