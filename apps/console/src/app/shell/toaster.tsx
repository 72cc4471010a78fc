import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { PHONE, useMedia } from '../../lib/page/use-media.ts';
import classes from './toaster.module.css';

/** A section, because all content must be inside a landmark. */
export function Toaster() {
  const t = useTranslations('common');
  // At the top on a phone: controls are at the bottom, near the thumb.
  const isPhone = useMedia(PHONE);
  const labelled = Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('close') } } });
  return (
    <section aria-label={t('info')}>
      <MantineThemeProvider inherit theme={{ components: { Notification: labelled } }}>
        <Notifications
          position={isPhone ? 'top-center' : 'bottom-right'}
          {...(isPhone && { className: classes.phone })}
          withinPortal={false}
        />
      </MantineThemeProvider>
    </section>
  );
}
