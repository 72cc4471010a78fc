import { Link } from '@tanstack/react-router';
import { NotificationSettingsCards } from '../../features/notification-settings/notification-settings.tsx';
import { NotificationsView } from '../../features/notifications/notifications-view.tsx';
import { areaTexts, textFiles } from '../../lib/area-texts.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../use-person.ts';
import { LoadingPage } from './loading-page.tsx';

const texts = textFiles(
  () => import('@manoboard/i18n/sk/notifications.json'),
  () => import('@manoboard/i18n/gb/notifications.json'),
);
const settings = textFiles(
  () => import('@manoboard/i18n/sk/notification-settings.json'),
  () => import('@manoboard/i18n/gb/notification-settings.json'),
);
const NotificationsTexts = areaTexts(texts, settings);

export const NotificationsPage = () => (
  <NotificationsTexts waiting={<LoadingPage />}>
    <Notifications />
  </NotificationsTexts>
);

function Notifications() {
  const { user, roles } = usePerson();
  return (
    <NotificationsView
      user={user}
      roles={roles}
      ladderLink={(device, text) => (
        <Link to={paths.overview} search={{ device, tool: 'rules' }}>
          {text}
        </Link>
      )}
    >
      {(browsers) => <NotificationSettingsCards browsers={browsers} />}
    </NotificationsView>
  );
}
