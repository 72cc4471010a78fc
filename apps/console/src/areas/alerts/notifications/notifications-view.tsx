import type { AnyUser } from '@manoboard/contract/account/any-user';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { IconAdjustmentsHorizontal, IconChevronDown, IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { NotificationSettingsCards } from '../notification-settings/notification-settings.tsx';
import { PushPanel } from './push-panel.tsx';
import { ReachCard } from './reach-card.tsx';
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
  /** Sends the link that confirms the address of the user again. */
  confirm: ReactNode;
}

/** How alerts reach the user: whether, who is next, and when not; everything else is folded. */
export function NotificationsView({ user, roles, addReceiver, confirm }: Props) {
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
      <NotificationSettingsCards>
        {({ save, isSaving, quiet, matrix }) => (
          <>
            <div className="grid min-w-0 items-start gap-gutter lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
              <ReachCard user={user} push={push} onChange={save} isSaving={isSaving} confirm={confirm} />
              <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
                <Receivers addReceiver={addReceiver} />
              </div>
              {quiet}
            </div>
            <details className="group mt-gutter">
              <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg border border-line bg-card px-5 shadow-card max-sm:px-4">
                <IconAdjustmentsHorizontal
                  size={20}
                  stroke={1.7}
                  aria-hidden
                  className="flex-none text-dim"
                />
                <h2 className="font-semibold">{t('details')}</h2>
                <span className="min-w-0 flex-1 truncate text-right text-md text-dim">
                  {t('detailsHint')}
                </span>
                <IconChevronDown
                  size={18}
                  stroke={1.7}
                  aria-hidden
                  className="flex-none text-dim group-open:rotate-180"
                />
              </summary>
              <div className="mt-gutter grid min-w-0 gap-gutter">
                {matrix}
                <PushPanel push={push} />
                <WebhooksPanel
                  isManager={hasGlobalPermission('manage_installation', roles)}
                  isAdding={isAdding}
                  onAdd={() => setIsAdding(true)}
                  onAdded={() => setIsAdding(false)}
                />
              </div>
            </details>
          </>
        )}
      </NotificationSettingsCards>
    </>
  );
}
