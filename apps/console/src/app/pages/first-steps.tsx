import { can } from '@manoboard/domain/access/policy';
import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pushBrowsersQuery, receiversQuery } from '../../areas/alerts/notifications/api.ts';
import { type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { DeviceLink } from '../../device/links.tsx';
import { pumpCardQuery } from '../../device/pump-card.ts';
import { InstallButton } from '../../lib/page/install-app.tsx';
import { paths } from '../../lib/page/paths.ts';
import { personalizationQuery, savePersonalization } from '../../lib/page/personalization.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePerson } from '../use-person.ts';

/** What a new pump still lacks, for its owner: notifications, a second person, its card. Closed by them, it stays closed. */
export function FirstSteps({ deviceId }: { deviceId: string }) {
  const { find } = useDevices();
  const { data } = useQuery(personalizationQuery);
  const device = find(deviceId);
  if (device?.relation !== 'owner' || !data || data.hides_first_steps) return null;
  return <Steps device={device} />;
}

function useDone({ id }: KnownDevice) {
  const browsers = useQuery(pushBrowsersQuery);
  const receivers = useQuery(receiversQuery(id));
  const card = useQuery(pumpCardQuery(id));
  if (!browsers.data || !receivers.data || !card.data) return undefined;
  const people = receivers.data.steps.filter(({ step }) => step === 'owner' || step === 'delegates');
  return {
    push: browsers.data.length > 0,
    person: people.reduce((sum, { count }) => sum + count, 0) > 1,
    card: card.data.version > 0 || Object.keys(card.data.values).length > 0,
  };
}

function Steps({ device }: { device: KnownDevice }) {
  const t = useTranslations('firstSteps');
  const queryClient = useQueryClient();
  const { roles } = usePerson();
  const done = useDone(device);
  /** R4.11, R4.16: limits that protect the pump follow from its card, so the staff fill it in; an owner is asked for nothing they cannot do. */
  const asksCard = can('configure', roles, device.relation);
  if (!done || (done.push && done.person && (done.card || !asksCard))) return null;
  const close = () => void savePersonalization(queryClient, () => ({ hides_first_steps: true }));
  const toNotifications = <Link to={paths.notifications}>{t('set')}</Link>;
  return (
    <Card aria-label={t('title')} className="pb-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold tracking-tight">{t('title')}</h2>
        <IconButton className="-mr-2" label={t('close')} onClick={close}>
          <IconX size={18} stroke={1.7} aria-hidden />
        </IconButton>
      </div>
      <ul>
        <Step isDone={done.push} text={t('push')}>
          {toNotifications}
        </Step>
        <Step isDone={done.person} text={t('person')}>
          {toNotifications}
        </Step>
        {asksCard && (
          <Step isDone={done.card} text={t('card')}>
            <DeviceLink deviceId={device.id} tool="config">
              {t('set')}
            </DeviceLink>
          </Step>
        )}
      </ul>
      <InstallButton className="mt-2" />
    </Card>
  );
}

interface StepProps {
  isDone: boolean;
  text: string;
  /** What completes it. */
  children: ReactNode;
}

function Step({ isDone, text, children }: StepProps) {
  const t = useTranslations('firstSteps');
  const Icon = isDone ? IconCheck : IconCircle;
  return (
    <li className="flex min-h-11 items-center gap-3 text-md">
      <Icon
        size={20}
        stroke={isDone ? 2.2 : 1.7}
        className={`flex-none ${isDone ? 'text-run-ink' : 'text-dim'}`}
        aria-label={t(isDone ? 'done' : 'open')}
      />
      <span className={`min-w-0 flex-1 ${isDone ? 'text-dim' : ''}`}>{text}</span>
      {!isDone && (
        <span className="flex-none [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:font-medium [&_a]:text-link">
          {children}
        </span>
      )}
    </li>
  );
}
