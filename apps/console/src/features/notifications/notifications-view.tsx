import type { User } from '@manoboard/contract/nouns/account';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHead } from '../../ui/heading.tsx';
import { ChannelCards } from './channel-cards.tsx';
import classes from './notifications.module.css';
import { PushPanel } from './push-panel.tsx';
import { usePush } from './use-push.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

interface Props {
  user: User;
  roles: readonly string[];
  /** Beside the title. */
  help?: ReactNode;
  /** Which alerts go where and when, between the channels in short and their details. */
  children?: ReactNode;
}

/** How alerts reach the user. */
export function NotificationsView({ user, roles, help, children }: Props) {
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
        {children}
        <div className={classes.panels}>
          <PushPanel push={push} />
          <WebhooksPanel
            isManager={hasGlobalPermission('manage_installation', roles)}
            isAdding={isAdding}
            onAdd={() => setIsAdding(true)}
            onAdded={() => setIsAdding(false)}
          />
        </div>
      </div>
    </>
  );
}
