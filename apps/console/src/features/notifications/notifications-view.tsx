import type { User } from '@manoboard/contract/nouns/account';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead } from '../../ui/heading.tsx';
import { ChannelCards } from './channel-cards.tsx';
import classes from './notifications.module.css';
import { PushPanel } from './push-panel.tsx';
import { Receivers } from './receivers.tsx';
import { usePush } from './use-push.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

interface Props {
  user: User;
  roles: readonly string[];
  /** Beside the title. */
  help?: ReactNode;
  /** The link to the escalation ladder of a device. */
  ladderLink: (deviceId: string, text: string) => ReactNode;
  /** Which alerts go where and when; it receives the browsers of the user, to show them beside. */
  children?: (browsers: ReactNode) => ReactNode;
}

/** How alerts reach the user. */
export function NotificationsView({ user, roles, help, ladderLink, children }: Props) {
  const t = useTranslations('notifications');
  const push = usePush();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHead title={t('title')} text={t('lead')}>
        {help}
      </PageHead>
      <div className={classes.page}>
        <ChannelCards user={user} push={push} onAddWebhook={() => setIsAdding(true)} />
        <Receivers ladderLink={ladderLink} />
        {children?.(<PushPanel push={push} />)}
        <WebhooksPanel
          isManager={hasGlobalPermission('manage_installation', roles)}
          isAdding={isAdding}
          onAdd={() => setIsAdding(true)}
          onAdded={() => setIsAdding(false)}
        />
      </div>
    </>
  );
}
