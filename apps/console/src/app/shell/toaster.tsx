import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useTranslations } from 'use-intl';

/** A landmark of its own, so that what it says is never outside of all of them. */
export function Toaster() {
  const t = useTranslations('common');
  const labelled = Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('close') } } });
  return (
    <section aria-label={t('info')}>
      <MantineThemeProvider inherit theme={{ components: { Notification: labelled } }}>
        <Notifications position="bottom-right" withinPortal={false} />
      </MantineThemeProvider>
    </section>
  );
}
