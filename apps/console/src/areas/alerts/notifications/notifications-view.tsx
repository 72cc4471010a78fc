import type { AnyUser } from '@manoboard/contract/account/any-user';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { ChannelCards } from './channel-cards.tsx';
import { PushPanel } from './push-panel.tsx';
import { Receivers } from './receivers.tsx';
import { usePush } from './use-push.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

const LastDeliveriesDialog = lazyComponent(
  async () => (await import('./last-deliveries.tsx')).LastDeliveriesDialog,
);

interface Props {
  user: AnyUser;
  roles: readonly string[];
  /** Gives a person access to a device, and thereby its alerts. */
  addReceiver: (deviceId: string) => ReactNode;
  /** Renders the settings of alerts and channels, with the list of the user's browsers beside them. */
  children?: (browsers: ReactNode) => ReactNode;
}

/** How alerts reach the user. */
export function NotificationsView({ user, roles, addReceiver, children }: Props) {
  const t = useTranslations('notifications');
  const push = usePush();
  const [isLogOpen, setIsLogOpen] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHead title={t('title')} text={t('lead')}>
        <div className="max-sm:basis-full">
          <Button
            variant="default"
            icon={<IconHistory size={18} stroke={1.7} aria-hidden />}
            onClick={() => setIsLogOpen(true)}
          >
            {t('last.button')}
          </Button>
        </div>
      </PageHead>
      {isLogOpen && <LastDeliveriesDialog onClose={() => setIsLogOpen(false)} />}
      <div className="grid gap-gutter min-w-0">
        <ChannelCards user={user} push={push} onAddWebhook={() => setIsAdding(true)} />
        <Receivers addReceiver={addReceiver} />
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
